/** How a tool finds a service: by its name, and by the minutes or the variant that the guest named. */

import type { ToolContext } from '../../domain/trade/tool-context.ts'
import type { ArgumentReading, ReadingContext } from '../../kernel/argument-reader.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { type Found, type NamedValue, readName } from '../../kernel/name-reader.ts'
import type { Service } from './values.ts'

const minutesHints = ['minutes', 'duration', 'duration_minutes', 'length_minutes']
/** Of a tool that takes no number of guests. */
const partyHints = ['party_size', 'guests', 'people', 'number_of_guests']
const variantHints = ['length', 'hair_length', 'variant']

const whereServicesAre: LocalizedText = {
  vi: 'list_services có các mã.',
  en: 'list_services has the ids.',
}

/** What clients send beside a service. */
export const serviceHints = [...minutesHints, ...variantHints, ...partyHints]

export type ServiceContext = Pick<ToolContext, 'assortment' | 'catalogue'>

/** A reader for the id of a service: what the call says about minutes and variant is not asked again. */
export function readService(
  services: readonly Service[],
  { assortment, catalogue }: ServiceContext,
  variant: 'one' | 'any',
) {
  const readAmong = (some: readonly Service[]) =>
    readName(some.map(toNamedService), {
      choose: chooseService(some, variant),
      unknownHint: whereServicesAre,
    })
  const readAny = readAmong(services)
  const byMinutes = new Map(
    [...Map.groupBy(services, ({ minutes }) => minutes)].map(([minutes, some]) => [
      minutes,
      readAmong(some),
    ]),
  )

  const choose = chooseService(services, variant)
  const listedIn = (category: string) => services.filter((one) => one.category === category)

  /** "facial" names a category; one of its services may have the word in its own name. */
  const readCategory = (text: string, minutes: number | undefined): ArgumentReading | undefined => {
    const category = assortment.categories.find(({ name }) => isNamed(text, name))
    const listed = category ? listedIn(category.id) : []
    const some = listed.filter((one) => minutes === undefined || one.minutes === minutes)
    return some.length > 1 ? toReading(choose(some.map(toNamedService))) : undefined
  }

  /** What list_services finds with the same words, such as “haircut”. */
  const search = (text: string): ArgumentReading | undefined => {
    const { offers, isNearest } = catalogue.select({ q: text.slice(0, 100), byName: true })
    const ids = new Set(isNearest ? [] : offers.map(({ id }) => id))
    const found = services.filter(({ id }) => ids.has(id)).map(toNamedService)
    if (found.length === 0) return undefined
    return toReading(found.length === 1 ? { values: found } : choose(found))
  }

  const readNamed = (text: string, minutes: number | undefined): ArgumentReading => {
    const narrowed = minutes === undefined ? undefined : byMinutes.get(minutes)?.(text)
    if (narrowed && !isUnknown(narrowed)) return narrowed
    const reading = readAny(text)
    if (minutes === undefined || 'error' in reading) return reading
    const found = services.find(({ id }) => id === reading.value)
    return found && variant === 'one' && found.minutes !== minutes
      ? otherMinutes(found, minutes)
      : reading
  }

  return (value: unknown, { hints }: ReadingContext): ArgumentReading => {
    if (typeof value !== 'string') return { value }
    const partySize = partyHints.map((name) => Number(hints[name])).find((size) => size > 0)
    if (partySize !== undefined && partySize > 1) return oneGuestOnly
    const sentMinutes = minutesHints.map((name) => toMinutes(hints[name])).find(Boolean)
    const how = variantHints.map((name) => hints[name]).find((one) => typeof one === 'string')
    const { text, minutes = sentMinutes } = splitMinutes(value)
    const isId = services.some(({ id }) => id === value)
    // A name may itself contain minutes; a variant is missing only where the name alone is not an id.
    const attempts = [
      ...(how === undefined || isId ? [] : [() => readNamed(`${text} ${how}`, minutes)]),
      () => readNamed(value, sentMinutes),
      () => readNamed(text, minutes),
    ]
    const inCategory = isId ? undefined : readCategory(text, minutes)
    if (inCategory) return inCategory
    for (const attempt of attempts) {
      const reading = attempt()
      if (!isUnknown(reading)) return reading
    }
    const reading = search(text) ?? readNamed(text, minutes)
    const other = assortment.offers.find(({ id }) => id === value)
    return other && isUnknown(reading) ? notBooked(other.name) : reading
  }
}

/** list_services also returns the ids of memberships and gift cards. */
function notBooked(name: LocalizedText): ArgumentReading {
  return {
    error: {
      who: 'model',
      code: 'not_one_of',
      message: {
        vi: `“${name.vi}” là thẻ, không phải dịch vụ có giờ hẹn.`,
        en: `“${name.en}” is a card, not a service with appointments.`,
      },
    },
  }
}

const oneGuestOnly: ArgumentReading = {
  error: {
    who: 'guest',
    code: 'not_one_of',
    message: {
      vi: 'Mỗi lịch hẹn cho một người: hai người đi cùng thì đặt mỗi người một lịch. Đặt như vậy được không?',
      en: 'An appointment is for one person: two who come together make one each. Is that acceptable?',
    },
  },
}

function toReading(found: Found): ArgumentReading {
  if ('error' in found) return found
  const [first] = found.values
  return { value: first?.id, ...(first && { as: first.name }) }
}

/** Without case and diacritics; a plural is the same name. */
function isNamed(text: string, name: LocalizedText): boolean {
  const singular = (one: string) => foldDiacritics(one).trim().replace(/s$/, '')
  return Object.values(name).some((one) => singular(one) === singular(text))
}

function isUnknown(reading: ArgumentReading): boolean {
  return 'error' in reading && reading.error.who === 'model'
}

/** "massage 90 phút" → "massage" and 90. */
function splitMinutes(value: string): { text: string; minutes: number | undefined } {
  const written = durationPattern.exec(value)
  const minutes = toMinutes(written?.[0])
  if (!written || minutes === undefined) return { text: value, minutes: undefined }
  const text = `${value.slice(0, written.index)} ${value.slice(written.index + written[0].length)}`
  // Only a duration: there is no name to look for.
  return text.trim() === '' ? { text: value, minutes: undefined } : { text: text.trim(), minutes }
}

const durationPattern =
  /(?<![\p{L}\p{N}])([0-9]+(?:[.,]5)?)[\s-]*(phút|phut|p|minutes?|mins?|giờ|gio|tiếng|tieng|hours?|hrs?|h)(?![\p{L}\p{N}])/iu

/** 90, "90", "90 minutes" and "1,5 giờ" in minutes. */
function toMinutes(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  if (/^[0-9]{1,3}$/.test(value.trim())) return Number(value)
  const [, number = '', unit = ''] = durationPattern.exec(value) ?? []
  if (number === '') return undefined
  return Number(number.replace(',', '.')) * (/^(p|m)/i.test(unit) ? 1 : 60)
}

/** "60 minutes", "1 hour" */
export function readMinutes(value: unknown): ArgumentReading {
  const minutes = typeof value === 'string' ? toMinutes(value) : undefined
  if (minutes === undefined) return { value }
  return { value: minutes, as: { vi: `${minutes} phút`, en: `${minutes} minutes` } }
}

function otherMinutes({ id, name, minutes }: Service, wanted: number): ArgumentReading {
  return {
    error: {
      who: 'guest',
      code: 'not_one_of',
      message: {
        vi: `“${name.vi}” là ${minutes} phút, không có loại ${wanted} phút. Có được không?`,
        en: `“${name.en}” takes ${minutes} minutes; there is none of ${wanted} minutes. Is that acceptable?`,
      },
      choices: [id],
    },
  }
}

/** The names of the listed service belong to all its variants, so that they lead to a question about the variant. */
function toNamedService({ id, name, variant, listed }: Service): NamedValue {
  const { shortNames = [] } = listed
  const own = [listed.id, listed.name.vi, listed.name.en, ...shortNames]
  const withVariant = variant
    ? own.flatMap((one) =>
        [variant.id, variant.name.vi, variant.name.en, ...variant.shortNames].map(
          (how) => `${one} ${how}`,
        ),
      )
    : []
  return { id, name, aliases: [...own, ...withVariant] }
}

const maxChoices = 5

/** So many services are asked for with their minutes and variants; of more, an error would be too long. */
const maxDetailed = 4

/** Each listed service once; its variants are the next question. */
function askAmongMany(services: readonly Service[]): Found {
  const listed = [...Map.groupBy(services, (one) => one.listed.id).values()].slice(0, maxChoices)
  const list = forEachLocale((locale) =>
    listed
      .map(([first, ...others]) => {
        const { name, price, listed: service } = first as Service
        const prices = [price, ...others.map((one) => one.price)]
        const lowest = formatMoney(Math.min(...prices), locale)
        if (others.length === 0) return `${name[locale]} (${lowest})`
        return `${service.name[locale]} (${{ vi: 'từ', en: 'from' }[locale]} ${lowest})`
      })
      .join(' · '),
  )
  return {
    error: {
      who: 'guest',
      code: 'not_one_of',
      message: { vi: `Loại nào: ${list.vi}?`, en: `Which one: ${list.en}?` },
      choices: listed.map(([first, ...others]) => {
        const { id, listed: service } = first as Service
        return others.length === 0 ? id : service.id
      }),
    },
  }
}

/** Asks which service is meant, with the prices. `any`: all variants of a service give the same result. */
function chooseService(services: readonly Service[], variant: 'one' | 'any') {
  return (values: readonly NamedValue[]): Found => {
    const ids = new Set(values.map(({ id }) => id))
    const all = services.filter(({ id }) => ids.has(id))
    const isOneService = new Set(all.map(({ listed }) => listed.id)).size === 1
    if (!isOneService && all.length > maxDetailed) return askAmongMany(all)
    const meant = all.slice(0, maxChoices)
    if (isOneService && variant === 'any') return { values: values.slice(0, 1) }
    const list = forEachLocale((locale) =>
      meant
        .map(({ name, variant, minutes, price }) => {
          const label = isOneService && variant ? variant.name : name
          const time = { vi: `${minutes} phút`, en: `${minutes} min` }[locale]
          return `${label[locale]} (${time}, ${formatMoney(price, locale)})`
        })
        .join(' · '),
    )
    return {
      error: {
        who: 'guest',
        code: 'not_one_of',
        message: { vi: `Loại nào: ${list.vi}?`, en: `Which one: ${list.en}?` },
        choices: meant.map(({ id }) => id),
      },
    }
  }
}
