/** How a spa is booked: a treatment wants a therapist who does it and a room that fits. */
import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import type {
  BookingRequestDetails,
  BookingRules,
  Option,
  Start,
} from '../../domain/scheduling/rules.ts'
import { oneOf, optional } from '../../kernel/input.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { lazy } from '../../kernel/memoize.ts'
import type { FieldError } from '../../kernel/problem.ts'
import {
  assignedPersonDescription,
  healthField,
  noPersonAssigned,
  offerField,
  peopleAsResources,
  personField,
  personRecord,
  withPerson,
} from '../appointments/fields.ts'
import { createAppointmentRules } from '../appointments/rules.ts'
import { allTreatments } from './assortment.ts'
import type { SpaFiles, Treatment } from './files.ts'
import { quickEntryPhrases } from './quick-entry-phrases.ts'

type Therapist = SpaFiles['therapists']['therapists'][number]

type TreatmentDetails = BookingRequestDetails & { therapistId?: string; gender?: string }

export function bookingRules(files: SpaFiles, business: Business): BookingRules {
  const { rooms, health } = files
  const { therapists } = files.therapists
  const treatments = new Map(allTreatments(files).map((treatment) => [treatment.id, treatment]))
  /** Nothing once the owner has taken it off the list. */
  const treatmentOf = (details: BookingRequestDetails) => treatments.get(details.offerId)

  /** Nobody once she has left: then anyone who can may do what she was wished for. */
  const therapistNamed = (wanted: string | undefined) => therapists.find(({ id }) => id === wanted)

  const ableTo = (details: TreatmentDetails, people: readonly Therapist[]): Therapist[] =>
    people.filter(
      (one) =>
        one.treatments.includes(details.offerId) &&
        (details.gender === undefined || one.gender === details.gender),
    )

  const parseDetails: BookingRules['parseDetails'] = (input, of) => {
    const gender = input.therapist_gender as string | undefined
    const therapistId = input.therapist_id as string | undefined
    const detailsFor = ({ id, guests }: Treatment): TreatmentDetails => ({
      offerId: id,
      partySize: guests,
      ...(therapistId !== undefined && { therapistId }),
      ...(gender !== undefined && { gender }),
    })
    const treatment = treatments.get(String(input.offerId))
    if (treatment) {
      const errors = detailErrors(files, treatment, input)
      return errors.length > 0 ? { errors } : { details: [detailsFor(treatment)] }
    }
    if (of !== 'month') return { errors: [{ name: 'offerId', code: 'missing', message: which }] }
    const [first, ...others] = [...treatments.values()].filter(
      ({ guests }) => guests === (input.party_size ?? 1),
    )
    if (!first)
      return { errors: [{ name: 'party_size', code: 'not_one_of', message: oneOf(['1']) }] }
    return { details: [detailsFor(first), ...others.map(detailsFor)] }
  }

  const { rules, teamsAt } = createAppointmentRules<Therapist>({
    business,
    files,
    workers: therapists,
    minutesOf: (details) => treatmentOf(details)?.minutes,
    teams(details: TreatmentDetails, there) {
      const able = ableTo(details, there)
      const teams = treatmentOf(details)?.guests === 2 ? pairs(able) : able.map((one) => [one])
      const requestedTherapist = therapistNamed(details.therapistId)
      return teams.filter((team) => !requestedTherapist || team.includes(requestedTherapist))
    },
    noLongerOffered,
    noWorkerReason: noStaffAvailable,
    requestedWorker: ({ therapistId }: TreatmentDetails) => therapistNamed(therapistId),
  })

  const options = (details: BookingRequestDetails, date: string, start: Start): Option[] => {
    const treatment = treatmentOf(details)
    if (treatment?.guests !== details.partySize) return []
    const fitting = rooms.rooms.filter(
      ({ kinds, guests }) => kinds.includes(treatment.room) && guests >= treatment.guests,
    )
    return teamsAt(details, date, start).flatMap((team) =>
      fitting.map((room) => ({
        holds: [
          ...team.map(({ id }) => ({ resource: `therapist:${id}`, minutes: start.minutes })),
          { resource: `room:${room.id}`, minutes: start.minutes + rooms.turn_minutes },
        ],
        // A room of one kind first, so that rooms of many kinds stay free for what needs them.
        preference: room.kinds.length,
        balanceAcross: team.map(({ id }) => `therapist:${id}`),
        assignment: { therapists: team.map(({ id }) => id), room: room.id },
      })),
    )
  }

  const offerId = offerField([...treatments.keys()], 'The treatment or package.')
  const preferenceFields = {
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
      ...preferenceFields,
      health: healthField(
        health.boxes,
        'Health boxes that apply. Only the front desk and the therapist see them.',
      ),
    },
    queryFields: { offerId: optional(offerId), ...preferenceFields },
    parseDetails,
    options,
    quickEntryPhrases: lazy(() => quickEntryPhrases(files)),
    requestedResource: (details) =>
      withPerson(therapists, (details as TreatmentDetails).therapistId),
    detailLabels: { therapist_id: whom, therapist_gender: whom },
    resources: [
      ...peopleAsResources('therapist', therapists, { vi: 'Kỹ thuật viên', en: 'Therapists' }),
      ...rooms.rooms.map(({ id, name }) => ({
        id: `room:${id}`,
        name,
        group: { vi: 'Phòng', en: 'Rooms' },
      })),
    ],
    resourceKinds: {
      therapist: {
        noun: { vi: 'Kỹ thuật viên', en: 'Therapist' },
        file: 'therapists.yaml',
        missingText: noPersonAssigned,
      },
      room: {
        noun: { vi: 'Phòng', en: 'Room' },
        file: 'rooms.yaml',
        missingText: { vi: 'Chưa có phòng', en: 'There is no room for it yet' },
      },
    },
    quickEntryExample: {
      vi: `10h ${allTreatments(files)[0]?.name.vi} chị Lan 0912345678`,
      en: `10am ${allTreatments(files)[0]?.name.en} Lan 0912345678`,
    },
    dayUnavailableText: {
      vi: 'Hôm đó kỹ thuật viên của chúng tôi nghỉ.',
      en: 'Our therapist is away that day.',
    },
    requiresStaffCall: (details, sensitiveFlags) =>
      treatmentOf(details)?.facial === true &&
      health.boxes.some((box) => box.doctor_before_facial && sensitiveFlags.includes(box.id)),
    toResponseFields: (details, assignment, attention) => {
      const assignedTherapists = therapists
        .filter(({ id }) => assignment.therapists?.includes(id))
        .map(({ id, name }) => ({ id, name }))
      return {
        party_size: details.partySize,
        ...(assignedTherapists.length > 0 && { therapist: assignedTherapists[0] }),
        ...(assignedTherapists.length > 1 && { second_therapist: assignedTherapists[1] }),
        ...(attention && { needs_doctor_first: true }),
      }
    },
    responseFields: {
      party_size: z.int(),
      therapist: personRecord.optional().describe(assignedPersonDescription),
      second_therapist: personRecord.optional().describe('Who is kept for the second guest.'),
      needs_doctor_first: z
        .boolean()
        .optional()
        .describe('A facial with a skin condition under treatment or a wound: ask a doctor first.'),
    },
    slotFields: { therapists: z.array(z.string()).describe('Who is free, by id.') },
    toSlotFields: (free) => ({
      therapists: [...new Set(free.flatMap(({ assignment }) => assignment.therapists))],
    }),
  }
}

const whom: LocalizedText = { vi: 'Với', en: 'With' }

const which: LocalizedText = {
  vi: 'Cần biết liệu trình nào để tìm giờ trống.',
  en: 'Say which treatment, so that free times can be found.',
}

function detailErrors(
  { therapists: { therapists }, ...files }: SpaFiles,
  treatment: Treatment,
  input: Readonly<Record<string, unknown>>,
): FieldError[] {
  const errors: FieldError[] = []
  const therapist = therapists.find(({ id }) => id === input.therapist_id)
  const gender = input.therapist_gender
  if ((input.party_size ?? treatment.guests) !== treatment.guests) {
    const message = partySizeText(files, treatment)
    errors.push({ name: 'party_size', code: 'not_one_of', message })
  }
  if (therapist && !therapist.treatments.includes(treatment.id)) {
    const able = therapists.filter((one) => one.treatments.includes(treatment.id))
    const message = oneOf(able.map(({ id }) => id))
    errors.push({ name: 'therapist_id', code: 'not_one_of', message })
  }
  if (therapist && gender !== undefined && therapist.gender !== gender) {
    errors.push({ name: 'therapist_gender', code: 'not_one_of', message: genderMismatch })
  }
  return errors
}

const noLongerOffered: LocalizedText = {
  vi: 'Liệu trình này không còn trong danh sách.',
  en: 'This treatment is no longer offered.',
}

const noStaffAvailable: LocalizedText = {
  vi: 'Hôm đó không có người làm liệu trình này.',
  en: 'Nobody who does this treatment works that day.',
}

const genderMismatch: LocalizedText = {
  vi: 'Người đã chọn không thuộc giới tính này; bỏ một trong hai.',
  en: 'The chosen therapist is not of this gender; leave one of the two out.',
}

function pairs(people: readonly Therapist[]): Therapist[][] {
  return people.flatMap((one, index) => people.slice(index + 1).map((other) => [one, other]))
}

function partySizeText(files: Pick<SpaFiles, 'treatments'>, treatment: Treatment): LocalizedText {
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
