import { z } from 'zod'
import { sayParts } from '../../kernel/format-date.ts'
import { type Tool, writeTool } from '../../kernel/tool.ts'
import { line, lines } from '../guest/fields.ts'
import { type ToolParts, writeNamed } from '../trade/tool-context.ts'
import { emailArgument, nameArgument, phoneArgument, told } from './arguments.ts'

export function submitContactRequest(parts: ToolParts): Tool {
  const { business } = parts.booking
  return writeTool({
    name: 'submit_contact_request',
    title: 'Ask staff to call back',
    description:
      'Use when the guest wants a person to call or write back, or when no other tool can help. Sends name and phone to staff. Only after the guest agreed to share them: consent is true only then. Never invent a phone number.',
    operation: writeNamed(parts, 'submitLead'),
    input: z.strictObject({
      name: nameArgument,
      phone: phoneArgument,
      email: emailArgument,
      message: told(lines(1000).optional(), 'What it is about, in the guest’s words.', {
        maxLength: 1000,
      }),
      preferred_time: told(line(100).optional(), 'When the guest would like to be called.', {
        maxLength: 100,
      }),
    }),
    output: z.object({
      id: z.string(),
      received_at: z.string(),
      read_back: z.string(),
      next_step: z.string(),
      test: z.literal(true).optional(),
    }),
    consent: business.consent.contact.text,
    request: (input) => input,
    readBack: ({ name, phone, email, message, preferred_time }, _answer, locale) =>
      sayParts([
        { vi: `${business.name} gọi lại cho ${name}`, en: `${business.name} calls ${name} back` }[
          locale
        ],
        phone,
        email,
        preferred_time,
        message,
      ]),
    tell: (
      answer: { id: string; received_at: string; next_step: string; test?: true },
      readBack,
    ) => ({
      ...answer,
      read_back: readBack,
    }),
    say: ({ next_step }) => next_step,
  })
}
