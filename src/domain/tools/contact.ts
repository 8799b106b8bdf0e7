/** Tool that asks staff to call the guest back. */
import { z } from 'zod'
import { joinParts } from '../../kernel/format-date.ts'
import { type Tool, writeTool } from '../../kernel/tool.ts'
import { alreadyRequestedField } from '../guard/stored-responses.ts'
import { multiLineField, singleLineField } from '../guest/fields.ts'
import type { ToolContext } from '../trade/tool-context.ts'
import { describeField, emailArgument, nameArgument, phoneArgument } from './arguments.ts'
import { toolConsent } from './consent.ts'
import { describeRecorded } from './sent-text.ts'

export function submitContactRequest(context: ToolContext): Tool {
  const { business } = context
  return writeTool({
    name: 'submit_contact_request',
    title: 'Request a callback',
    description: 'Sends the guest’s name and phone to staff, who call or write back.',
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
      id: z.string().optional().describe('Only in a dry run; begins with TEST-.'),
      read_back: z.string(),
      next_step: z.string(),
      test: z.literal(true).optional(),
      already_requested: alreadyRequestedField,
    }),
    consent: (input) => toolConsent(context, 'callback', input),
    request: (input) => input,
    readBack: ({ name, phone, email, message, preferred_time }, _response, locale) =>
      joinParts([
        { vi: `${business.name} gọi lại cho ${name}`, en: `${business.name} calls ${name} back` }[
          locale
        ],
        { vi: `điện thoại ${phone}`, en: `phone ${phone}` }[locale],
        email,
        preferred_time &&
          { vi: `lúc tiện: ${preferred_time}`, en: `when: ${preferred_time}` }[locale],
        message && { vi: `nội dung: ${message}`, en: `message: ${message}` }[locale],
      ]),
    // The id of a stored request means nothing to a guest, and directories reject technical ids in results.
    toOutput: ({ id, next_step, test, already_requested }, readBack) => ({
      ...(test && !already_requested && { id }),
      read_back: readBack,
      next_step,
      ...(test && { test }),
      ...(already_requested && { already_requested }),
    }),
    summarize: describeRecorded,
  })
}
