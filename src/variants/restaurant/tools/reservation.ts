/** Tool that requests a table. */
import { z } from 'zod'
import { surchargeLine, surchargeSentences } from '../../../domain/booking/quote-fields.ts'
import type { RequestedBooking } from '../../../domain/booking/request-operation.ts'
import { soldOutPartsAt } from '../../../domain/catalogue/sold-out.ts'
import { alreadyRequestedField } from '../../../domain/guard/stored-responses.ts'
import { moveNoteAnswers } from '../../../domain/guest/note.ts'
import { readAnswers } from '../../../domain/guest/questions.ts'
import { nightSuffix } from '../../../domain/scheduling/format-start.ts'
import {
  checkStartWeekday,
  dateArgument,
  emailArgument,
  nameArgument,
  noteArgument,
  partySizeReader,
  phoneArgument,
  timeArgument,
  weekdayArgument,
} from '../../../domain/tools/arguments.ts'
import { chosenByShop } from '../../../domain/tools/chosen-by-shop.ts'
import { toolConsent } from '../../../domain/tools/consent.ts'
import {
  noteWarnings,
  questionArguments,
  readBackAnswers,
} from '../../../domain/tools/questions.ts'
import { sentText } from '../../../domain/tools/sent-text.ts'
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
import { setMealDishes, unstatedDishes } from '../assortment.ts'
import type { TableFields } from '../booking.ts'
import type { RestaurantFiles, SetMeal } from '../files.ts'
import { depositFor, formatTermsFor, policyMinGuests, tierFor } from '../policy.ts'
import { checkSetSize, setSizeWarnings } from '../set-size.ts'
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
  /** The area, and that the guest did not choose it. */
  const areaText = (
    { table_type }: { table_type?: string | undefined },
    response: ReservationResponse,
    locale: Locale,
  ) => {
    const isChosen = table_type !== undefined || tables.types.length === 1
    return `${areaName(response, locale)}${isChosen ? '' : chosenByShop[locale]}`
  }
  const findSet = ({ set_menu_id }: { set_menu_id?: string | undefined }) =>
    setMeals.sets.find(({ id }) => id === set_menu_id)
  const answeredAllergens = (input: AnyInput) => readAnswers(questions, input).allergens ?? []
  /** Dishes of the set that are sold out then. */
  const soldOutWarnings = (
    { set_menu_id = '' }: { set_menu_id?: string | undefined },
    { starts_at }: ReservationResponse,
    locale: Locale,
  ) => {
    const text = soldOutPartsAt(context.catalogue.find(set_menu_id), Date.parse(starts_at))
    return text ? [`${text[locale]}.`] : []
  }
  const formatSet = (set: SetMeal, { price }: ReservationResponse, locale: Locale) => {
    const name = { vi: `mâm “${set.name.vi}”`, en: `set meal “${set.name.en}”` }[locale]
    return price ? `${name}, ${price.display}` : name
  }

  return writeTool({
    name: 'request_reservation',
    title: 'Request a table',
    description:
      'Sends a table request, which is pending until staff confirm by phone or message. The preview has every detail, ' +
      `each allergen too. For ${from} or more guests consent alone is a preview with the deposit and the rules, unless ` +
      'the policy_code of get_reservation_policy says that the guest knows them.',
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
        .meta({ description: 'Where to sit, as in check_table_availability.' })
        .register(argumentReaders, areaReader(files)),
      ...setMenuArgument(setMeals.sets),
      policy_code: z
        .string()
        .max(40)
        .optional()
        .meta({
          description: `Code from get_reservation_policy for this party size, ${from} or more.`,
        }),
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
      surcharge: z.string().optional().describe('What is charged on top of the bill.'),
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
        ...checkStartWeekday(input, context),
        ...(isWrong ? [wrongPolicyCode(files, guests, input.table_type)] : []),
        ...checkSetSize(files, findSet(input), guests),
      ]
    },
    request: ({ weekday: _, policy_code: __, set_menu_id, ...fields }) => ({
      ...fields,
      ...(set_menu_id && { offerId: set_menu_id }),
    }),
    added: (input, response: ReservationResponse, locale) => [
      ...addedRules(files, input, response.table_type, locale),
      ...surchargeSentences(response, locale),
      ...soldOutWarnings(input, response, locale),
      ...allergenWarnings(files, findSet(input), answeredAllergens(input), locale),
    ],
    warnings: (input, response: ReservationResponse, locale) => [
      ...soldOutWarnings(input, response, locale),
      ...allergenWarnings(files, findSet(input), answeredAllergens(input), locale),
      ...noteWarnings(questions, readAnswers(questions, input), input.note, locale),
      ...setSizeWarnings(files, findSet(input), input.party_size, locale),
    ],
    readBack(input, response: ReservationResponse, locale) {
      const set = findSet(input)
      const night = nightSuffix(context.rules.serviceDays, input, locale)
      const day = `${formatDate(input.date, locale)}${night}`
      const until = response.ends_at.slice(11, 16)
      return joinParts([
        {
          vi: `Bàn cho ${input.party_size} người, ${day} lúc ${input.time} đến ${until}, ${areaText(input, response, 'vi')}`,
          en: `A table for ${input.party_size} on ${day} from ${input.time} to ${until}, ${areaText(input, response, 'en')}`,
        }[locale],
        set && formatSet(set, response, locale),
        surchargeLine(response, locale),
        { vi: `tên ${input.name}`, en: `name ${input.name}` }[locale],
        { vi: `điện thoại ${input.phone}`, en: `phone ${input.phone}` }[locale],
        input.email,
        ...readBackAnswers(questions, readAnswers(questions, input), input.note, locale),
        input.note && { vi: `ghi chú: ${input.note}`, en: `note: ${input.note}` }[locale],
        formatTermsFor(files, input.party_size, response.table_type, locale) ??
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
          ...(response.price && { price_vnd: response.price.amount }),
        }),
        ...(response.surcharge && { surcharge: response.surcharge.display }),
        deposit_vnd: depositFor(files, response.party_size, response.table_type),
        read_back: readBack,
        next_step: response.next_step,
        status_url: bookingStatusUrl(context, response.code, locale),
        ...(response.test && { test: response.test }),
        ...(response.already_requested && { already_requested: response.already_requested }),
      }
    },
    summarize: (output, locale) => `${sentText(output, locale)} ${output.next_step}`,
  })
}

/** Only in restaurants with set meals. */
function setMenuArgument(sets: readonly SetMeal[]) {
  const set_menu_id = z
    .enum(sets.map(({ id }) => id))
    .optional()
    .meta({ description: 'A set meal for the table, from get_set_menus.' })
    .register(argumentReaders, {
      aliases: ['set_menu', 'set_meal', 'set', 'set_meal_id'],
      read: readName(sets, { ignoredWords: ['set', 'meal', 'menu', 'the'] }),
    })
  return (sets.length > 0 ? { set_menu_id } : {}) as { set_menu_id: typeof set_menu_id }
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
  const deposit = depositFor(files, guests, tableType)
  return deposit === 0
    ? [rulesText(files, guests, tableType)[locale]]
    : [depositNotice(files, guests, tableType, formatMoney(deposit, locale))[locale]]
}

/** The terms of the deposit are in the read-back. */
function depositNotice(
  files: RestaurantFiles,
  guests: number,
  tableType: string,
  sum: string,
): LocalizedText {
  if (tableType === files.policy.private_room?.table_type) {
    return {
      vi: `Phòng riêng cần đặt cọc ${sum}.`,
      en: `The private room requires a deposit of ${sum}.`,
    }
  }
  return {
    vi: `Nhóm ${guests} người cần đặt cọc ${sum}.`,
    en: `A party of ${guests} requires a deposit of ${sum}.`,
  }
}

function rulesText(
  files: RestaurantFiles,
  guests: number,
  tableType: string | undefined,
): LocalizedText {
  const list = (locale: Locale) =>
    joinParts([formatTermsFor(files, guests, tableType, locale), heldText(files, guests)?.[locale]])
  return { vi: `Nhóm ${guests} người: ${list('vi')}.`, en: `A party of ${guests}: ${list('en')}.` }
}

function heldText(files: RestaurantFiles, guests: number): LocalizedText | undefined {
  const minutes = tierFor(files, guests)?.hold_minutes
  return minutes === undefined
    ? undefined
    : {
        vi: `đến trễ thì giữ bàn ${minutes} phút`,
        en: `the table is held for ${minutes} minutes if late`,
      }
}

/** Which dishes of the set contain what the guest must avoid, and which may contain it. */
function allergenWarnings(
  files: RestaurantFiles,
  set: SetMeal | undefined,
  avoided: readonly string[],
  locale: Locale,
): string[] {
  if (!set || avoided.length === 0) return []
  const unstated = unstatedDishes(files, set).map(({ name }) => name[locale])
  const unstatedText = {
    vi: `${set.name.vi} có món chưa ghi chất gây dị ứng: ${unstated.join(', ')}.`,
    en: `${set.name.en} has dishes whose allergens are not stated: ${unstated.join(', ')}.`,
  }[locale]
  const contained = files.kitchen.allergens.flatMap(({ id, name }) => {
    if (!avoided.includes(id)) return []
    const dishes = setMealDishes(files, set).filter(({ allergens }) => allergens?.includes(id))
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
  return unstated.length > 0 ? [...contained, unstatedText] : contained
}

function wrongPolicyCode(
  files: RestaurantFiles,
  guests: number,
  tableType: string | undefined,
): FieldError {
  const rules = rulesText(files, guests, tableType)
  const message: LocalizedText = {
    vi: `Mã sai; get_reservation_policy có mã đúng. ${rules.vi}`,
    en: `Wrong code; get_reservation_policy returns the right one. ${rules.en}`,
  }
  return { name: 'policy_code', code: 'not_one_of', message }
}
