/** Tools that find free times and request an appointment. */
import { z } from 'zod'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import type { Tool } from '../../../kernel/tool.ts'
import { personArgument, serviceArgument } from '../../appointments/arguments.ts'
import { requestAppointmentTool } from '../../appointments/request-tool.ts'
import { checkSlotsTool } from '../../appointments/slots-tool.ts'
import { allTreatments } from '../assortment.ts'
import type { SpaFiles } from '../files.ts'
import { genderArgument } from './services.ts'

export function checkSlots(files: SpaFiles, context: ToolContext): Tool {
  const treatments = allTreatments(files)
  const forTwo = treatments.filter(({ guests }) => guests === 2).map(({ id }) => id)
  return checkSlotsTool(files, context, {
    finds: 'for one treatment on one date, with the therapists who are free',
    party: `party_size 2 is only for ${forTwo.join(', ')} in the double room.`,
    service: serviceArgument(treatments, 'The treatment.'),
    preferenceFields: {
      therapist_id: personArgument(files.therapists.therapists, 'Only times of this therapist.'),
      therapist_gender: genderArgument('Only times with a woman or a man.'),
      party_size: partyArgument(),
    },
  })
}

export function requestAppointment(files: SpaFiles, context: ToolContext): Tool {
  return requestAppointmentTool(files, context, {
    services: allTreatments(files).map(({ id, ask_first }) => ({ id, healthBoxIds: ask_first })),
    service: 'The treatment.',
    readBackFirst: 'then read back treatment, date, time, therapist, name, phone and health boxes',
    promise: 'Promise no results.',
    preferenceFields: {
      therapist_id: personArgument(files.therapists.therapists, 'A therapist the guest prefers.'),
      therapist_gender: genderArgument('A woman or a man, if that matters.'),
      party_size: partyArgument(),
    },
    personFields: ['therapist', 'second_therapist'],
    attention: {
      field: 'needs_doctor_first',
      readBack: { vi: 'cần hỏi bác sĩ trước', en: 'the guest should ask a doctor first' },
      resultText: {
        vi: 'Vì điều đã báo về sức khoẻ, xin hỏi bác sĩ trước.',
        en: 'Because of the reported health condition, please ask a doctor first.',
      },
    },
  })
}

function partyArgument() {
  return z
    .int()
    .min(1)
    .max(2)
    .optional()
    .meta({ description: '2 only for the package for two guests side by side.' })
}
