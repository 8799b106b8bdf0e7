/**
 * What the health of a guest rules out: a service at all (`not_with`), or a service in the first months of a pregnancy
 * (`not_in_first_months`). Guests cannot book such a service; staff see the reason and decide.
 */
import { moveNoteAnswers } from '../../domain/guest/note.ts'
import type { GuestQuestion } from '../../domain/scheduling/guest-question.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { FieldError } from '../../kernel/problem.ts'
import { detailsName } from './health.ts'
import { mentionsOtherPerson, pregnancyMonth } from './health-words.ts'
import { allServices, partySizeOf } from './services.ts'
import type { AppointmentValues, HealthBox, ListedService, Service } from './values.ts'
import type { Words } from './words.ts'

/** What a guest reported: the boxes, and the month of a pregnancy if it is known. */
export type ReportedHealth = {
  boxes: readonly HealthBox[]
  month: number | undefined
  /** Whether the guest wrote of another person, who may not be the one who comes. */
  mentionsOther: boolean
}

type HealthInput = Readonly<Record<string, unknown>>

type HealthValues = Pick<AppointmentValues, 'services' | 'variants' | 'health'>

/** Also from the note and the details, in the words of the guest. */
export function readHealth(
  { health }: Pick<AppointmentValues, 'health'>,
  questions: readonly GuestQuestion[],
  input: HealthInput,
): ReportedHealth {
  const moved: HealthInput = moveNoteAnswers(questions, input)
  const ids = [moved.health ?? []].flat()
  const details = moved[detailsName]
  return {
    boxes: health.boxes.filter(({ id }) => ids.includes(id)),
    month: typeof details === 'string' ? pregnancyMonth(details) : undefined,
    mentionsOther: typeof details === 'string' && mentionsOtherPerson(details),
  }
}

/** `month_unknown`: the rule of the first months applies in some month, and the guest did not say which it is. */
export type Exclusion = { box: HealthBox; rule: 'not_with' | 'first_months' | 'month_unknown' }

/** Why a guest cannot book this service; undefined if it is possible. */
export function findExclusion(
  { listed }: Service,
  { boxes, month }: ReportedHealth,
): Exclusion | undefined {
  const never = boxes.find(({ id }) => listed.not_with.includes(id))
  if (never) return { box: never, rule: 'not_with' }
  const early = boxes.find(
    ({ id, not_in_first_months: months }) =>
      months !== undefined && listed.ask_first.includes(id) && (month ?? 0) <= months,
  )
  return early && { box: early, rule: month === undefined ? 'month_unknown' : 'first_months' }
}

/** With which boxes a service is not offered, for a guest who has not reported anything yet. */
export function describeNotWith({ listed }: Service, boxes: readonly HealthBox[]): LocalizedText[] {
  return boxes
    .filter(({ id }) => listed.not_with.includes(id))
    .map(({ name }) => ({
      vi: `Không nhận khách báo “${name.vi}”.`,
      en: `Not offered with the health condition “${name.en}”.`,
    }))
}

/** The months of a pregnancy in which it is not booked. */
export function describeFirstMonths(
  { listed }: Service,
  boxes: readonly HealthBox[],
): LocalizedText[] {
  return boxes
    .filter(({ id }) => listed.ask_first.includes(id) && !listed.not_with.includes(id))
    .flatMap(({ not_in_first_months: months }) => (months === undefined ? [] : [months]))
    .map((months) => ({
      vi: `Không nhận trong ${months} tháng đầu thai kỳ.`,
      en: `Not booked in the first ${months} months of pregnancy.`,
    }))
}

/** The reason, or the question for the month. `services` are those that the exclusion concerns. */
export function explainExclusion(
  { box, rule }: Exclusion,
  services: readonly Service[],
  words: Words,
): LocalizedText {
  const names = joinNames(services.slice(0, maxNames), { vi: ', ', en: ', ' })
  const { vi, en } = words.service
  if (rule === 'not_with') {
    return {
      vi: `Chúng tôi không nhận ${names.vi} với khách báo “${box.name.vi}”.`,
      en: `We do not offer ${names.en} with the health condition “${box.name.en}”.`,
    }
  }
  const months = box.not_in_first_months
  const text = {
    vi: `Trong ${months} tháng đầu thai kỳ chúng tôi không nhận một số ${vi}, như ${names.vi}`,
    en: `In the first ${months} months of pregnancy we do not take bookings of some ${en}s, such as ${names.en}`,
  }
  return rule === 'first_months'
    ? { vi: `${text.vi}.`, en: `${text.en}.` }
    : { vi: `${text.vi}: bạn đang ở tháng thứ mấy?`, en: `${text.en}: which month is it?` }
}

const maxNames = 3

/** The possible services that the content names in place of others, for the reported boxes. */
export function namedInstead<Listed extends ListedService>(
  services: readonly Service<Listed>[],
  health: ReportedHealth,
): Service<Listed>[] {
  const ids = health.boxes.flatMap((box) => box.suggest_instead)
  const named = ids.flatMap((id) => services.find(({ listed }) => listed.id === id) ?? [])
  return [...new Set(named)].filter((one) => !findExclusion(one, health))
}

/**
 * At most two services that the guest can book instead: those that the content names, otherwise those with the fewest
 * boxes to ask about, in the same category and at a similar price.
 */
function findInstead(
  values: HealthValues,
  { isSoldOut = () => false, ...health }: RequestHealth,
  wanted: Service,
): Service[] {
  const isOtherVariant = ({ variant }: Service) => Number(variant !== wanted.variant)
  const sameVariantFirst = allServices(values)
    .filter((one) => one.listed !== wanted.listed && partySizeOf(one) === partySizeOf(wanted))
    .filter(({ id }) => !isSoldOut(id))
    .toSorted((one, other) => isOtherVariant(one) - isOtherVariant(other))
  const named = namedInstead(sameVariantFirst, health)
  return (named.length > 0 ? named : sortByLikeness(sameVariantFirst, health, wanted)).slice(0, 2)
}

function sortByLikeness(
  services: readonly Service[],
  health: ReportedHealth,
  wanted: Service,
): Service[] {
  const askedCount = ({ listed }: Service) =>
    health.boxes.filter(({ id }) => listed.ask_first.includes(id)).length
  const isElsewhere = ({ category }: Service) => Number(category !== wanted.category)
  const priceDifference = ({ price }: Service) => Math.abs(price - wanted.price)
  return services
    .filter((one) => !findExclusion(one, health))
    .toSorted(
      (one, other) =>
        askedCount(one) - askedCount(other) ||
        isElsewhere(one) - isElsewhere(other) ||
        priceDifference(one) - priceDifference(other),
    )
}

type RequestHealth = ReportedHealth & {
  isSoldOut?: ((offerId: string) => boolean) | undefined
}

/** The errors of a guest's request for this service. */
export function exclusionErrors(
  values: HealthValues,
  words: Words,
  service: Service,
  health: RequestHealth,
): FieldError[] {
  const exclusion = findExclusion(service, health)
  if (!exclusion) return []
  const instead = findInstead(values, health, service)
  const sentences = [
    explainExclusion(exclusion, [service], words),
    ...(exclusion.rule === 'not_with' ? [exclusion.box.advice] : []),
    ...(health.mentionsOther ? [otherPersonText] : []),
    ...proposeInstead(instead),
  ]
  const message = {
    vi: sentences.map(({ vi }) => vi).join(' '),
    en: sentences.map(({ en }) => en).join(' '),
  }
  if (exclusion.rule === 'not_with') {
    const choices = instead.map(({ id }) => id)
    return [{ name: 'offerId', code: 'not_open', who: 'guest', message, choices }]
  }
  const code = exclusion.rule === 'month_unknown' ? 'missing' : 'not_open'
  return [{ name: detailsName, code, who: 'guest', message }]
}

/** Who comes is not always who writes: "my wife is pregnant" may concern either. */
const otherPersonText: LocalizedText = {
  vi: 'Nếu lời ấy không phải về người đến làm, xin bỏ câu đó đi.',
  en: 'If that is not about the person who comes, please leave the sentence out.',
}

/** "You can choose instead: Bồ Kết Hair Wash." */
export function proposeInstead(instead: readonly Service[]): LocalizedText[] {
  if (instead.length === 0) return []
  const names = joinNames(instead, { vi: ' hoặc ', en: ' or ' })
  return [
    {
      vi: `Thay vào đó bạn có thể chọn: ${names.vi}.`,
      en: `You can choose instead: ${names.en}.`,
    },
  ]
}

function joinNames(
  services: readonly Service[],
  separators: Readonly<Record<Locale, string>>,
): LocalizedText {
  return {
    vi: services.map(({ name }) => name.vi).join(separators.vi),
    en: services.map(({ name }) => name.en).join(separators.en),
  }
}
