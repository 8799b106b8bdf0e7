/** How a salon is booked: a service wants a stylist who does it and a seat of its kind. */
import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import type { BookingRules, Option, Start, Wish } from '../../domain/scheduling/rules.ts'
import { oneOf, optional } from '../../kernel/input.ts'
import type { Words } from '../../kernel/locale.ts'
import { lazily } from '../../kernel/memoize.ts'
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
import type { SalonFiles, Stylist } from './files.ts'
import { vocabulary } from './quick-entry-phrases.ts'
import { allServices } from './services.ts'

type ServiceWish = Wish & { stylistId?: string }

export function bookingRules(files: SalonFiles, business: Business): BookingRules {
  const { seats, health } = files
  const { stylists } = files.stylists
  const services = new Map(allServices(files).map((service) => [service.id, service]))
  /** Nothing once the owner has taken it off the list. */
  const serviceOf = (wish: Wish) => services.get(wish.offerId)
  const stylistNamed = (id: unknown) => stylists.find((one) => one.id === id)
  const ableTo = (offerId: string, people: readonly Stylist[]): Stylist[] => {
    const listed = services.get(offerId)?.listed.id
    return people.filter((one) => listed !== undefined && one.services.includes(listed))
  }

  const readWish: BookingRules['readWish'] = (input, of) => {
    const stylistId = input.stylist_id as string | undefined
    const wishFor = (offerId: string): ServiceWish => ({
      offerId,
      partySize: 1,
      ...(stylistId !== undefined && { stylistId }),
    })
    const offerId = String(input.offerId)
    const stylist = stylistNamed(stylistId)
    if (services.has(offerId)) {
      const able = ableTo(offerId, stylists)
      if (!stylist || able.includes(stylist)) return { wishes: [wishFor(offerId)] }
      const message = oneOf(able.map(({ id }) => id))
      return { faults: [{ name: 'stylist_id', code: 'not_one_of', message }] }
    }
    const open = [...services.keys()].filter((id) => !stylist || ableTo(id, [stylist]).length > 0)
    const [first, ...others] = of === 'month' ? open : []
    if (first === undefined)
      return { faults: [{ name: 'offerId', code: 'missing', message: which }] }
    return { wishes: [wishFor(first), ...others.map(wishFor)] }
  }

  const { rules, teamsAt } = appointments<Stylist>({
    business,
    files,
    workers: stylists,
    minutesOf: (wish) => serviceOf(wish)?.minutes,
    teams: ({ offerId, stylistId }: ServiceWish, there) =>
      ableTo(offerId, there)
        .filter(({ id }) => !stylistNamed(stylistId) || id === stylistId)
        .map((one) => [one]),
    noLongerOffered,
    nobodyThere,
    chosen: ({ stylistId }) => stylistNamed(stylistId),
  })

  const options = (wish: Wish, date: string, start: Start): Option[] => {
    // Two who come together book twice.
    if (wish.partySize !== 1) return []
    const { minutes } = start
    const kind = serviceOf(wish)?.listed.seat
    const fitting = seats.seats.filter((seat) => seat.kind === kind)
    return teamsAt(wish, date, start).flatMap((team) =>
      team.flatMap((stylist) =>
        fitting.map((seat) => ({
          holds: [
            { resource: `stylist:${stylist.id}`, minutes },
            { resource: `seat:${seat.id}`, minutes },
          ],
          rank: 0,
          spread: [`stylist:${stylist.id}`],
          given: { stylist: stylist.id, seat: seat.id },
        })),
      ),
    )
  }

  const offerId = offerField(
    [...services.keys()],
    'The service, for the length of hair where that matters.',
  )
  const wished = {
    stylist_id: personField(
      stylists,
      'A stylist the guest wishes for; without it, anyone who is free.',
    ),
  }

  return {
    ...rules,
    codePrefix: 'CAT',
    requestFields: {
      offerId,
      ...wished,
      health: healthField(
        health.boxes,
        'Health boxes that apply. Only the front desk and the stylist see them.',
      ),
    },
    questionFields: { offerId: optional(offerId), ...wished },
    readWish,
    options,
    vocabulary: lazily(() => vocabulary(files)),
    wished: (wish) => withPerson(stylists, (wish as ServiceWish).stylistId),
    wishNames: { stylist_id: { vi: 'Thợ', en: 'With' } },
    resources: [
      ...peopleAsResources('stylist', stylists, { vi: 'Thợ', en: 'Stylists' }),
      ...seats.kinds.flatMap((kind) =>
        seats.seats
          .filter((seat) => seat.kind === kind.id)
          .map(({ id, name }) => ({ id: `seat:${id}`, name, group: kind.name })),
      ),
    ],
    kinds: {
      stylist: {
        noun: { vi: 'Thợ', en: 'Stylist' },
        file: 'stylists.yaml',
        lacking: nobodyDoesIt,
      },
      seat: {
        noun: { vi: 'Ghế', en: 'Seat' },
        file: 'seats.yaml',
        lacking: { vi: 'Chưa có ghế', en: 'There is no seat for it yet' },
      },
    },
    lineExample: {
      vi: `10h ${[...services.values()][0]?.name.vi} anh Tuấn 0912345678`,
      en: `10am ${[...services.values()][0]?.name.en} Tuan 0912345678`,
    },
    declinesDay: { vi: 'Hôm đó thợ của tiệm nghỉ.', en: 'Our stylist is away that day.' },
    needsAttention: (wish, marks) =>
      serviceOf(wish)?.listed.patch_test === true &&
      health.boxes.some((box) => box.patch_test_first && marks.includes(box.id)),
    tell: (_wish, given, attention) => {
      const stylist = stylistNamed(given.stylist)
      return {
        ...(stylist && { stylist: { id: stylist.id, name: stylist.name } }),
        ...(attention && { needs_patch_test: true }),
      }
    },
    toldFields: {
      stylist: toldPerson.optional().describe(keptFor),
      needs_patch_test: z
        .boolean()
        .optional()
        .describe('Colour for somebody who reacted before: a patch test comes first.'),
    },
    slotFields: { stylists: z.array(z.string()).describe('Who is free, by id.') },
    tellSlot: (free) => ({
      stylists: [...new Set(free.map(({ given }) => given.stylist))],
    }),
  }
}

const which: Words = {
  vi: 'Cần biết làm dịch vụ nào để tìm giờ trống; nếu giá theo độ dài thì tóc ngắn, ngang vai hay dài.',
  en: 'Say which service, so that free times can be found; where the price goes by length, also how long the hair is.',
}

const noLongerOffered: Words = {
  vi: 'Dịch vụ này không còn trong danh sách.',
  en: 'This service is no longer offered.',
}

const nobodyThere: Words = {
  vi: 'Hôm đó không có thợ làm dịch vụ này.',
  en: 'Nobody who does this service works that day.',
}
