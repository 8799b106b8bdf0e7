/** Tool that returns the policy for a party size, with a code for it where the guest must know the policy. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Business } from '../../../content/shop.ts'
import { formatSurcharges } from '../../../content/surcharge-texts.ts'
import { partySizeReader } from '../../../domain/tools/arguments.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import { argumentReaders } from '../../../kernel/argument-reader.ts'
import { money, toMoney } from '../../../kernel/money.ts'
import { plural } from '../../../kernel/plural.ts'
import { readTool, type Tool } from '../../../kernel/tool.ts'
import type { RestaurantFiles } from '../files.ts'
import { policyMinGuests, privateRoomTerms, tierFor } from '../policy.ts'

/** Hash of a party size and its policy: it changes whenever the policy changes. Undefined where none is needed. */
export function policyCode(files: RestaurantFiles, guests: number): string | undefined {
  const { policy, tables } = files
  if (guests < policyMinGuests(files) || guests > policy.online_up_to) return undefined
  const rules = [guests, tierFor(files, guests), policy.private_room, tables.types, tables.lengths]
  return `policy-${createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 6)}`
}

export function getReservationPolicy(
  files: RestaurantFiles,
  { business, pageIndex }: ToolContext,
): Tool {
  const { policy, tables } = files
  const privateRoom = policy.private_room
  const surcharges = business.surcharges.map((one) => formatSurcharges([one]))
  const hasSurcharges = surcharges.length > 0
  const terms = privateRoomTerms(files)
  return readTool({
    name: 'get_reservation_policy',
    title: 'Reservation policy',
    description:
      'Returns the rules for a party size: deposit, holding, notice, table length' +
      `${privateRoom ? ', cancellation and the private room' : ' and cancellation'}. For ` +
      `${policyMinGuests(files)} or more guests also the policy_code of request_reservation, which says that the guest ` +
      'knows these rules.',
    changesWith: 'content',
    input: z.strictObject({
      party_size: z
        .int()
        .min(1)
        .max(500)
        .meta({ description: 'Number of guests.' })
        .register(argumentReaders, partySizeReader),
    }),
    output: z.object({
      party_size: z.int(),
      by_phone_only: z.boolean(),
      phone: z.string(),
      deposit: money
        .optional()
        .describe('At a normal table; by bank transfer, requested by staff.'),
      deposit_per_guest: money.optional(),
      hold_minutes: z.int().optional(),
      notice: z.string().optional(),
      notice_minutes: z.int().optional(),
      table_minutes: z.int().optional(),
      free_cancellation_hours: z.int().optional(),
      cancellation: z.string().optional(),
      private_room: z
        .object({
          table_type: z.string(),
          least_guests: z.int(),
          minimum_spend: money,
          deposit_instead: money.describe('Replaces the deposit of a normal table.'),
          notice_minutes: z.int(),
        })
        .optional(),
      ...(hasSurcharges && {
        surcharges: z.array(z.string()).describe('What is charged on top on some days.'),
      }),
      horizon_days: z.int(),
      policy_code: z
        .string()
        .optional()
        .describe('Only where these rules are part of the request; for this party size.'),
      url: z.string(),
    }),
    run({ party_size }, { locale }) {
      const shared = {
        party_size,
        phone: business.phone,
        horizon_days: policy.horizon_days,
        ...(hasSurcharges && { surcharges: surcharges.map((text) => text[locale]) }),
        url: pageIndex.addresses('/policy', locale).html,
      }
      const tier = tierFor(files, party_size)
      if (party_size > policy.online_up_to || !tier) return { ...shared, by_phone_only: true }
      const code = policyCode(files, party_size)
      const length =
        tables.lengths.find(({ up_to }) => up_to >= party_size) ?? tables.lengths.at(-1)
      return {
        ...shared,
        by_phone_only: false,
        deposit: toMoney(tier.deposit_per_guest * party_size, locale),
        deposit_per_guest: toMoney(tier.deposit_per_guest, locale),
        hold_minutes: tier.hold_minutes,
        notice: noticeText(tier.notice_minutes)[locale],
        notice_minutes: tier.notice_minutes,
        table_minutes: length?.minutes ?? 0,
        free_cancellation_hours: tier.free_cancellation_hours,
        cancellation: cancellationText(tier.free_cancellation_hours, tier.deposit_per_guest)[
          locale
        ],
        ...(privateRoom &&
          party_size >= privateRoom.least_guests && {
            private_room: {
              table_type: privateRoom.table_type,
              least_guests: privateRoom.least_guests,
              minimum_spend: toMoney(terms.minimum, locale),
              deposit_instead: toMoney(terms.deposit, locale),
              notice_minutes: privateRoom.notice_minutes,
            },
          }),
        ...(code && { policy_code: code }),
      }
    },
    summarize(response, locale) {
      const { party_size, private_room } = response
      if (response.by_phone_only || !response.deposit)
        return callUsText(party_size, business)[locale]
      const privateRoomText = private_room
        ? {
            vi:
              ` Phòng riêng: ${noticeText(private_room.notice_minutes).vi}, mức chi tối thiểu ` +
              `${private_room.minimum_spend.display}, đặt cọc ${private_room.deposit_instead.display} thay cho cọc theo khách.`,
            en:
              ` The private room: ${noticeText(private_room.notice_minutes).en}, a minimum spend of ` +
              `${private_room.minimum_spend.display}, and a deposit of ${private_room.deposit_instead.display} instead.`,
          }[locale]
        : ''
      const surchargeText = hasSurcharges
        ? {
            vi: ` Phụ thu: ${formatSurcharges(business.surcharges).vi}.`,
            en: ` Surcharges: ${formatSurcharges(business.surcharges).en}.`,
          }[locale]
        : ''
      return {
        vi:
          `Nhóm ${party_size} người: ${response.notice}, ${depositText(response.deposit).vi}, ` +
          `đến trễ thì giữ bàn ${response.hold_minutes} phút, ngồi được ${response.table_minutes} phút. ` +
          `${response.cancellation}${privateRoomText}${surchargeText}`,
        en:
          `A party of ${party_size}: ${response.notice}, ${depositText(response.deposit).en}, ` +
          `the table is held for ${response.hold_minutes} minutes if late and reserved for ${response.table_minutes}. ` +
          `${response.cancellation}${privateRoomText}${surchargeText}`,
      }[locale]
    },
  })
}

function noticeText(minutes: number) {
  const hours = minutes / 60
  return {
    vi: `đặt trước ít nhất ${hours} giờ`,
    en: `at least ${hours} ${plural(hours, { one: 'hour', other: 'hours' })} of notice`,
  }
}

function depositText({ amount, display }: { amount: number; display: string }) {
  return amount === 0
    ? { vi: 'không cần đặt cọc', en: 'no deposit' }
    : { vi: `đặt cọc ${display}`, en: `a deposit of ${display}` }
}

function cancellationText(hours: number, perGuest: number) {
  const hourText = `${hours} ${plural(hours, { one: 'hour', other: 'hours' })}`
  return perGuest === 0
    ? {
        vi: `Huỷ miễn phí đến ${hours} giờ trước giờ hẹn; muộn hơn xin gọi điện.`,
        en: `Free to cancel until ${hourText} before; later, please call.`,
      }
    : {
        vi: `Huỷ trước ${hours} giờ được hoàn đủ tiền cọc; muộn hơn thì mất cọc.`,
        en: `The deposit is refunded in full if cancelled ${hourText} before; later it is not refunded.`,
      }
}

function callUsText(guests: number, { phone }: Business) {
  return {
    vi: `Nhóm ${guests} người xin gọi ${phone}; không đặt được ở đây.`,
    en: `For a party of ${guests} please call ${phone}; it cannot be booked here.`,
  }
}
