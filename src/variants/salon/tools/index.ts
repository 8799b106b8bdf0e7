/** What an assistant can do at a salon, beside what it can do at every shop. */

import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import type { Tool } from '../../../kernel/tool.ts'
import { requestChangeTool } from '../../appointments/change-tool.ts'
import type { SalonFiles } from '../files.ts'
import { requestAppointment } from './appointment.ts'
import { listServices } from './services.ts'
import { checkSlots } from './slots.ts'
import { listStylists } from './stylists.ts'

export function tools(files: SalonFiles, parts: ToolContext): Tool[] {
  return [
    listServices(files, parts),
    listStylists(files),
    checkSlots(files, parts),
    requestAppointment(files, parts),
    requestChangeTool(files, parts),
  ]
}
