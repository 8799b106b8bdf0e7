/** The MCP tools that every shop has. */
import type { Tool } from '../../kernel/tool.ts'
import type { ToolContext } from '../trade/tool-context.ts'
import { getBookingStatus, type StatusContext } from './booking-status.ts'
import { getBusinessInfo } from './business-info.ts'
import { submitContactRequest } from './contact.ts'
import { listFaqs } from './faqs.ts'
import { listOfferings } from './offerings.ts'
import { readPage, searchContent } from './pages.ts'
import { getPricing } from './pricing.ts'

export function sharedTools(context: ToolContext & StatusContext): Tool[] {
  return [
    getBusinessInfo(context),
    listOfferings(context),
    getPricing(context),
    searchContent(context),
    readPage(context),
    ...(context.faqs.faqs.length > 0 ? [listFaqs(context)] : []),
    getBookingStatus(context),
    submitContactRequest(context),
  ]
}
