/** The MCP tools of a shop. */
import type { Tool } from '../../kernel/tool.ts'
import type { ToolContext } from '../trade/tool-context.ts'
import { chooseTools } from '../trade/tool-settings.ts'
import type { Shop } from '../trade/trade.ts'
import { getBookingStatus, type StatusContext } from './booking-status.ts'
import { getBusinessInfo } from './business-info.ts'
import { type CardToolContext, getCardBalance } from './card-balance.ts'
import { submitContactRequest } from './contact.ts'
import { listFaqs } from './faqs.ts'
import { listOfferings } from './offerings.ts'
import { readPage, searchContent } from './pages.ts'
import { getPricing } from './pricing.ts'
import { withWaitlist } from './waitlist.ts'

export type ShopToolContext = ToolContext & StatusContext & CardToolContext

/** All tools of the shop, as the owner's settings have them. */
export function shopTools(shop: Shop, context: ShopToolContext): readonly Tool[] {
  return chooseTools(shop, (questionsOf) => {
    const ownContext = { ...context, questionsOf }
    return [
      ...sharedTools(ownContext),
      ...withWaitlist(ownContext, shop.tools(ownContext)),
      getCardBalance(ownContext),
    ]
  })
}

/** The tools that every shop has. */
function sharedTools(context: ToolContext & StatusContext): Tool[] {
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
