import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import type { Tool } from '../../../kernel/tool.ts'
import { personArgument, serviceArgument } from '../../appointments/arguments.ts'
import { checkSlotsTool } from '../../appointments/slots-tool.ts'
import type { SalonFiles } from '../files.ts'
import { allServices } from '../services.ts'

export function checkSlots(files: SalonFiles, parts: ToolContext): Tool {
  return checkSlotsTool(files, parts, {
    finds: 'for one service on one date, with the stylists who are free',
    party: 'For one guest; two who come together book twice.',
    service: serviceArgument(allServices(files), 'The service.'),
    preferenceFields: {
      stylist_id: personArgument(files.stylists.stylists, 'Only times of this stylist.'),
    },
  })
}
