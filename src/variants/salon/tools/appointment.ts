/** Tools that find free times and request an appointment. */
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import type { Tool } from '../../../kernel/tool.ts'
import { personArgument, serviceArgument } from '../../appointments/arguments.ts'
import { requestAppointmentTool } from '../../appointments/request-tool.ts'
import { checkSlotsTool } from '../../appointments/slots-tool.ts'
import type { SalonFiles } from '../files.ts'
import { allServices } from '../services.ts'

export function checkSlots(files: SalonFiles, context: ToolContext): Tool {
  return checkSlotsTool(files, context, {
    finds: 'for one service on one date, with the stylists who are free',
    party: 'For one guest; two who come together book twice.',
    service: serviceArgument(allServices(files), 'The service.'),
    preferenceFields: {
      stylist_id: personArgument(files.stylists.stylists, 'Only times of this stylist.'),
    },
  })
}

export function requestAppointment(files: SalonFiles, context: ToolContext): Tool {
  return requestAppointmentTool(files, context, {
    services: allServices(files).map(({ id, listed }) => ({ id, healthBoxIds: listed.ask_first })),
    service: 'The service.',
    readBackFirst:
      'before color ask about reactions to dye. Then read back service, date, time, stylist, name, phone and health ' +
      'boxes',
    promise: 'Promise no exact shade or curl.',
    preferenceFields: {
      stylist_id: personArgument(files.stylists.stylists, 'A stylist the guest prefers.'),
    },
    personFields: ['stylist'],
    attention: {
      field: 'needs_patch_test',
      readBack: { vi: 'cần thử thuốc trước khi nhuộm', en: 'a patch test is needed first' },
      resultText: {
        vi: 'Vì điều đã báo, tiệm sẽ hẹn thử thuốc trước khi nhuộm.',
        en: 'Because of what was reported, the salon will arrange a patch test before the color.',
      },
    },
  })
}
