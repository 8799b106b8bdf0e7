/** How a spa is booked: a treatment wants a therapist who does it and a room that fits. */
import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import { hoursOn, periodFor, startsEvery } from '../../domain/booking/hours.ts'
import type { BookingRules, Opening, Option, Start, Wish } from '../../domain/booking/plan.ts'
import { oneOf, optional } from '../../kernel/input.ts'
import type { Words } from '../../kernel/locale.ts'
import type { FieldFault } from '../../kernel/problem.ts'
import { minutesOf, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import { allTreatments } from './assortment.ts'
import type { SpaFiles, Treatment } from './files.ts'
import { vocabulary } from './vocabulary.ts'

const person = z.object({ id: z.string(), name: z.string() })

type Therapist = SpaFiles['therapists']['therapists'][number]

type TreatmentWish = Wish & { therapistId?: string; gender?: string }

export function bookingRules(files: SpaFiles, business: Business): BookingRules {
  const { policy, rooms, health } = files
  const { therapists } = files.therapists
  const treatments = new Map(allTreatments(files).map((treatment) => [treatment.id, treatment]))
  const times = startTimes(files)
  /** Nothing once the owner has taken it off the list. */
  const treatmentOf = (wish: Wish) => treatments.get(wish.offerId)

  /** Who may do it, whatever the day. */
  const ableTo = (wish: TreatmentWish): Therapist[] =>
    therapists.filter(
      (one) =>
        one.treatments.includes(wish.offerId) &&
        (wish.gender === undefined || one.gender === wish.gender),
    )

  const readWish: BookingRules['readWish'] = (input, of) => {
    const gender = input.therapist_gender as string | undefined
    const therapistId = input.therapist_id as string | undefined
    const wishFor = ({ id, guests }: Treatment): TreatmentWish => ({
      offerId: id,
      partySize: guests,
      ...(therapistId !== undefined && { therapistId }),
      ...(gender !== undefined && { gender }),
    })
    const treatment = treatments.get(String(input.offerId))
    if (treatment) {
      const faults = wishFaults(files, treatment, input)
      return faults.length > 0 ? { faults } : { wishes: [wishFor(treatment)] }
    }
    if (of !== 'month') return { faults: [{ name: 'offerId', code: 'missing', message: which }] }
    const [first, ...others] = [...treatments.values()].filter(
      ({ guests }) => guests === (input.party_size ?? 1),
    )
    if (!first)
      return { faults: [{ name: 'party_size', code: 'not_one_of', message: oneOf(['1']) }] }
    return { wishes: [wishFor(first), ...others.map(wishFor)] }
  }

  const teamsAt = (wish: TreatmentWish, date: string, { at, minutes }: Start): Therapist[][] => {
    const weekday = weekdayOf(date)
    const there = ableTo(wish).filter(
      ({ weekdays, hours }) =>
        weekdays.includes(weekday) &&
        minutesOf(hours.from) <= at &&
        at + minutes <= minutesOf(hours.to),
    )
    const teams = treatmentOf(wish)?.guests === 2 ? pairs(there) : there.map((one) => [one])
    const { therapistId } = wish
    return teams.filter(
      (team) => therapistId === undefined || team.some(({ id }) => id === therapistId),
    )
  }

  const opening = (wish: Wish, date: string): Opening => {
    const hours = hoursOn(business, date)
    if (!hours.open) return hours
    const treatment = treatmentOf(wish)
    if (!treatment) return { open: false, reason: noLongerOffered }
    const { minutes } = treatment
    const starts = times
      .filter((at) => periodFor(hours.periods, at, minutes))
      .map((at) => ({ at, minutes }))
      .filter((start) => teamsAt(wish as TreatmentWish, date, start).length > 0)
    if (starts.length > 0) return { open: true, starts }
    return { open: false, reason: nobody(therapists, wish as TreatmentWish) }
  }

  const startAt = (wish: Wish, date: string, at: number): Start | undefined => {
    const hours = hoursOn(business, date)
    const minutes = treatmentOf(wish)?.minutes
    if (!hours.open || minutes === undefined || !periodFor(hours.periods, at, minutes))
      return undefined
    return { at, minutes }
  }

  const options = (wish: Wish, date: string, start: Start): Option[] => {
    const treatment = treatmentOf(wish)
    if (treatment?.guests !== wish.partySize) return []
    const fitting = rooms.rooms.filter(
      ({ kinds, guests }) => kinds.includes(treatment.room) && guests >= treatment.guests,
    )
    return teamsAt(wish as TreatmentWish, date, start).flatMap((team) =>
      fitting.map((room) => ({
        holds: [
          ...team.map(({ id }) => ({ resource: `therapist:${id}`, minutes: start.minutes })),
          { resource: `room:${room.id}`, minutes: start.minutes + rooms.turn_minutes },
        ],
        // A room of one kind first, so that rooms of many kinds stay free for what needs them.
        rank: room.kinds.length,
        spread: team.map(({ id }) => `therapist:${id}`),
        given: { therapists: team.map(({ id }) => id), room: room.id },
      })),
    )
  }

  const partySize = z.int().min(1).max(2).optional().meta({
    description: 'Two only for the package that two guests take side by side.',
    example: 1,
  })
  const therapistFields = {
    therapist_id: z
      .enum(therapists.map(({ id }) => id))
      .optional()
      .meta({
        description: 'A therapist the guest wishes for; without it, anyone who is free.',
        example: therapists[0]?.id,
      }),
    therapist_gender: z.enum(['female', 'male']).optional().meta({
      description: 'A woman or a man, where that matters to the guest.',
      example: 'female',
    }),
    party_size: partySize,
  }
  const offerId = z.enum([...treatments.keys()]).meta({
    description: 'The treatment or package.',
    example: [...treatments.keys()][0],
  })

  return {
    codePrefix: 'HEN',
    horizonDays: policy.horizon_days,
    requestFields: {
      offerId,
      ...therapistFields,
      health: z
        .array(z.enum(health.boxes.map(({ id }) => id)))
        .max(20)
        .optional()
        .meta({
          description: 'Health boxes that apply. Only the front desk and the therapist see them.',
          example: [health.boxes[0]?.id],
        }),
    },
    questionFields: { offerId: optional(offerId), ...therapistFields },
    sensitive: 'health',
    readWish,
    noticeMinutes: () => policy.notice_minutes,
    opening,
    startAt,
    options,
    vocabulary: vocabulary(files),
    resources: [
      ...therapists.map(({ id, name }) => ({
        id: `therapist:${id}`,
        name: { vi: name, en: name },
        group: { vi: 'Kỹ thuật viên', en: 'Therapists' },
      })),
      ...rooms.rooms.map(({ id, name }) => ({
        id: `room:${id}`,
        name,
        group: { vi: 'Phòng', en: 'Rooms' },
      })),
    ],
    lineExample: {
      vi: `10h ${allTreatments(files)[0]?.name.vi} chị Lan 0912345678`,
      en: `10am ${allTreatments(files)[0]?.name.en} Lan 0912345678`,
    },
    marks: health.boxes.map(({ id, name }) => ({ id, name })),
    needsAttention: (wish, marks) =>
      treatmentOf(wish)?.facial === true &&
      health.boxes.some((box) => box.doctor_before_facial && marks.includes(box.id)),
    tell: (wish, given, attention) => {
      const kept = therapists
        .filter(({ id }) => given.therapists?.includes(id))
        .map(({ id, name }) => ({ id, name }))
      return {
        party_size: wish.partySize,
        therapist: kept[0],
        ...(kept.length > 1 && { second_therapist: kept[1] }),
        ...(attention && { needs_doctor_first: true }),
      }
    },
    toldFields: {
      party_size: z.int(),
      therapist: person.describe('Who is kept for the guest.'),
      second_therapist: person.optional().describe('Who is kept for the second guest.'),
      needs_doctor_first: z
        .boolean()
        .optional()
        .describe('A facial with a skin condition under treatment or a wound: ask a doctor first.'),
    },
    slotFields: { therapists: z.array(z.string()).describe('Who is free, by id.') },
    tellSlot: (free) => ({
      therapists: [...new Set(free.flatMap(({ given }) => given.therapists))],
    }),
  }
}

const which: Words = {
  vi: 'Cần biết liệu trình nào để tìm giờ trống.',
  en: 'Say which treatment, so that free times can be found.',
}

function wishFaults(
  { therapists: { therapists }, ...files }: SpaFiles,
  treatment: Treatment,
  input: Readonly<Record<string, unknown>>,
): FieldFault[] {
  const faults: FieldFault[] = []
  const therapist = therapists.find(({ id }) => id === input.therapist_id)
  const gender = input.therapist_gender
  if ((input.party_size ?? treatment.guests) !== treatment.guests) {
    const message = partyWords(files, treatment)
    faults.push({ name: 'party_size', code: 'not_one_of', message })
  }
  if (therapist && !therapist.treatments.includes(treatment.id)) {
    const able = therapists.filter((one) => one.treatments.includes(treatment.id))
    const message = oneOf(able.map(({ id }) => id))
    faults.push({ name: 'therapist_id', code: 'not_one_of', message })
  }
  if (therapist && gender !== undefined && therapist.gender !== gender) {
    faults.push({ name: 'therapist_gender', code: 'not_one_of', message: otherGender })
  }
  return faults
}

const noLongerOffered: Words = {
  vi: 'Liệu trình này không còn trong danh sách.',
  en: 'This treatment is no longer offered.',
}

const otherGender: Words = {
  vi: 'Người đã chọn không thuộc giới tính này; bỏ một trong hai.',
  en: 'The chosen therapist is not of this gender; leave one of the two out.',
}

function startTimes({ policy }: SpaFiles): number[] {
  return startsEvery(policy.start_every_minutes, policy.first_start, policy.last_start)
}

function pairs(people: readonly Therapist[]): Therapist[][] {
  return people.flatMap((one, place) => people.slice(place + 1).map((other) => [one, other]))
}

function partyWords(files: Pick<SpaFiles, 'treatments'>, treatment: Treatment): Words {
  const forTwo = allTreatments(files).filter(({ guests }) => guests === 2)
  if (treatment.guests === 2) {
    return { vi: 'Gói này dành cho hai người: viết 2.', en: 'This package is for two: write 2.' }
  }
  const names = (locale: 'vi' | 'en') => forTwo.map(({ name }) => name[locale]).join(', ')
  return {
    vi: `Liệu trình này cho một người: viết 1. Hai người cùng lúc: ${names('vi')}.`,
    en: `This treatment is for one: write 1. For two at once: ${names('en')}.`,
  }
}

function nobody(therapists: readonly Therapist[], wish: TreatmentWish): Words {
  const chosen = therapists.find(({ id }) => id === wish.therapistId)
  if (!chosen) {
    return {
      vi: 'Hôm đó không có người làm liệu trình này.',
      en: 'Nobody who does this treatment works that day.',
    }
  }
  const days = weekdayNames(chosen.weekdays)
  return { vi: `${chosen.name} làm việc ${days.vi}.`, en: `${chosen.name} works ${days.en}.` }
}
