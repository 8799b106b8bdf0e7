/** The page that lists all services, with filters by tag and by variant or duration. */
import { type Block, heading, type Page, paragraph } from '../../content/document.ts'
import { type Business, vatText } from '../../content/shop.ts'
import type { Offer } from '../../domain/catalogue/offer.ts'
import { filterBlocks, selectKnownParams } from '../../domain/pages/filters.ts'
import { offerSections } from '../../domain/pages/offers.ts'
import { type FindPicture, withPicture } from '../../domain/pages/pictures.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { AppointmentTrade } from './declaration.ts'
import { servicesById } from './services.ts'
import type { AppointmentValues } from './values.ts'
import { label, namesOf } from './words.ts'

export function listPage(
  trade: AppointmentTrade,
  values: AppointmentValues,
  offers: readonly Offer[],
  find: FindPicture,
  business: Business,
): Page {
  const { words, listPage: texts } = trade
  const names = namesOf(words)
  const path = `/${names.services}`
  const services = servicesById(values)
  const categories = values.services.map(({ category }) => category)
  const byTag = { name: words.tag.en, label: texts.tagLabel, options: values.tags }
  const variants = values.variants?.map((one) => ({ ...one, name: label(one.name) })) ?? []
  const other = words.variant
    ? { name: words.variant.noun, label: words.variant.label, options: variants }
    : { name: 'minutes', label: { vi: 'Tối đa', en: 'Up to' }, options: durations }
  const filters = words.variant ? [other, byTag] : [byTag, other]

  const matches = ({ id, tags, minutes = 0 }: Offer, chosen: ReadonlyMap<string, string>) => {
    const service = services.get(id)
    const tag = chosen.get(byTag.name)
    const wanted = chosen.get(other.name)
    if (!service || (tag !== undefined && !tags.includes(tag))) return false
    if (wanted === undefined) return true
    if (!words.variant) return minutes <= Number(wanted)
    return service.variant === undefined || service.variant.id === wanted
  }

  const variantBlocks = (locale: Locale): Block[] =>
    words.variant
      ? [
          heading(words.variant.heading[locale], names.variants),
          {
            kind: 'facts',
            rows: variants.map(({ name, explanation }) => [name[locale], [explanation[locale]]]),
          },
        ]
      : []

  return {
    path,
    kind: 'page',
    queryNames: [byTag.name, other.name],
    document(locale, query = new Map()) {
      const chosen = selectKnownParams(query, {
        [byTag.name]: byTag.options,
        [other.name]: other.options,
      })
      const matching = offers.filter((offer) => matches(offer, chosen))
      const none = {
        vi: `Không có ${words.service.vi} nào như vậy.`,
        en: `No ${words.service.en} matches.`,
      }
      return {
        title: texts.title[locale],
        description: `${texts.description[locale]}${vatText(business)[locale]}.`,
        ...withPicture(find(names.services, categories[0]?.id ?? '')),
        blocks: [
          ...filters.flatMap((one) =>
            filterBlocks(path, one.name, one.label, one.options, chosen, locale),
          ),
          ...offerSections(matching, categories, find, locale),
          ...(matching.length === 0 ? [paragraph(none[locale])] : []),
          ...variantBlocks(locale),
          ...(texts.end?.(values, locale) ?? healthBlocks(values, locale)),
        ],
      }
    },
  }
}

const durations = ['45', '60', '90', '120'].map((id) => ({
  id,
  name: { vi: `${id} phút`, en: `${id} minutes` },
}))

function healthBlocks({ health }: AppointmentValues, locale: Locale): Block[] {
  if (!health.disclaimer) return []
  return [
    heading({ vi: 'Sức khoẻ', en: 'Your health' }[locale], 'health'),
    paragraph(health.disclaimer[locale]),
  ]
}
