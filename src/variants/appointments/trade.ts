/**
 * The builder of trades with appointments: a person performs a service in a place. A trade declares its words, its
 * files and its texts; everything else follows from them.
 */
import type { Values } from '../../content/file-kinds.ts'
import type { Shared } from '../../content/shop.ts'
import { type DayShift, onlinePart } from '../../domain/scheduling/duty.ts'
import type { ExtraPlace } from '../../domain/scheduling/extra-place.ts'
import type { ToolContext } from '../../domain/trade/tool-context.ts'
import { defineTrade, type Trade } from '../../domain/trade/trade.ts'
import type { Tool } from '../../kernel/tool.ts'
import { bookingRules } from './booking.ts'
import { bookingForm } from './booking-form.ts'
import { requestChangeTool } from './change-tool.ts'
import { checks } from './checks.ts'
import { complete } from './complete.ts'
import type { AppointmentTools, AppointmentTrade } from './declaration.ts'
import { offerFilters } from './filters.ts'
import { listPeopleTool } from './list-people-tool.ts'
import { listServicesTool } from './list-services-tool.ts'
import { pages } from './pages.ts'
import { placeholders, rulesText } from './placeholders.ts'
import { createPrompts } from './prompts.ts'
import { requestAppointmentTool } from './request-tool.ts'
import { assortment } from './services.ts'
import { checkSlotsTool } from './slots-tool.ts'
import { usualHours } from './staffing.ts'
import { type AppointmentFiles, type AppointmentValues, namedPeople } from './values.ts'
import { namesOf } from './words.ts'

export function appointmentTrade<const Id extends string>(trade: AppointmentTrade<Id>): Trade<Id> {
  /** The declaration for a shop with these files. */
  const forShop = (values: AppointmentValues): AppointmentTrade<Id> => {
    const { withoutPeople } = trade
    const isUnnamed = namedPeople(values.people).length === 0
    const staffed = isUnnamed && withoutPeople ? { ...trade, preferences: withoutPeople } : trade
    if (!trade.words.variant || values.variants?.length) return staffed
    const { variant: _, ...words } = trade.words
    return { ...staffed, ...trade.withoutVariants, words }
  }
  return defineTrade<Id, AppointmentFiles, Values<AppointmentFiles> & AppointmentValues>({
    id: trade.id,
    codePrefix: trade.codePrefix,
    files: trade.files,
    complete: complete(trade.words),
    checks: [...checks(trade), ...(trade.checks ?? [])],
    placeholders,
    rulesText: () => rulesText,
    assortment: (values) => assortment(forShop(values), values),
    offerFilters: (values) => offerFilters(forShop(values), values),
    picturePlaces: ({ people }) => [
      { id: namesOf(trade.words).services, name: trade.listPage.title },
      ...namedPeople(people),
    ],
    pages: (values, shared: Shared, { offers }) => pages(forShop(values), values, shared, offers),
    addPlaces: (values, extras) => withExtraPlaces(values, extras) as typeof values,
    setShifts: (values, shifts, isForGuests) =>
      withShifts(trade.words.person.en, values, shifts, isForGuests) as typeof values,
    booking: (values, business) => bookingRules(forShop(values), values, business),
    bookingForm: (values, business, offers) =>
      bookingForm(forShop(values), values, business, offers),
    view: {
      name: `${trade.id}-appointment`,
      check: 'check_slots',
      request: 'request_appointment',
    },
    priceNotes: ({ policy }) => ({ included: policy.included, notIncluded: policy.not_included }),
    tools: (values, context) => createTools(forShop(values), values, context),
    prompts: (values) => createPrompts(forShop(values), values),
    ...(trade.orders && { orders: trade.orders }),
    ...(trade.forms && { forms: trade.forms }),
    ...(trade.withoutEmail && { withoutEmail: trade.withoutEmail }),
  })
}

function withExtraPlaces(
  values: AppointmentValues,
  extras: readonly ExtraPlace[],
): AppointmentValues {
  const added = extras.map(({ id, name, kind, seats: guests }) => ({
    ...{ id, name: { vi: name, en: name }, kind, guests, online: false },
  }))
  const { places } = values
  return { ...values, places: { ...places, places: [...places.places, ...added] } }
}

/** Guests can book a person who came in to help only if staff say so, and never after the person has left. */
function withShifts(
  kind: string,
  values: AppointmentValues,
  shifts: readonly DayShift[],
  isForGuests: boolean,
): AppointmentValues {
  const people = values.people.map((person) => {
    const own = shifts.filter(({ resource }) => resource === `${kind}:${person.id}`)
    if (own.length === 0) return person
    const dayHours = own.map((shift) => {
      const hours = isForGuests ? onlinePart(usualHours(person, shift.date), shift) : shift
      return [shift.date, hours ? { from: hours.from, to: hours.to } : null] as const
    })
    return { ...person, dayHours: Object.fromEntries(dayHours) }
  })
  return { ...values, people }
}

function createTools(
  trade: AppointmentTrade,
  values: AppointmentValues,
  context: ToolContext,
): readonly Tool[] {
  const tools: AppointmentTools = {
    listServices: listServicesTool(trade, values, context),
    listPeople:
      namedPeople(values.people).length > 0
        ? [trade.preferences?.listPeople(values, context) ?? listPeopleTool(trade, values, context)]
        : [],
    checkSlots: checkSlotsTool(trade, values, context),
    requestAppointment: requestAppointmentTool(trade, values, context),
    requestChange: requestChangeTool(values, context),
  }
  return trade.tools?.(values, context, tools) ?? Object.values(tools).flat()
}
