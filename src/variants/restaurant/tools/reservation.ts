/** Tool that requests a table. */
import { z } from 'zod'
import {
  alreadyRequestedField,
  type RequestedBooking,
} from '../../../domain/booking/request-operation.ts'
import { bookingConsent } from '../../../domain/guest/consent.ts'
import { readAnswers } from '../../../domain/guest/questions.ts'
import {
  checkWeekday,
  dateArgument,
  emailArgument,
  nameArgument,
  noteArgument,
  partySizeReader,
  phoneArgument,
  timeArgument,
  weekdayArgument,
} from '../../../domain/tools/arguments.ts'
import { questionArguments, readBackAnswers } from '../../../domain/tools/questions.ts'
import { bookingStatusUrl, type ToolContext } from '../../../domain/trade/tool-context.ts'
import { argumentReaders } from '../../../kernel/argument-reader.ts'
import { formatDate, joinParts, weekdayName } from '../../../kernel/format-date.ts'
import { numberLimits } from '../../../kernel/input.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { readName } from '../../../kernel/name-reader.ts'
import type { FieldError } from '../../../kernel/problem.ts'
import { describeTool, forbid, type Tool, writeTool } from '../../../kernel/tool.ts'
import type { TableFields } from '../booking.ts'
import type { RestaurantFiles } from '../files.ts'
import { formatDepositTerms, policyMinGuests } from '../policy.ts'
import { policyCode } from './policy.ts'
import { areaReader } from './tables.ts'

type ReservationResponse = RequestedBooking & TableFields

export function requestReservation(files: RestaurantFiles, context: ToolContext): Tool {
  const { tables, setMeals, policy } = files
  const { questions } = context.rules
  const from = policyMinGuests(files)
  const typeNames = new Map(tables.types.map(({ id, name }) => [id, name]))

  return writeTool({
    name: 'request_reservation',
    title: 'Request a table',
    ...describeTool(
      'Use to send a table request once the guest agreed.',
      forbid(
        'It stays pending until staff confirm by phone or message: never say it is confirmed.',
      ),
      'First call check_table_availability, read every detail back, each allergen too, and get an explicit yes.',
      forbid('Never invent a phone number or an allergy.'),
      `${from} or more guests: read get_reservation_policy to the guest first and pass its policy_code.`,
    ),
    operation: context.operations.requestBooking,
    input: z.strictObject({
      date: dateArgument,
      weekday: weekdayArgument,
      time: timeArgument,
      party_size: z
        .int()
        .min(1)
        .max(500)
        .meta({ description: `Number of guests; ${policy.online_up_to + 1} or more must call.` })
        .register(numberLimits, { max: policy.online_up_to })
        .register(argumentReaders, partySizeReader),
      name: nameArgument,
      phone: phoneArgument,
      email: emailArgument,
      ...questionArguments(questions),
      note: noteArgument,
      table_type: z
        .enum(tables.types.map(({ id }) => id))
        .optional()
        .meta({ description: 'Where to sit, from check_table_availability.' })
        .register(argumentReaders, areaReader(files)),
      set_menu_id: z
        .enum(setMeals.sets.map(({ id }) => id))
        .optional()
        .meta({ description: 'A set meal for the table.' })
        .register(argumentReaders, {
          aliases: ['set_menu', 'set_meal', 'set', 'set_meal_id'],
          read: readName(setMeals.sets, { ignoredWords: ['set', 'meal', 'menu', 'the'] }),
        }),
      policy_code: z
        .string()
        .max(40)
        .optional()
        .meta({ description: `Needed for ${from} or more guests; from get_reservation_policy.` }),
    }),
    output: z.object({
      code: z.string(),
      status: z.literal('pending'),
      date: z.string(),
      weekday: z.string(),
      time: z.string(),
      party_size: z.int(),
      table_type: z.string(),
      read_back: z.string(),
      next_step: z.string(),
      status_url: z.string().optional().describe('The status page.'),
      test: z.literal(true).optional(),
      already_requested: alreadyRequestedField,
    }),
    names: { offerId: 'set_menu_id' },
    consent: bookingConsent(context.business, questions).text,
    check(input) {
      const { party_size: guests, policy_code } = input
      const needsCode = guests >= from && guests <= policy.online_up_to
      const isUnread = needsCode && policy_code !== policyCode(files, guests)
      return [...checkWeekday(input, context.now()), ...(isUnread ? [missingPolicyCode(from)] : [])]
    },
    request: ({ weekday: _, policy_code: __, set_menu_id, ...fields }) => ({
      ...fields,
      ...(set_menu_id && { offerId: set_menu_id }),
    }),
    readBack(input, response: ReservationResponse, locale) {
      const set = setMeals.sets.find(({ id }) => id === input.set_menu_id)
      const day = formatDate(input.date, locale)
      const areaName = typeNames.get(response.table_type)?.[locale] ?? response.table_type
      const until = response.ends_at.slice(11, 16)
      return joinParts([
        {
          vi: `Bàn cho ${input.party_size} người, ${day} lúc ${input.time} đến ${until}, ${areaName}`,
          en: `A table for ${input.party_size} on ${day} from ${input.time} to ${until}, ${areaName}`,
        }[locale],
        set && { vi: `mâm ${set.name.vi}`, en: `set meal ${set.name.en}` }[locale],
        { vi: `tên ${input.name}`, en: `name ${input.name}` }[locale],
        { vi: `điện thoại ${input.phone}`, en: `phone ${input.phone}` }[locale],
        input.email,
        ...readBackAnswers(questions, readAnswers(questions, input), locale),
        input.note && { vi: `ghi chú: ${input.note}`, en: `note: ${input.note}` }[locale],
        formatDepositTerms(files, input.party_size, response.table_type, locale),
      ])
    },
    toOutput(response: ReservationResponse, readBack, locale) {
      const date = response.starts_at.slice(0, 10)
      return {
        code: response.code,
        status: response.status,
        date,
        weekday: weekdayName(date, locale),
        time: response.starts_at.slice(11, 16),
        party_size: response.party_size,
        table_type: response.table_type,
        read_back: readBack,
        next_step: response.next_step,
        status_url: bookingStatusUrl(context, response.code, locale),
        ...(response.test && { test: response.test }),
        ...(response.already_requested && { already_requested: response.already_requested }),
      }
    },
    summarize: ({ code, next_step }, locale) =>
      ({
        vi: `Đã gửi yêu cầu, mã ${code}. ${next_step}`,
        en: `The request was sent, code ${code}. ${next_step}`,
      })[locale],
  })
}

function missingPolicyCode(from: number): FieldError {
  const message: LocalizedText = {
    vi:
      `Nhóm từ ${from} người: gọi get_reservation_policy, đọc điều kiện cho khách, rồi gửi policy_code nhận được ở ` +
      'đó.',
    en:
      `For ${from} or more guests: call get_reservation_policy, read the policy to the guest, then send the ` +
      'policy_code it returns.',
  }
  return { name: 'policy_code', code: 'missing', message, who: 'guest' }
}
