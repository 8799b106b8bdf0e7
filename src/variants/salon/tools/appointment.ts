import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import type { Tool } from '../../../kernel/tool.ts'
import { personArgument } from '../../appointments/arguments.ts'
import { requestAppointmentTool } from '../../appointments/request-tool.ts'
import type { SalonFiles } from '../files.ts'
import { allServices } from '../services.ts'

export function requestAppointment(files: SalonFiles, parts: ToolContext): Tool {
  return requestAppointmentTool(files, parts, {
    services: allServices(files).map(({ id, listed }) => ({ id, healthBoxIds: listed.ask_first })),
    service: 'The service.',
    readBackFirst:
      'before colour ask about reactions to dye. Then read back service, date, time, stylist, name, phone and health boxes',
    promise: 'Promise no exact shade or curl.',
    preferenceFields: {
      stylist_id: personArgument(files.stylists.stylists, 'A stylist the guest wishes for.'),
    },
    personFields: ['stylist'],
    attention: {
      field: 'needs_patch_test',
      readBack: { vi: 'cần thử thuốc trước khi nhuộm', en: 'a patch test comes first' },
      resultText: {
        vi: 'Vì điều đã báo, tiệm sẽ hẹn thử thuốc trước khi nhuộm.',
        en: 'Because of what was said, the salon will ask for a patch test before the colour.',
      },
    },
  })
}
