/** The rules for a party of a size, and the word that proves they were read. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Business } from '../../../content/shop.ts'
import type { ToolParts } from '../../../domain/assistant/parts.ts'
import { dong, money } from '../../../kernel/money.ts'
import { readTool, type Tool } from '../../../kernel/tool.ts'
import type { RestaurantFiles } from '../files.ts'

/** Parties that the first line of the rules does not cover must know theirs before they ask. */
export function needsPolicy({ policy }: RestaurantFiles, guests: number): boolean {
  return guests > (policy.tiers[0]?.up_to ?? 0)
}

/** The least party that must read the rules first. */
export function policyFrom({ policy }: RestaurantFiles): number {
  return (policy.tiers[0]?.up_to ?? 0) + 1
}

/** Changes whenever the rules do. */
export function policyCode({ policy, tables }: RestaurantFiles): string {
  const rules = JSON.stringify([policy.tiers, policy.private_room, tables.types, tables.lengths])
  return `policy-${createHash('sha256').update(rules).digest('hex').slice(0, 6)}`
}

export function getReservationPolicy(files: RestaurantFiles, { booking }: ToolParts): Tool {
  const { policy, tables } = files
  const { business } = booking
  const room = policy.private_room
  const minimum = tables.types.find(({ id }) => id === room.table_type)?.minimum_spend ?? 0
  return readTool({
    name: 'get_reservation_policy',
    title: 'Reservation policy',
    description: `Use before check_table_availability and request_reservation for ${policyFrom(files)} or more guests, and whenever asked about deposit, holding, notice, table length, cancellation or the private room. Read it to the guest. For such parties request_reservation needs the policy_code given here.`,
    changesWith: 'content',
    input: z.strictObject({
      party_size: z.int().min(1).max(500).meta({ description: 'How many guests.' }),
    }),
    output: z.object({
      party_size: z.int(),
      by_phone_only: z.boolean(),
      phone: z.string(),
      deposit: money.describe('Paid by bank transfer after staff confirm.'),
      deposit_per_guest: money,
      hold_minutes: z.int(),
      notice_minutes: z.int(),
      table_minutes: z.int(),
      free_cancellation_hours: z.int(),
      cancellation: z.string(),
      private_room: z.object({
        table_type: z.string(),
        least_guests: z.int(),
        minimum_spend: money,
        deposit: money,
        notice_minutes: z.int(),
      }),
      horizon_days: z.int(),
      policy_code: z.string(),
      url: z.string(),
    }),
    run({ party_size }, { locale }) {
      const tier = policy.tiers.find(({ up_to }) => up_to >= party_size) ?? policy.tiers.at(-1)
      const length =
        tables.lengths.find(({ up_to }) => up_to >= party_size) ?? tables.lengths.at(-1)
      const perGuest = tier?.deposit_per_guest ?? 0
      const hours = tier?.free_cancellation_hours ?? 0
      return {
        party_size,
        by_phone_only: party_size > policy.online_up_to,
        phone: business.phone,
        deposit: dong(perGuest * party_size),
        deposit_per_guest: dong(perGuest),
        hold_minutes: tier?.hold_minutes ?? 0,
        notice_minutes: tier?.notice_minutes ?? 0,
        table_minutes: length?.minutes ?? 0,
        free_cancellation_hours: hours,
        cancellation: cancellation(hours, perGuest)[locale],
        private_room: {
          table_type: room.table_type,
          least_guests: room.least_guests,
          minimum_spend: dong(minimum),
          deposit: dong(Math.round((minimum * room.deposit_percent_of_minimum) / 100)),
          notice_minutes: room.notice_minutes,
        },
        horizon_days: policy.horizon_days,
        policy_code: policyCode(files),
        url: `${booking.base}${locale === 'vi' ? '' : '/en'}/policy`,
      }
    },
    say(answer, locale) {
      if (answer.by_phone_only) return byPhone(answer.party_size, business)[locale]
      const notice = answer.notice_minutes / 60
      return {
        vi: `Nhóm ${answer.party_size} người: đặt trước ít nhất ${notice} giờ, ${deposit(answer.deposit).vi}, giữ bàn ${answer.hold_minutes} phút, ngồi ${answer.table_minutes} phút. ${answer.cancellation}`,
        en: `A party of ${answer.party_size}: at least ${notice} ${notice === 1 ? 'hour' : 'hours'} of notice, ${deposit(answer.deposit).en}, the table is held ${answer.hold_minutes} minutes and kept for ${answer.table_minutes}. ${answer.cancellation}`,
      }[locale]
    },
  })
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
