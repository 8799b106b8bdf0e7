/** Booking rules of a spa: a treatment needs a therapist who does it and a suitable room. */
import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import type {
  BookingRequestDetails,
  BookingRules,
  Option,
  Start,
} from '../../domain/scheduling/rules.ts'
import { optional } from '../../kernel/input.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { lazy } from '../../kernel/memoize.ts'
import {
  assignedPersonDescription,
  noPersonAssigned,
  offerField,
  peopleAsResources,
  personField,
  personRecord,
  withPerson,
} from '../appointments/fields.ts'
import { hasTicked, healthQuestion } from '../appointments/health.ts'
import { createAppointmentRules } from '../appointments/rules.ts'
import { allTreatments } from './assortment.ts'
import type { SpaFiles } from './files.ts'
import { quickEntryPhrases } from './quick-entry-phrases.ts'
import { parseDetails, type TreatmentDetails } from './request-details.ts'

type Therapist = SpaFiles['therapists']['therapists'][number]

export function bookingRules(files: SpaFiles, business: Business): BookingRules {
  const { rooms, health } = files
  const { therapists } = files.therapists
  const treatments = new Map(allTreatments(files).map((treatment) => [treatment.id, treatment]))
  /** `undefined` if the treatment is no longer offered. */
  const treatmentOf = (details: BookingRequestDetails) => treatments.get(details.offerId)

  /** `undefined` if the therapist has left: then any therapist who can do the treatment is possible. */
  const findTherapist = (wanted: string | undefined) => therapists.find(({ id }) => id === wanted)

  const ableTo = (details: TreatmentDetails, people: readonly Therapist[]): Therapist[] =>
    people.filter(
      (one) =>
        one.treatments.includes(details.offerId) &&
        (details.gender === undefined || one.gender === details.gender),
    )

  const { rules, teamsAt } = createAppointmentRules<Therapist>({
    business,
    files,
    workers: therapists,
    minutesOf: (details) => treatmentOf(details)?.minutes,
    teams(details: TreatmentDetails, onShift) {
      const able = ableTo(details, onShift)
      const teams = treatmentOf(details)?.guests === 2 ? pairs(able) : able.map((one) => [one])
      const requestedTherapist = findTherapist(details.therapistId)
      return teams.filter((team) => !requestedTherapist || team.includes(requestedTherapist))
    },
    noLongerOffered,
    noWorkerReason: noStaffAvailable,
    requestedWorker: ({ therapistId }: TreatmentDetails) => findTherapist(therapistId),
  })

  const options = (details: BookingRequestDetails, date: string, start: Start): Option[] => {
    const treatment = treatmentOf(details)
    if (treatment?.guests !== details.partySize) return []
    const suitableRooms = rooms.rooms.filter(
      ({ kinds, guests }) => kinds.includes(treatment.room) && guests >= treatment.guests,
    )
    return teamsAt(details, date, start).flatMap((team) =>
      suitableRooms.map((room) => ({
        holds: [
          ...team.map(({ id }) => ({ resource: `therapist:${id}`, minutes: start.minutes })),
          { resource: `room:${room.id}`, minutes: start.minutes + rooms.turn_minutes },
        ],
        // Rooms of one kind first, so that rooms of several kinds stay free for other treatments.
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
      'A therapist the guest prefers; without it, anyone who is free.',
    ),
    therapist_gender: z.enum(['female', 'male']).optional().meta({
      description: 'A woman or a man, if that matters to the guest.',
      example: 'female',
    }),
    party_size: z.int().min(1).max(2).optional().meta({
      description: '2 only for the package for two guests side by side.',
      example: 1,
    }),
  }

  return {
    ...rules,
    codePrefix: 'HEN',
    requestFields: {
      offerId,
      ...preferenceFields,
    },
    questions: [
      healthQuestion(health.boxes, {
        label: { vi: 'Về sức khoẻ, nếu có', en: 'Your health, if it applies' },
        hint: {
          vi: 'Chỉ quầy và kỹ thuật viên được xem. Không phải chẩn đoán.',
          en: 'Only the desk and your therapist see this. It is not a diagnosis.',
        },
        description: 'Health boxes that apply. Only the front desk and the therapist see them.',
        consent: {
          statement: {
            vi:
              'Nếu tôi đánh dấu ô sức khoẻ nào (dữ liệu nhạy cảm), tôi đồng ý cho quầy lễ tân và kỹ thuật viên phục ' +
              'vụ tôi xem, ngoài ra không ai khác',
            en:
              'If I tick a health box (sensitive data), I agree that the front desk and the therapist who looks ' +
              'after me see it, and no one else',
          },
          visit: { vi: 'buổi hẹn', en: 'the visit' },
        },
      }),
    ],
    queryFields: { offerId: optional(offerId), ...preferenceFields },
    parseDetails: (input, scope) => parseDetails(files, input, scope),
    options,
    quickEntryPhrases: lazy(() => quickEntryPhrases(files)),
    requestedResource: (details) =>
      withPerson(therapists, (details as TreatmentDetails).therapistId),
    detailLabels: { therapist_id: therapistLabel, therapist_gender: therapistLabel },
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
        missingText: { vi: 'Chưa có phòng', en: 'No room is assigned yet' },
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
    requiresStaffCall: (details, answers) =>
      treatmentOf(details)?.facial === true &&
      hasTicked(
        answers,
        health.boxes.filter((box) => box.doctor_before_facial),
      ),
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
      party_size: z.int().describe('Number of guests.'),
      therapist: personRecord.optional().describe(assignedPersonDescription),
      second_therapist: personRecord.optional().describe('The therapist of the second guest.'),
      needs_doctor_first: z
        .boolean()
        .optional()
        .describe('A facial with a skin condition under treatment or a wound: ask a doctor first.'),
    },
    slotFields: { therapists: z.array(z.string()).describe('Ids of the therapists who are free.') },
    toSlotFields: (free) => ({
      therapists: [...new Set(free.flatMap(({ assignment }) => assignment.therapists))],
    }),
  }
}

const therapistLabel: LocalizedText = { vi: 'Với', en: 'With' }

const noLongerOffered: LocalizedText = {
  vi: 'Liệu trình này không còn trong danh sách.',
  en: 'This treatment is no longer offered.',
}

const noStaffAvailable: LocalizedText = {
  vi: 'Hôm đó không có người làm liệu trình này.',
  en: 'No therapist for this treatment works that day.',
}

function pairs(people: readonly Therapist[]): Therapist[][] {
  return people.flatMap((one, index) => people.slice(index + 1).map((other) => [one, other]))
}
