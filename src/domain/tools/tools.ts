/** The tools of every shop, whatever its trade. */
import type { Tool } from '../../kernel/tool.ts'
import type { ToolParts } from '../trade/tool-context.ts'
import { businessInfo } from './business-info.ts'
import { submitContactRequest } from './contact.ts'
import { listFaqs } from './faqs.ts'
import { listOfferings } from './offerings.ts'
import { readPage, searchContent } from './pages.ts'
import { getPricing } from './pricing.ts'

export function sharedTools(parts: ToolParts): Tool[] {
  return [
    businessInfo(parts),
    listOfferings(parts),
    getPricing(parts),
    searchContent(parts),
    readPage(parts),
    listFaqs(parts),
    submitContactRequest(parts),
  ]
}
