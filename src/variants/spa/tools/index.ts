/** MCP tools of a spa, in addition to the shared ones. */
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import type { Tool } from '../../../kernel/tool.ts'
import { requestChangeTool } from '../../appointments/change-tool.ts'
import type { SpaFiles } from '../files.ts'
import { checkSlots, requestAppointment } from './appointment.ts'
import { listGiftOptions, requestGiftCard } from './gift-cards.ts'
import { requestMembership } from './membership.ts'
import { listServices, listTherapists } from './services.ts'
import { suggestTreatment } from './suggest.ts'

export function tools(files: SpaFiles, context: ToolContext): Tool[] {
  return [
    listServices(files, context),
    listTherapists(files),
    suggestTreatment(files, context),
    checkSlots(files, context),
    requestAppointment(files, context),
    requestChangeTool(files, context),
    listGiftOptions(files),
    requestGiftCard(files, context),
    requestMembership(files, context),
  ]
}
