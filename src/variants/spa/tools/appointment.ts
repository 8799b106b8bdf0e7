import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import type { Tool } from '../../../kernel/tool.ts'
import { personArgument } from '../../appointments/arguments.ts'
import { requestAppointmentTool } from '../../appointments/request-tool.ts'
import { allTreatments } from '../assortment.ts'
import type { SpaFiles } from '../files.ts'
import { genderArgument } from './services.ts'
import { partyArgument } from './slots.ts'

export function requestAppointment(files: SpaFiles, parts: ToolContext): Tool {
  return requestAppointmentTool(files, parts, {
    services: allTreatments(files).map(({ id, ask_first }) => ({ id, healthBoxIds: ask_first })),
    service: 'The treatment.',
    readBackFirst: 'then read back treatment, date, time, therapist, name, phone and health boxes',
    promise: 'Promise no results.',
    preferenceFields: {
      therapist_id: personArgument(
        files.therapists.therapists,
        'A therapist the guest wishes for.',
      ),
      therapist_gender: genderArgument('A woman or a man, if that matters.'),
      party_size: partyArgument(),
    },
    personFields: ['therapist', 'second_therapist'],
    attention: {
      field: 'needs_doctor_first',
      readBack: { vi: 'cần hỏi bác sĩ trước', en: 'a doctor should be asked first' },
      resultText: {
        vi: 'Vì điều đã báo về sức khỏe, xin hỏi bác sĩ trước.',
        en: 'Because of what was said on health, please ask a doctor first.',
      },
    },
  })
}
