/** MCP tools of a salon, in addition to the shared ones. */
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import type { Tool } from '../../../kernel/tool.ts'
import { requestChangeTool } from '../../appointments/change-tool.ts'
import type { SalonFiles } from '../files.ts'
import { checkSlots, requestAppointment } from './appointment.ts'
import { listServices } from './services.ts'
import { listStylists } from './stylists.ts'

export function tools(files: SalonFiles, context: ToolContext): Tool[] {
  return [
    listServices(files, context),
    listStylists(files),
    checkSlots(files, context),
    requestAppointment(files, context),
    requestChangeTool(files, context),
  ]
}
