/** What an assistant can do at a spa, beside what it can do at every shop. */

import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import type { Tool } from '../../../kernel/tool.ts'
import { requestChangeTool } from '../../appointments/change-tool.ts'
import type { SpaFiles } from '../files.ts'
import { requestAppointment } from './appointment.ts'
import { listGiftOptions, requestGiftCard, requestMembership } from './cards.ts'
import { listServices, listTherapists } from './services.ts'
import { checkSlots } from './slots.ts'
import { suggestTreatment } from './suggest.ts'

export function tools(files: SpaFiles, parts: ToolContext): Tool[] {
  return [
    listServices(files, parts),
    listTherapists(files),
    suggestTreatment(files, parts),
    checkSlots(files, parts),
    requestAppointment(files, parts),
    requestChangeTool(files, parts),
    listGiftOptions(files),
    requestGiftCard(files, parts),
    requestMembership(files, parts),
  ]
}
