/** Tool that requests a table. */
import { z } from 'zod'
import {
  alreadyRequestedField,
  type RequestedBooking,
} from '../../../domain/booking/request-operation.ts'
import { moveNoteAnswers } from '../../../domain/guest/note.ts'
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
import { toolConsent } from '../../../domain/tools/consent.ts'
import {
  noteWarnings,
  questionArguments,
  readBackAnswers,
} from '../../../domain/tools/questions.ts'
import { bookingStatusUrl, type ToolContext } from '../../../domain/trade/tool-context.ts'
import { argumentReaders } from '../../../kernel/argument-reader.ts'
import { formatDate, joinParts, weekdayName } from '../../../kernel/format-date.ts'
import { numberLimits } from '../../../kernel/input.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { formatMoney } from '../../../kernel/money.ts'
import { readName } from '../../../kernel/name-reader.ts'
import type { AnyInput } from '../../../kernel/operation.ts'
import type { FieldError } from '../../../kernel/problem.ts'
import { type Tool, writeTool } from '../../../kernel/tool.ts'
import { setMealDishes, setMealPrice } from '../assortment.ts'
import type { TableFields } from '../booking.ts'
import type { RestaurantFiles, SetMeal } from '../files.ts'
import { depositFor, formatDepositTerms, policyMinGuests, tierFor } from '../policy.ts'
import { policyCode } from './policy.ts'
import { areaReader } from './tables.ts'

type ReservationResponse = RequestedBooking & TableFields

export function requestReservation(files: RestaurantFiles, context: ToolContext): Tool {
  const { tables, setMeals, policy } = files
  const questions = context.questionsOf('request_reservation')
  const from = policyMinGuests(files)
  const typeNames = new Map(tables.types.map(({ id, name }) => [id, name]))
  const areaName = ({ table_type }: ReservationResponse, locale: Locale) =>
    typeNames.get(table_type)?.[locale] ?? table_type
  const findSet = ({ set_menu_id }: { set_menu_id?: string | undefined }) =>
    setMeals.sets.find(({ id }) => id === set_menu_id)
  const answeredAllergens = (input: AnyInput) => readAnswers(questions, input).allergens ?? []
  const formatSet = (set: SetMeal, locale: Locale) => {
    const price = formatMoney(setMealPrice(files, set).together, locale)
    return { vi: `mâm “${set.name.vi}”, ${price}`, en: `set meal “${set.name.en}”, ${price}` }[
      locale
    ]
  }

  return writeTool({
    name: 'request_reservation',
    title: 'Request a table',
    description:
      'Sends a table request, which is pending until staff confirm by phone or message. A call without consent is a ' +
      `preview with every detail, each allergen too; nothing is stored. For ${from} or more guests a preview with the ` +
      'rules of get_reservation_policy comes first, unless its policy_code is given.',
    operation: context.operations.requestBooking,
    input: z.strictObject({
      date: dateArgument,
      weekday: weekdayArgument,
      time: timeArgument,
      party_size: z
        .int()
        .min(1)
        .max(500)
        .meta({
          description: `Number of guests; ${policy.online_up_to + 1} or more only by phone.`,
        })
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
        .meta({ description: `From get_reservation_policy, for ${from} or more guests.` }),
    }),
    output: z.object({
      code: z.string(),
      status: z.literal('pending'),
      date: z.string(),
      weekday: z.string(),
      time: z.string(),
      party_size: z.int(),
      table_type: z.string(),
      area: z.string(),
      until: z.string(),
      set_menu: z.object({ id: z.string(), name: z.string() }).optional(),
      price_vnd: z.int().optional().describe('Of the set meal.'),
      deposit_vnd: z.int(),
      read_back: z.string(),
      next_step: z.string(),
      status_url: z.string().optional().describe('The status page.'),
      test: z.literal(true).optional(),
      already_requested: alreadyRequestedField,
    }),
    names: { offerId: 'set_menu_id' },
    consent: (input) => toolConsent(context, 'booking', input),
    interpret: (input) => moveNoteAnswers(questions, input),
    check(input) {
      const { party_size: guests, policy_code } = input
      const code = policyCode(files, guests)
      const isWrong = policy_code !== undefined && code !== undefined && policy_code !== code
      return [
        ...checkWeekday(input, context.now()),
        ...(isWrong ? [wrongPolicyCode(files, guests, input.table_type)] : []),
      ]
    },
    request: ({ weekday: _, policy_code: __, set_menu_id, ...fields }) => ({
      ...fields,
      ...(set_menu_id && { offerId: set_menu_id }),
    }),
    added: (input, response: ReservationResponse, locale) => [
      ...addedRules(files, input, response.table_type, locale),
      ...allergenWarnings(files, findSet(input), answeredAllergens(input), locale),
    ],
    warnings: (input, _response, locale) => [
      ...allergenWarnings(files, findSet(input), answeredAllergens(input), locale),
      ...noteWarnings(questions, readAnswers(questions, input), input.note, locale),
    ],
    readBack(input, response: ReservationResponse, locale) {
      const set = findSet(input)
      const day = formatDate(input.date, locale)
      const until = response.ends_at.slice(11, 16)
      return joinParts([
        {
          vi: `Bàn cho ${input.party_size} người, ${day} lúc ${input.time} đến ${until}, ${areaName(response, 'vi')}`,
          en: `A table for ${input.party_size} on ${day} from ${input.time} to ${until}, ${areaName(response, 'en')}`,
        }[locale],
        set && formatSet(set, locale),
        { vi: `tên ${input.name}`, en: `name ${input.name}` }[locale],
        { vi: `điện thoại ${input.phone}`, en: `phone ${input.phone}` }[locale],
        input.email,
        ...readBackAnswers(questions, readAnswers(questions, input), input.note, locale),
        input.note && { vi: `ghi chú: ${input.note}`, en: `note: ${input.note}` }[locale],
        formatDepositTerms(files, input.party_size, response.table_type, locale) ??
          { vi: 'không cần đặt cọc', en: 'no deposit' }[locale],
        heldText(files, input.party_size)?.[locale],
      ])
    },
    toOutput(response: ReservationResponse, readBack, locale) {
      const date = response.starts_at.slice(0, 10)
      const set = setMeals.sets.find(({ id }) => id === response.offer.id)
      return {
        code: response.code,
        status: response.status,
        date,
        weekday: weekdayName(date, locale),
        time: response.starts_at.slice(11, 16),
        party_size: response.party_size,
        table_type: response.table_type,
        area: areaName(response, locale),
        until: response.ends_at.slice(11, 16),
        ...(set && {
          set_menu: { id: set.id, name: set.name[locale] },
          price_vnd: setMealPrice(files, set).together,
        }),
        deposit_vnd: depositFor(files, response.party_size, response.table_type),
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

/** The rules that the guest must know, unless `policy_code` says that they do. */
function addedRules(
  files: RestaurantFiles,
  { party_size: guests, policy_code }: { party_size: number; policy_code?: string | undefined },
  tableType: string,
  locale: Locale,
): string[] {
  const code = policyCode(files, guests)
  if (code !== undefined && code === policy_code) return []
  if (code === undefined && depositFor(files, guests, tableType) === 0) return []
  return [rulesText(files, guests, tableType)[locale]]
}

function rulesText(
  files: RestaurantFiles,
  guests: number,
  tableType: string | undefined,
): LocalizedText {
  const list = (locale: Locale) =>
    joinParts([
      formatDepositTerms(files, guests, tableType, locale),
      heldText(files, guests)?.[locale],
    ])
  return { vi: `Nhóm ${guests} người: ${list('vi')}.`, en: `A party of ${guests}: ${list('en')}.` }
}

function heldText(files: RestaurantFiles, guests: number): LocalizedText | undefined {
  const minutes = tierFor(files, guests)?.hold_minutes
  return minutes === undefined
    ? undefined
    : {
        vi: `bàn được giữ ${minutes} phút sau giờ hẹn`,
        en: `the table is held for ${minutes} minutes after the start`,
      }
}

/** Which dishes of the set contain what the guest must avoid. */
function allergenWarnings(
  files: RestaurantFiles,
  set: SetMeal | undefined,
  avoided: readonly string[],
  locale: Locale,
): string[] {
  if (!set) return []
  return files.kitchen.allergens.flatMap(({ id, name }) => {
    if (!avoided.includes(id)) return []
    const dishes = setMealDishes(files, set).filter(({ allergens }) => allergens.includes(id))
    const names = dishes.map((dish) => dish.name[locale]).join(', ')
    return dishes.length > 0
      ? [
          {
            vi: `${set.name.vi} có ${name.vi.toLowerCase()}: ${names}.`,
            en: `${set.name.en} contains ${name.en.toLowerCase()}: ${names}.`,
          }[locale],
        ]
      : []
  })
}

function wrongPolicyCode(
  files: RestaurantFiles,
  guests: number,
  tableType: string | undefined,
): FieldError {
  const rules = rulesText(files, guests, tableType)
  const message: LocalizedText = {
    vi: `Mã này thuộc về nhóm có số người khác. ${rules.vi}`,
    en: `This code belongs to another party size. ${rules.en}`,
  }
  return { name: 'policy_code', code: 'not_one_of', message }
}
