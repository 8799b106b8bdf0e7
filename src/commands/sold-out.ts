/** `letan sold-out`: lists, marks and unmarks offers that are not available. */
import { chooseCommandLanguage } from '../config/language.ts'
import type { Offer } from '../domain/catalogue/offer.ts'
import { availabilityText, markSoldOut, type SoldOutOffer } from '../domain/catalogue/sold-out.ts'
import { createSoldOutOffers, endOfBusinessDay } from '../domain/sold-out/sold-out.ts'
import { foldDiacritics } from '../kernel/fold-diacritics.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { findNearest } from '../kernel/nearest.ts'
import { toIsoString } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import { parseArguments, UsageError } from './command.ts'
import { type OpenedDatabase, withDatabase } from './database.ts'

export const soldOutHelp: LocalizedText = {
  vi: `\
  letan sold-out                    liệt kê những gì đang hết
  letan sold-out add OFFER          báo hết một món hay dịch vụ, theo mã hoặc tên, đến giờ đóng cửa
                                    --until-further-notice: đến khi bỏ dấu
  letan sold-out remove OFFER       bán lại`,
  en: `\
  letan sold-out                    list the offers that are sold out
  letan sold-out add OFFER          mark an offer, by id or name, as sold out until closing time
                                    --until-further-notice: until it is removed
  letan sold-out remove OFFER       make the offer available again`,
}

const options = { 'until-further-notice': { type: 'boolean' } } as const

export async function runSoldOut(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const { positionals, values } = parseArguments(args, options, usageError)
  const [verb, ...words] = positionals
  const command: SoldOutCommand = {
    verb,
    name: words.join(' '),
    hasEnd: !values['until-further-notice'],
    locale: chooseCommandLanguage(args, environment),
  }
  const isList = verb === undefined && !values['until-further-notice']
  const isChange = verb === 'add' || (verb === 'remove' && command.hasEnd)
  if (!isList && !(isChange && command.name !== '')) throw usageError()
  return withDatabase(environment, (database) => runCommand(database, command))
}

const usageError = () => new UsageError('sold-out', soldOutHelp)

type SoldOutCommand = { verb: string | undefined; name: string; hasEnd: boolean; locale: Locale }

async function runCommand(
  { store, shop, now }: OpenedDatabase,
  { verb, name, hasEnd, locale }: SoldOutCommand,
): Promise<string> {
  const { offers } = shop.assortment
  const soldOutOffers = createSoldOutOffers(store, now)
  if (verb === undefined) {
    const marks = await soldOutOffers.list()
    const lines = marks.map((mark) => formatMark(offers, mark, locale))
    return lines.length > 0 ? lines.join('') : `${words.none[locale]}\n`
  }
  if (verb === 'remove') {
    // The owner may have removed a marked offer from the content.
    const marked = (await soldOutOffers.list()).find(({ offerId }) => offerId === name)
    const offerId = marked?.offerId ?? findOffer(offers, name).id
    const wasMarked = await soldOutOffers.unmark(offerId, actor)
    return `${offerId}: ${words[wasMarked ? 'available' : 'notMarked'][locale]}\n`
  }
  const { id: offerId } = findOffer(offers, name)
  const mark = { offerId, until: hasEnd ? endOfBusinessDay(shop.business, now()) : null }
  await soldOutOffers.mark(mark, actor)
  return formatMark(offers, mark, locale)
}

const actor = 'terminal'

/** "cha-ruoi  Chả rươi: Sold out today, until 2026-11-17 23:30" */
function formatMark(offers: readonly Offer[], mark: SoldOutOffer, locale: Locale): string {
  const assortment = { categories: [], tags: [], offers }
  const offer = markSoldOut(assortment, [mark]).offers.find(({ id }) => id === mark.offerId)
  const text = offer && availabilityText(offer)
  const until =
    mark.until === null
      ? ''
      : `${words.until[locale]} ${toIsoString(mark.until).replace('T', ' ').slice(0, 16)}`
  if (!offer || !text) return `${mark.offerId}  ${words.unknown[locale]}${until}\n`
  return `${offer.id}  ${offer.name[locale]}: ${text[locale]}${until}\n`
}

/** By id, or by the name or a part of it in either language, with or without diacritics. */
function findOffer(offers: readonly Offer[], text: string): Offer {
  const folded = foldDiacritics(text)
  const namesOf = ({ name }: Offer) => [foldDiacritics(name.vi), foldDiacritics(name.en)]
  const exact = offers.filter((one) => one.id === folded || namesOf(one).includes(folded))
  const partial = offers.filter((one) => namesOf(one).some((name) => name.includes(folded)))
  const found = exact.length > 0 ? exact : partial
  const [offer, ...others] = found
  if (offer && others.length === 0) return offer
  const nearest = findNearest(text, offers, ({ id, name }) => [id, name.vi, name.en])
  throw new UnknownOffer(text, found, nearest?.id)
}

class UnknownOffer extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(text: string, found: readonly Offer[], nearest: string | undefined) {
    const ids = found.length > 0 ? found.map(({ id }) => id).join(', ') : nearest
    const localizedMessage = {
      vi: `Không rõ “${text}” là mục nào. Hãy viết mã của mục${ids ? `, ví dụ ${ids}` : ''}.`,
      en: `It is not clear which offer “${text}” is. Write the id of the offer${ids ? `, such as ${ids}` : ''}.`,
    }
    super(localizedMessage.en)
    this.name = 'UnknownOffer'
    this.localizedMessage = localizedMessage
  }
}

const words = {
  none: { vi: 'Không có mục nào đang hết.', en: 'Nothing is sold out.' },
  until: { vi: ', đến', en: ', until' },
  available: { vi: 'đã có lại', en: 'available again' },
  notMarked: { vi: 'không bị đánh dấu là hết', en: 'was not marked as sold out' },
  unknown: { vi: 'không còn trong nội dung', en: 'no longer in the content' },
} satisfies Record<string, LocalizedText>
