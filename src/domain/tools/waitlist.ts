/** Tool that puts a guest on the waitlist of a time that is full. */
import { z } from 'zod'
import { argumentReaders } from '../../kernel/argument-reader.ts'
import { formatDate, joinParts } from '../../kernel/format-date.ts'
import { type LocalizedText, localPath } from '../../kernel/locale.ts'
import { type Tool, type WriteTool, writeTool } from '../../kernel/tool.ts'
import { alreadyRequestedField } from '../guard/stored-responses.ts'
import type { ToolContext } from '../trade/tool-context.ts'
import type { JoinedWaitlist, WaitlistOperations } from '../waitlist/operations.ts'
import { formatWindow } from '../waitlist/texts.ts'
import { waitlistPath } from '../waitlist/url.ts'
import {
  dateArgument,
  describeField,
  fromArgument,
  nameArgument,
  phoneArgument,
  toArgument,
} from './arguments.ts'
import { toolConsent } from './consent.ts'
import { sentText } from './sent-text.ts'

/** A guest who waits for one time names it once. */
const oneTime = ['time', 'around', 'start_time', 'at', 'hour']

const windowQuestion: LocalizedText = {
  vi: 'Chờ giờ nào: từ mấy giờ đến mấy giờ?',
  en: 'Which time: from when until when?',
}

export const waitlistToolName = 'join_waitlist'

/** Where a time is full. */
export const waitlistHint: LocalizedText = {
  vi: `Muốn chờ giờ này: ${waitlistToolName}.`,
  en: `To wait for this time: ${waitlistToolName}.`,
}

/** The tools of the trade, and the waitlist of its tool that requests a booking, whose arguments it shares. */
export function withWaitlist(
  context: ToolContext & { waitlist: WaitlistOperations },
  tools: readonly Tool[],
): Tool[] {
  const request = tools.find(isRequestTool)
  if (!request) return [...tools]
  return [
    ...tools.map((tool) => (tool === request ? { ...request, ifFull: waitlistHint } : tool)),
    joinWaitlist(context, context.waitlist.joinWaitlist, request),
  ]
}

function isRequestTool(tool: Tool): tool is WriteTool {
  return tool.kind === 'write' && tool.operation.name === 'requestBooking'
}

function joinWaitlist(
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
      'Puts the guest on the waitlist for times at which no place is free; staff contact them if one becomes free. ' +
      'Holds no place. A time with a free place is rejected.',
    operation,
    input: z.strictObject({
      ...trade,
      date: dateArgument,
      from: describeField(fromArgument, 'Earliest start, HH:MM.').register(argumentReaders, {
        aliases: [...oneTime, 'after', 'time_from', 'earliest'],
        question: windowQuestion,
      }),
      to: describeField(toArgument, 'Latest start, HH:MM.').register(argumentReaders, {
        aliases: [...oneTime, 'before', 'time_to', 'latest'],
        question: windowQuestion,
      }),
      name: nameArgument,
      phone: phoneArgument,
    }),
    output: z.object({
      code: z.string(),
      status: z.literal('waiting'),
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
          vi: `Danh sách chờ: ${offer.name}, ${guests} khách, ${day}, ${formatWindow(input)}`,
          en: `Waitlist: ${offer.name}, party of ${guests}, ${day}, ${formatWindow(input)}`,
        }[locale],
        { vi: `tên ${input.name}`, en: `name ${input.name}` }[locale],
        { vi: `điện thoại ${input.phone}`, en: `phone ${input.phone}` }[locale],
      ])
    },
    toOutput(response: JoinedWaitlist, readBack, locale) {
      const { code, status, next_step, test } = response
      const page = localPath(`${waitlistPath}/${code}`, locale, business.languages)
      return {
        code,
        status,
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

const tradeNames = ['service_id', 'party_size']

/**
 * What decides whether a place fits. Other preferences are left to the site and the API: definitions must stay short.
 */
function tradeArguments({ input: { shape } }: WriteTool): z.ZodRawShape {
  const isNeeded = (field: unknown) => field instanceof z.ZodType && !field.isOptional()
  return Object.fromEntries(
    Object.entries(shape).filter(
      ([name, field]) => name === 'table_type' || (tradeNames.includes(name) && isNeeded(field)),
    ),
  )
}
