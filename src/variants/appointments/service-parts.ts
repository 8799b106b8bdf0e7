/** What the page of a service has besides its name, price and story. */
import { type Block, heading, type PriceRow, paragraph } from '../../content/document.ts'
import type { Offer } from '../../domain/catalogue/offer.ts'
import { type OfferParts, offerRow } from '../../domain/pages/offer-page.ts'
import type { FindPicture } from '../../domain/pages/pictures.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { AppointmentTrade } from './declaration.ts'
import { describeFirstMonths, describeNotWith } from './health-rules.ts'
import { canDo, servicePath } from './services.ts'
import {
  type AppointmentValues,
  type HealthBox,
  namedPeople,
  type Service,
  type Worker,
} from './values.ts'
import { label, namesOf } from './words.ts'

type Context = {
  trade: AppointmentTrade
  values: AppointmentValues
  services: readonly Service[]
  offers: readonly Offer[]
  find: FindPicture
}

export function serviceParts(context: Context, service: Service, locale: Locale): OfferParts {
  const { trade, values, services, offers, find } = context
  const { listed } = service
  const { people, health } = values
  const boxes = health.boxes.filter(({ id }) =>
    [...listed.ask_first, ...listed.not_with].includes(id),
  )
  const able = namedPeople(people).filter((one) => canDo(one, service))
  const { attention } = trade
  const notice = attention.notice ? attention.notice(listed, values) : health.disclaimer
  const rules = [...describeNotWith(service, boxes), ...describeFirstMonths(service, boxes)]
  return {
    variants: variantRows(trade, services, service, locale),
    details: [
      ...includedBlocks(listed.includes, locale),
      ...workerBlocks(able, namesOf(trade.words).people, locale),
      ...rules.map((text): Block => ({ kind: 'notice', tone: 'note', text: [text[locale]] })),
      ...healthAdviceBlocks(boxes, trade.health.adviceTitle, locale),
      ...(notice ? [paragraph(notice[locale])] : []),
    ],
    end: offerRow(
      { vi: 'Cùng nhóm', en: 'More of this kind' }[locale],
      'similar',
      similarOffers(offers, service),
      find,
      locale,
    ),
  }
}

/** Other services of the category; of several variants the first. */
function similarOffers(offers: readonly Offer[], { listed, category }: Service): Offer[] {
  const others = offers.filter(
    (one) => one.category === category && (one.variantOf ?? one.id) !== listed.id,
  )
  return [...Map.groupBy(others, ({ id, variantOf = id }) => variantOf).values()].flatMap(
    ([first]) => first ?? [],
  )
}

function variantRows(
  trade: AppointmentTrade,
  services: readonly Service[],
  { id, listed }: Service,
  locale: Locale,
): PriceRow[] {
  const variants = services.filter((one) => one.listed.id === listed.id)
  return variants.map((one) => ({
    text: one.variant ? label(one.variant.name)[locale] : one.name[locale],
    note: `${one.minutes} ${{ vi: 'phút', en: 'minutes' }[locale]}`,
    price: formatMoney(one.price, locale),
    href: servicePath(trade, one.id),
    ...(one.id === id && { isCurrent: true }),
  }))
}

function includedBlocks(includes: readonly LocalizedText[], locale: Locale): Block[] {
  if (includes.length === 0) return []
  return [
    heading({ vi: 'Bao gồm', en: 'Included' }[locale], 'includes'),
    { kind: 'list', items: includes.map((item) => [item[locale]]) },
  ]
}

function workerBlocks(able: readonly Worker[], anchor: string, locale: Locale): Block[] {
  if (able.length === 0) return []
  return [
    heading({ vi: 'Người thực hiện', en: 'Performed by' }[locale], anchor),
    {
      kind: 'prices',
      rows: able.map(({ id, name, weekdays }) => ({
        text: name,
        note: weekdayNames(weekdays)[locale],
        href: `/team#${id}`,
      })),
    },
  ]
}

/** Advice for the health boxes that matter for a service; the closed row names them. */
function healthAdviceBlocks(
  boxes: readonly HealthBox[],
  title: LocalizedText,
  locale: Locale,
): Block[] {
  if (boxes.length === 0) return []
  return [
    {
      kind: 'disclosure',
      title: title[locale],
      summary: boxes.map(({ name }) => name[locale]).join(' · '),
      blocks: [
        { kind: 'facts', rows: boxes.map(({ name, advice }) => [name[locale], [advice[locale]]]) },
      ],
    },
  ]
}
