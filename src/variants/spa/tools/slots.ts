import { z } from 'zod'
import { availabilityTool } from '../../../domain/assistant/availability.ts'
import type { ToolParts } from '../../../domain/assistant/parts.ts'
import type { Tool } from '../../../kernel/tool.ts'
import { allTreatments } from '../assortment.ts'
import type { SpaFiles } from '../files.ts'
import { genderArgument, serviceArgument, therapistArgument } from './services.ts'

export function checkSlots(files: SpaFiles, parts: ToolParts): Tool {
  const { policy } = files
  const forTwo = allTreatments(files).filter(({ guests }) => guests === 2)
  return availabilityTool(parts, {
    name: 'check_slots',
    title: 'Free times',
    description: `Use before request_appointment: free start times for one treatment on one date, with the therapists who are free; or with month how many free times each day has. First starts ${policy.first_start}, last ${policy.last_start}, up to ${policy.horizon_days} days ahead. party_size 2 is only for ${forTwo.map(({ id }) => id).join(', ')} in the double room. Holds nothing; never tells who booked.`,
    fields: {
      service_id: serviceArgument(files, 'The treatment.'),
      therapist_id: therapistArgument(files, 'Only times of this therapist.'),
      therapist_gender: genderArgument('Only times with a woman or a man.'),
      party_size: partyArgument(),
    },
    question: ({ service_id, therapist_id, therapist_gender, party_size }) => ({
      offerId: service_id,
      therapist_id,
      therapist_gender,
      party_size,
    }),
    names: { offerId: 'service_id' },
    slotFields: parts.booking.rules.slotFields,
    sameLength: true,
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
