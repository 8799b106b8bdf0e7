/** Tool that puts a guest on the waitlist of a time that is full. */
import { z } from 'zod'
import { argumentReaders } from '../../kernel/argument-reader.ts'
import { formatDate, joinParts } from '../../kernel/format-date.ts'
import { localPath } from '../../kernel/locale.ts'
import { type Tool, type WriteTool, writeTool } from '../../kernel/tool.ts'
import { alreadyRequestedField } from '../guard/stored-responses.ts'
import type { ToolContext } from '../trade/tool-context.ts'
import type { JoinedWaitlist, WaitlistOperations } from '../waitlist/operations.ts'
import { waitlistPath } from '../waitlist/url.ts'
import {
  dateArgument,
  describeField,
  emailArgument,
  nameArgument,
  phoneArgument,
  timeArgument,
} from './arguments.ts'
import { toolConsent } from './consent.ts'
import { sentText } from './sent-text.ts'

export const waitlistToolName = 'join_waitlist'

/** What is booked has the same arguments as in the tool of the trade that requests a booking. */
export function joinWaitlist(
  context: ToolContext,
  operation: WaitlistOperations['joinWaitlist'],
  requestTool: WriteTool,
): Tool {
  const { base, business } = context
  const trade = tradeArguments(requestTool)
  return writeTool({
    name: waitlistToolName,
    title: 'Join the waitlist',
    description:
      'Puts the guest on the waitlist of a full time; staff contact them if a place becomes free. Holds no place. A ' +
      'call without consent is a preview.',
    operation,
    input: z.strictObject({
      ...trade,
      date: dateArgument,
      from: describeField(timeArgument, 'Earliest start, HH:MM.'),
      to: describeField(timeArgument, 'Latest start, HH:MM.'),
      name: nameArgument,
      phone: phoneArgument,
      email: emailArgument,
    }),
    output: z.object({
      code: z.string(),
      status: z.literal('waiting'),
      date: z.string(),
      from: z.string(),
      to: z.string(),
      party_size: z.int(),
      read_back: z.string(),
      next_step: z.string(),
      status_url: z.string().optional(),
      test: z.literal(true).optional(),
      already_requested: alreadyRequestedField,
    }),
    ...(requestTool.names && { names: requestTool.names }),
    consent: (input) => toolConsent(context, 'waitlist', input),
    request: (input) => requestTool.request(input),
    readBack(input, response, locale) {
      const day = formatDate(input.date, locale)
      const { offer, party_size: guests } = response as JoinedWaitlist
      return joinParts([
        {
          vi: `Danh sách chờ: ${offer.name}, ${guests} khách, ${day}, từ ${input.from} đến ${input.to}`,
          en: `Waitlist: ${offer.name}, party of ${guests}, ${day}, from ${input.from} to ${input.to}`,
        }[locale],
        { vi: `tên ${input.name}`, en: `name ${input.name}` }[locale],
        { vi: `điện thoại ${input.phone}`, en: `phone ${input.phone}` }[locale],
        input.email,
      ])
    },
    toOutput(response: JoinedWaitlist, readBack, locale) {
      const { code, status, date, from, to, party_size, next_step, test } = response
      const page = localPath(`${waitlistPath}/${code}`, locale, business.languages)
      return {
        ...{ code, status, date, from, to, party_size },
        read_back: readBack,
        next_step,
        ...(!test && { status_url: `${base}${page}` }),
        ...(test && { test }),
        ...(response.already_requested && { already_requested: response.already_requested }),
      }
    },
    summarize: (output, locale) => `${sentText(output, locale)} ${output.next_step}`,
  })
}

/** What is needed to know whether a place fits. The ids of services are listed in the other tool, which saves tokens. */
function tradeArguments({ name, input: { shape } }: WriteTool): z.ZodRawShape {
  const { service_id: service, party_size: party, table_type: area } = shape
  const reader = service && argumentReaders.get(service as z.ZodType)
  const serviceId = z
    .string()
    .max(100)
    .meta({ description: `As in ${name}.` })
  if (reader) serviceId.register(argumentReaders, reader)
  return {
    ...(service && { service_id: serviceId }),
    ...(party && { party_size: party }),
    ...(area && { table_type: area }),
  }
}
