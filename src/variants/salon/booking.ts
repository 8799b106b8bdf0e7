/** Booking rules of a salon: a service needs a stylist who does it and a seat of its kind. */
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
import type { SalonFiles, Stylist } from './files.ts'
import { quickEntryPhrases } from './quick-entry-phrases.ts'
import { allServices } from './services.ts'

type ServiceDetails = BookingRequestDetails & { stylistId?: string }

export function bookingRules(files: SalonFiles, business: Business): BookingRules {
  const { seats, health } = files
  const { stylists } = files.stylists
  const services = new Map(allServices(files).map((service) => [service.id, service]))
  /** `undefined` if the service is no longer offered. */
  const serviceOf = (details: BookingRequestDetails) => services.get(details.offerId)
  const stylistNamed = (id: unknown) => stylists.find((one) => one.id === id)
  const ableTo = (offerId: string, people: readonly Stylist[]): Stylist[] => {
    const listed = services.get(offerId)?.listed.id
    return people.filter((one) => listed !== undefined && one.services.includes(listed))
  }

  const parseDetails: BookingRules['parseDetails'] = (input, of) => {
    const stylistId = input.stylist_id as string | undefined
    const detailsFor = (offerId: string): ServiceDetails => ({
      offerId,
      partySize: 1,
      ...(stylistId !== undefined && { stylistId }),
    })
    const offerId = String(input.offerId)
    const stylist = stylistNamed(stylistId)
    if (services.has(offerId)) {
      const able = ableTo(offerId, stylists)
      if (!stylist || able.includes(stylist)) return { details: [detailsFor(offerId)] }
      const message = oneOf(able.map(({ id }) => id))
      return { errors: [{ name: 'stylist_id', code: 'not_one_of', message }] }
    }
    const open = [...services.keys()].filter((id) => !stylist || ableTo(id, [stylist]).length > 0)
    const [first, ...others] = of === 'month' ? open : []
    if (first === undefined)
      return { errors: [{ name: 'offerId', code: 'missing', message: missingServiceText }] }
    return { details: [detailsFor(first), ...others.map(detailsFor)] }
  }

  const { rules, teamsAt } = createAppointmentRules<Stylist>({
    business,
    files,
    workers: stylists,
    minutesOf: (details) => serviceOf(details)?.minutes,
    teams: ({ offerId, stylistId }: ServiceDetails, onShift) =>
      ableTo(offerId, onShift)
        .filter(({ id }) => !stylistNamed(stylistId) || id === stylistId)
        .map((one) => [one]),
    noLongerOffered,
    noWorkerReason: noStaffAvailable,
    requestedWorker: ({ stylistId }) => stylistNamed(stylistId),
  })

  const options = (details: BookingRequestDetails, date: string, start: Start): Option[] => {
    // Every guest needs a booking of their own.
    if (details.partySize !== 1) return []
    const { minutes } = start
    const kind = serviceOf(details)?.listed.seat
    const matchingSeats = seats.seats.filter((seat) => seat.kind === kind)
    return teamsAt(details, date, start).flatMap((team) =>
      team.flatMap((stylist) =>
        matchingSeats.map((seat) => ({
          holds: [
            { resource: `stylist:${stylist.id}`, minutes },
            { resource: `seat:${seat.id}`, minutes },
          ],
          preference: 0,
          balanceAcross: [`stylist:${stylist.id}`],
          assignment: { stylist: stylist.id, seat: seat.id },
        })),
      ),
    )
  }

  const offerId = offerField(
    [...services.keys()],
    'The service, for a hair length where it matters.',
  )
  const preferenceFields = {
    stylist_id: personField(
      stylists,
      'A stylist the guest prefers; without it, anyone who is free.',
    ),
  }

  return {
    ...rules,
    codePrefix: 'CAT',
    requestFields: {
      offerId,
      ...preferenceFields,
    },
    questions: [
      healthQuestion(health.boxes, {
        label: { vi: 'Xin cho biết, nếu có', en: 'Please tell us, if it applies' },
        hint: {
          vi: 'Để chọn thuốc và tư thế gội cho hợp. Chỉ quầy và thợ làm cho bạn được xem.',
          en: 'So that we choose suitable products and washing position. Only the desk and your stylist see this.',
        },
        description: 'Health boxes that apply. Only the front desk and the stylist see them.',
        consent: {
          statement: {
            vi:
              'Nếu tôi đánh dấu điều gì về dị ứng hay sức khoẻ (dữ liệu nhạy cảm), tôi đồng ý cho quầy và người thợ ' +
              'làm tóc cho tôi xem, ngoài ra không ai khác',
            en:
              'If I tick anything about allergies or health (sensitive data), I agree that the desk and the stylist ' +
              'who does my hair see it, and no one else',
          },
          visit: { vi: 'lần hẹn', en: 'the visit' },
        },
      }),
    ],
    queryFields: { offerId: optional(offerId), ...preferenceFields },
    parseDetails,
    options,
    quickEntryPhrases: lazy(() => quickEntryPhrases(files)),
    requestedResource: (details) => withPerson(stylists, (details as ServiceDetails).stylistId),
    detailLabels: { stylist_id: { vi: 'Thợ', en: 'With' } },
    resources: [
      ...peopleAsResources('stylist', stylists, { vi: 'Thợ', en: 'Stylists' }),
      ...seats.kinds.flatMap((kind) =>
        seats.seats
          .filter((seat) => seat.kind === kind.id)
          .map(({ id, name }) => ({ id: `seat:${id}`, name, group: kind.name })),
      ),
    ],
    resourceKinds: {
      stylist: {
        noun: { vi: 'Thợ', en: 'Stylist' },
        file: 'stylists.yaml',
        missingText: noPersonAssigned,
      },
      seat: {
        noun: { vi: 'Ghế', en: 'Seat' },
        file: 'seats.yaml',
        missingText: { vi: 'Chưa có ghế', en: 'No seat is assigned yet' },
      },
    },
    quickEntryExample: {
      vi: `10h ${[...services.values()][0]?.name.vi} anh Tuấn 0912345678`,
      en: `10am ${[...services.values()][0]?.name.en} Tuan 0912345678`,
    },
    dayUnavailableText: { vi: 'Hôm đó thợ của tiệm nghỉ.', en: 'Our stylist is away that day.' },
    requiresStaffCall: (details, answers) =>
      serviceOf(details)?.listed.patch_test === true &&
      hasTicked(
        answers,
        health.boxes.filter((box) => box.patch_test_first),
      ),
    toResponseFields: (_details, assignment, attention) => {
      const stylist = stylistNamed(assignment.stylist)
      return {
        ...(stylist && { stylist: { id: stylist.id, name: stylist.name } }),
        ...(attention && { needs_patch_test: true }),
      }
    },
    responseFields: {
      stylist: personRecord.optional().describe(assignedPersonDescription),
      needs_patch_test: z
        .boolean()
        .optional()
        .describe('Color for a guest who reacted before: a patch test is needed first.'),
    },
    slotFields: { stylists: z.array(z.string()).describe('Ids of the stylists who are free.') },
    toSlotFields: (free) => ({
      stylists: [...new Set(free.map(({ assignment }) => assignment.stylist))],
    }),
  }
}

const missingServiceText: LocalizedText = {
  vi: 'Cần biết làm dịch vụ nào để tìm giờ trống; nếu giá theo độ dài thì tóc ngắn, ngang vai hay dài.',
  en:
    'Say which service, so that free times can be found; if the price depends on the length, also how long the hair ' +
    'is.',
}

const noLongerOffered: LocalizedText = {
  vi: 'Dịch vụ này không còn trong danh sách.',
  en: 'This service is no longer offered.',
}

const noStaffAvailable: LocalizedText = {
  vi: 'Hôm đó không có thợ làm dịch vụ này.',
  en: 'No stylist for this service works that day.',
}
