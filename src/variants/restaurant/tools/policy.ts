/** The rules for a party of a size, and the word that proves they were read. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Business } from '../../../content/shop.ts'
import type { ToolParts } from '../../../domain/trade/tool-context.ts'
import { dong, money } from '../../../kernel/money.ts'
import { readTool, type Tool } from '../../../kernel/tool.ts'
import type { RestaurantFiles } from '../files.ts'
import { policyFrom, roomTerms, tierFor } from '../policy.ts'

/** Of the rules for such a party; it changes whenever they do. */
export function policyCode(files: RestaurantFiles, guests: number): string {
  const { policy, tables } = files
  const rules = [tierFor(files, guests), policy.private_room, tables.types, tables.lengths]
  return `policy-${createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 6)}`
}

export function getReservationPolicy(
  files: RestaurantFiles,
  { booking, library }: ToolParts,
): Tool {
  const { policy, tables } = files
  const { business } = booking
  const room = policy.private_room
  const terms = roomTerms(files)
  return readTool({
    name: 'get_reservation_policy',
    title: 'Reservation policy',
    description: `Use before check_table_availability and request_reservation for ${policyFrom(files)} or more guests, and whenever asked about deposit, holding, notice, table length${room ? ', cancellation or the private room' : ' or cancellation'}. Read it to the guest. For such parties request_reservation needs the policy_code given here.`,
    changesWith: 'content',
    input: z.strictObject({
      party_size: z.int().min(1).max(500).meta({ description: 'How many guests.' }),
    }),
    output: z.object({
      party_size: z.int(),
      by_phone_only: z.boolean(),
      phone: z.string(),
      deposit: money.optional().describe('At a usual table; by transfer, then staff confirm.'),
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
          deposit_instead: money.describe('In place of the deposit of a usual table.'),
          notice_minutes: z.int(),
        })
        .optional(),
      horizon_days: z.int(),
      policy_code: z.string().optional(),
      url: z.string(),
    }),
    run({ party_size }, { locale }) {
      const about = {
        party_size,
        phone: business.phone,
        horizon_days: policy.horizon_days,
        url: library.address('/policy', locale).html,
      }
      const tier = tierFor(files, party_size)
      if (party_size > policy.online_up_to || !tier) return { ...about, by_phone_only: true }
      const length =
        tables.lengths.find(({ up_to }) => up_to >= party_size) ?? tables.lengths.at(-1)
      return {
        ...about,
        by_phone_only: false,
        deposit: dong(tier.deposit_per_guest * party_size),
        deposit_per_guest: dong(tier.deposit_per_guest),
        hold_minutes: tier.hold_minutes,
        notice: noticeWords(tier.notice_minutes)[locale],
        notice_minutes: tier.notice_minutes,
        table_minutes: length?.minutes ?? 0,
        free_cancellation_hours: tier.free_cancellation_hours,
        cancellation: cancellation(tier.free_cancellation_hours, tier.deposit_per_guest)[locale],
        ...(room &&
          party_size >= room.least_guests && {
            private_room: {
              table_type: room.table_type,
              least_guests: room.least_guests,
              minimum_spend: dong(terms.minimum),
              deposit_instead: dong(terms.deposit),
              notice_minutes: room.notice_minutes,
            },
          }),
        policy_code: policyCode(files, party_size),
      }
    },
    say(answer, locale) {
      const { party_size, private_room } = answer
      if (answer.by_phone_only || !answer.deposit) return byPhone(party_size, business)[locale]
      const inRoom = private_room
        ? {
            vi: ` Phòng riêng: mức chi tối thiểu ${private_room.minimum_spend.display}, thay vào đó đặt cọc ${private_room.deposit_instead.display}.`,
            en: ` The private room: a minimum spend of ${private_room.minimum_spend.display}, and a deposit of ${private_room.deposit_instead.display} instead.`,
          }[locale]
        : ''
      return {
        vi: `Nhóm ${party_size} người: ${answer.notice}, ${deposit(answer.deposit).vi}, giữ bàn ${answer.hold_minutes} phút, ngồi ${answer.table_minutes} phút. ${answer.cancellation}${inRoom}`,
        en: `A party of ${party_size}: ${answer.notice}, ${deposit(answer.deposit).en}, the table is held ${answer.hold_minutes} minutes and kept for ${answer.table_minutes}. ${answer.cancellation}${inRoom}`,
      }[locale]
    },
  })
}

function noticeWords(minutes: number) {
  const hours = minutes / 60
  return {
    vi: `đặt trước ít nhất ${hours} giờ`,
    en: `at least ${hours} ${hours === 1 ? 'hour' : 'hours'} of notice`,
  }
}

function deposit({ amount, display }: { amount: number; display: string }) {
  return amount === 0
    ? { vi: 'không cần đặt cọc', en: 'no deposit' }
    : { vi: `đặt cọc ${display}`, en: `a deposit of ${display}` }
}

function cancellation(hours: number, perGuest: number) {
  return perGuest === 0
    ? {
        vi: `Xin báo hủy trước ${hours} giờ; hủy muộn không mất tiền.`,
        en: `Please cancel ${hours} hours before; a late cancellation costs nothing.`,
      }
    : {
        vi: `Hủy trước ${hours} giờ được hoàn cọc; muộn hơn thì mất cọc.`,
        en: `The deposit is returned if cancelled ${hours} hours before; later it is kept.`,
      }
}

function byPhone(guests: number, { phone }: Business) {
  return {
    vi: `Nhóm ${guests} người xin gọi ${phone}; không đặt được ở đây.`,
    en: `A party of ${guests} is arranged by phone on ${phone}, not here.`,
  }
}
