/** The tools of every shop, whatever its trade. */
import type { Tool } from '../../kernel/tool.ts'
import type { ToolContext } from '../trade/tool-context.ts'
import { getBusinessInfo } from './business-info.ts'
import { submitContactRequest } from './contact.ts'
import { listFaqs } from './faqs.ts'
import { listOfferings } from './offerings.ts'
import { readPage, searchContent } from './pages.ts'
import { getPricing } from './pricing.ts'

export function sharedTools(parts: ToolContext): Tool[] {
  return [
    getBusinessInfo(parts),
    listOfferings(parts),
    getPricing(parts),
    searchContent(parts),
    readPage(parts),
    listFaqs(parts),
    submitContactRequest(parts),
  ]
}
