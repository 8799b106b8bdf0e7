/** How a spa is booked: a treatment wants a therapist who does it and a room that fits. */
import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import type { BookingRules, Option, Start, Wish } from '../../domain/scheduling/rules.ts'
import { oneOf, optional } from '../../kernel/input.ts'
import type { Words } from '../../kernel/locale.ts'
import { lazily } from '../../kernel/memoize.ts'
import type { FieldFault } from '../../kernel/problem.ts'
import {
  healthField,
  keptFor,
  nobodyDoesIt,
  offerField,
  peopleAsResources,
  personField,
  toldPerson,
  withPerson,
} from '../appointments/fields.ts'
import { appointments } from '../appointments/rules.ts'
import { allTreatments } from './assortment.ts'
import type { SpaFiles, Treatment } from './files.ts'
import { vocabulary } from './quick-entry-phrases.ts'

type Therapist = SpaFiles['therapists']['therapists'][number]

type TreatmentWish = Wish & { therapistId?: string; gender?: string }

export function bookingRules(files: SpaFiles, business: Business): BookingRules {
  const { rooms, health } = files
  const { therapists } = files.therapists
  const treatments = new Map(allTreatments(files).map((treatment) => [treatment.id, treatment]))
  /** Nothing once the owner has taken it off the list. */
  const treatmentOf = (wish: Wish) => treatments.get(wish.offerId)

  /** Nobody once she has left: then anyone who can may do what she was wished for. */
  const therapistNamed = (wanted: string | undefined) => therapists.find(({ id }) => id === wanted)

  const ableTo = (wish: TreatmentWish, people: readonly Therapist[]): Therapist[] =>
    people.filter(
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

  const { rules, teamsAt } = appointments<Therapist>({
    business,
    files,
    workers: therapists,
    minutesOf: (wish) => treatmentOf(wish)?.minutes,
    teams(wish: TreatmentWish, there) {
      const able = ableTo(wish, there)
      const teams = treatmentOf(wish)?.guests === 2 ? pairs(able) : able.map((one) => [one])
      const wished = therapistNamed(wish.therapistId)
      return teams.filter((team) => !wished || team.includes(wished))
    },
    noLongerOffered,
    nobodyThere,
    chosen: ({ therapistId }: TreatmentWish) => therapistNamed(therapistId),
  })

  const options = (wish: Wish, date: string, start: Start): Option[] => {
    const treatment = treatmentOf(wish)
    if (treatment?.guests !== wish.partySize) return []
    const fitting = rooms.rooms.filter(
      ({ kinds, guests }) => kinds.includes(treatment.room) && guests >= treatment.guests,
    )
    return teamsAt(wish, date, start).flatMap((team) =>
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

  const offerId = offerField([...treatments.keys()], 'The treatment or package.')
  const wished = {
    therapist_id: personField(
      therapists,
      'A therapist the guest wishes for; without it, anyone who is free.',
    ),
    therapist_gender: z.enum(['female', 'male']).optional().meta({
      description: 'A woman or a man, where that matters to the guest.',
      example: 'female',
    }),
    party_size: z.int().min(1).max(2).optional().meta({
      description: 'Two only for the package that two guests take side by side.',
      example: 1,
    }),
  }

  return {
    ...rules,
    codePrefix: 'HEN',
    requestFields: {
      offerId,
      ...wished,
      health: healthField(
        health.boxes,
        'Health boxes that apply. Only the front desk and the therapist see them.',
      ),
    },
    questionFields: { offerId: optional(offerId), ...wished },
    readWish,
    options,
    vocabulary: lazily(() => vocabulary(files)),
    wished: (wish) => withPerson(therapists, (wish as TreatmentWish).therapistId),
    wishNames: { therapist_id: whom, therapist_gender: whom },
    resources: [
      ...peopleAsResources('therapist', therapists, { vi: 'Kỹ thuật viên', en: 'Therapists' }),
      ...rooms.rooms.map(({ id, name }) => ({
        id: `room:${id}`,
        name,
        group: { vi: 'Phòng', en: 'Rooms' },
      })),
    ],
    kinds: {
      therapist: {
        noun: { vi: 'Kỹ thuật viên', en: 'Therapist' },
        file: 'therapists.yaml',
        lacking: nobodyDoesIt,
      },
      room: {
        noun: { vi: 'Phòng', en: 'Room' },
        file: 'rooms.yaml',
        lacking: { vi: 'Chưa có phòng', en: 'There is no room for it yet' },
      },
    },
    lineExample: {
      vi: `10h ${allTreatments(files)[0]?.name.vi} chị Lan 0912345678`,
      en: `10am ${allTreatments(files)[0]?.name.en} Lan 0912345678`,
    },
    declinesDay: {
      vi: 'Hôm đó kỹ thuật viên của chúng tôi nghỉ.',
      en: 'Our therapist is away that day.',
    },
    needsAttention: (wish, marks) =>
      treatmentOf(wish)?.facial === true &&
      health.boxes.some((box) => box.doctor_before_facial && marks.includes(box.id)),
    tell: (wish, given, attention) => {
      const kept = therapists
        .filter(({ id }) => given.therapists?.includes(id))
        .map(({ id, name }) => ({ id, name }))
      return {
        party_size: wish.partySize,
        ...(kept.length > 0 && { therapist: kept[0] }),
        ...(kept.length > 1 && { second_therapist: kept[1] }),
        ...(attention && { needs_doctor_first: true }),
      }
    },
    toldFields: {
      party_size: z.int(),
      therapist: toldPerson.optional().describe(keptFor),
      second_therapist: toldPerson.optional().describe('Who is kept for the second guest.'),
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

const whom: Words = { vi: 'Với', en: 'With' }

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

const nobodyThere: Words = {
  vi: 'Hôm đó không có người làm liệu trình này.',
  en: 'Nobody who does this treatment works that day.',
}

const otherGender: Words = {
  vi: 'Người đã chọn không thuộc giới tính này; bỏ một trong hai.',
  en: 'The chosen therapist is not of this gender; leave one of the two out.',
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
