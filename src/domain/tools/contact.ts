/** Tool that asks staff to call the guest back. */
import { z } from 'zod'
import { joinParts } from '../../kernel/format-date.ts'
import { describeTool, forbid, type Tool, writeTool } from '../../kernel/tool.ts'
import { multiLineField, singleLineField } from '../guest/fields.ts'
import type { ToolContext } from '../trade/tool-context.ts'
import { describeField, emailArgument, nameArgument, phoneArgument } from './arguments.ts'
import { toolConsent } from './consent.ts'

export function submitContactRequest(context: ToolContext): Tool {
  const { business } = context
  return writeTool({
    name: 'submit_contact_request',
    title: 'Request a callback',
    ...describeTool(
      'Use when the guest wants a person to call or write back, or when no other tool can help. ' +
        'Sends name and phone to staff. Only after the guest agreed to share them: consent is true only then.',
      forbid('Never invent a phone number.'),
    ),
    operation: context.operations.submitLead,
    input: z.strictObject({
      name: nameArgument,
      phone: phoneArgument,
      email: emailArgument,
      message: describeField(
        multiLineField(1000).optional(),
        'What it is about, in the guest’s words.',
        { maxLength: 1000 },
      ),
      preferred_time: describeField(
        singleLineField(100).optional(),
        'When the guest would like to be called.',
        { maxLength: 100 },
      ),
    }),
    output: z.object({
      id: z.string(),
      received_at: z.string(),
      read_back: z.string(),
      next_step: z.string(),
      test: z.literal(true).optional(),
    }),
    consent: (input) => toolConsent(context, 'callback', input),
    request: (input) => input,
    readBack: ({ name, phone, email, message, preferred_time }, _response, locale) =>
      joinParts([
        { vi: `${business.name} gọi lại cho ${name}`, en: `${business.name} calls ${name} back` }[
          locale
        ],
        phone,
        email,
        preferred_time,
        message,
      ]),
    toOutput: (response, readBack) => ({ ...response, read_back: readBack }),
    summarize: ({ next_step }) => next_step,
  })
}
