/**
 * The builder of trades with appointments: a person performs a service in a place. A trade declares its words, its
 * files and its texts; everything else follows from them.
 */
import type { Shared } from '../../content/shop.ts'
import type { ToolContext } from '../../domain/trade/tool-context.ts'
import { defineTrade, type Trade } from '../../domain/trade/trade.ts'
import type { Tool } from '../../kernel/tool.ts'
import { bookingRules } from './booking.ts'
import { bookingForm } from './booking-form.ts'
import { requestChangeTool } from './change-tool.ts'
import { checks } from './checks.ts'
import type { AppointmentTools, AppointmentTrade } from './declaration.ts'
import { offerFilters } from './filters.ts'
import { listPeopleTool } from './list-people-tool.ts'
import { listServicesTool } from './list-services-tool.ts'
import { pages } from './pages.ts'
import { createPrompts } from './prompts.ts'
import { requestAppointmentTool } from './request-tool.ts'
import { assortment } from './services.ts'
import { checkSlotsTool } from './slots-tool.ts'
import type { AppointmentFiles, AppointmentValues } from './values.ts'

export function appointmentTrade<const Id extends string>(trade: AppointmentTrade<Id>): Trade<Id> {
  return defineTrade<Id, AppointmentFiles>({
    id: trade.id,
    codePrefix: trade.codePrefix,
    files: trade.files,
    checks: [...checks(trade), ...(trade.checks ?? [])],
    assortment: (values: AppointmentValues) => assortment(trade, values),
    offerFilters: (values: AppointmentValues) => offerFilters(trade, values),
    pages: (values: AppointmentValues, shared: Shared, { offers }) =>
      pages(trade, values, shared, offers),
    booking: (values: AppointmentValues, business) => bookingRules(trade, values, business),
    bookingForm: (values: AppointmentValues, business) => bookingForm(trade, values, business),
    priceNotes: ({ policy }) => ({ included: policy.included, notIncluded: policy.not_included }),
    tools: (values: AppointmentValues, context) => createTools(trade, values, context),
    prompts: (values: AppointmentValues) => createPrompts(trade, values),
    ...(trade.orders && { orders: trade.orders }),
    ...(trade.forms && { forms: trade.forms }),
  })
}

function createTools(
  trade: AppointmentTrade,
  values: AppointmentValues,
  context: ToolContext,
): readonly Tool[] {
  const tools: AppointmentTools = {
    listServices: listServicesTool(trade, values, context),
    listPeople: trade.preferences?.listPeople(values) ?? listPeopleTool(trade, values),
    checkSlots: checkSlotsTool(trade, values, context),
    requestAppointment: requestAppointmentTool(trade, values, context),
    requestChange: requestChangeTool(values, context),
  }
  return trade.tools?.(values, context, tools) ?? Object.values(tools)
}
