import { z } from 'zod'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import type { Tool } from '../../../kernel/tool.ts'
import { personArgument, serviceArgument } from '../../appointments/arguments.ts'
import { checkSlotsTool } from '../../appointments/slots-tool.ts'
import { allTreatments } from '../assortment.ts'
import type { SpaFiles } from '../files.ts'
import { genderArgument } from './services.ts'

export function checkSlots(files: SpaFiles, parts: ToolContext): Tool {
  const treatments = allTreatments(files)
  const forTwo = treatments.filter(({ guests }) => guests === 2).map(({ id }) => id)
  return checkSlotsTool(files, parts, {
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

export function partyArgument() {
  return z
    .int()
    .min(1)
    .max(2)
    .optional()
    .meta({ description: '2 only for the package that two take side by side.' })
}
