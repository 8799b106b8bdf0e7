/** The figures of the reservation policy in texts, and the text of the policy page if the owner wrote none. */
import type { PlaceholderValues } from '../../content/placeholders.ts'
import { durationText } from '../../domain/scheduling/duration.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import type { RestaurantFiles } from './files.ts'
import { policyMinGuests } from './policy.ts'

/** Small parties are those of the first tier, large ones those of the last. */
export function placeholders(files: RestaurantFiles): PlaceholderValues {
  const { policy } = files
  const [small, large] = [policy.tiers[0], policy.tiers.at(-1)]
  const deposit = policy.tiers.find(({ deposit_per_guest }) => deposit_per_guest > 0)
  return {
    notice: durationText(small?.notice_minutes ?? 0),
    hold_minutes: number(small?.hold_minutes),
    free_cancellation_hours: number(small?.free_cancellation_hours),
    deposit_per_guest: amount(deposit?.deposit_per_guest ?? 0),
    large_from: number(policyMinGuests(files)),
    large_notice: durationText(large?.notice_minutes ?? 0),
    large_hold_minutes: number(large?.hold_minutes),
    large_free_cancellation_hours: number(large?.free_cancellation_hours),
    online_up_to: number(policy.online_up_to),
    horizon_days: number(policy.horizon_days),
  }
}

function number(value = 0): LocalizedText {
  return { vi: String(value), en: String(value) }
}

function amount(value: number): LocalizedText {
  return forEachLocale((locale) => formatMoney(value, locale))
}

export function rulesText({ policy }: RestaurantFiles): LocalizedText {
  const isLarge = policy.tiers.length > 1
  const hasDeposit = policy.tiers.some(({ deposit_per_guest }) => deposit_per_guest > 0)
  const lines: (LocalizedText | false)[] = [
    {
      vi: 'Bạn gửi yêu cầu ở đây hoặc gọi {phone}. Bàn được giữ cho tới khi nhân viên trả lời; lượt đặt chỉ chắc chắn khi được xác nhận qua điện thoại hoặc tin nhắn.',
      en: 'Send a request here or call {phone}. The table is held until staff answer; the booking is certain once they confirm it by phone or message.',
    },
    {
      vi: '- Đặt trước ít nhất {notice}, sớm nhất {horizon_days} ngày trước',
      en: '- Book at least {notice} ahead, at most {horizon_days} days',
    },
    {
      vi: '- Giữ bàn {hold_minutes} phút sau giờ hẹn',
      en: '- We hold the table for {hold_minutes} minutes',
    },
    {
      vi: '- Huỷ miễn phí đến {free_cancellation_hours} giờ trước giờ hẹn; muộn hơn, xin gọi {phone}',
      en: '- Cancel free of charge until {free_cancellation_hours} hours before; later than that, please call {phone}',
    },
    isLarge && {
      vi: '- Từ {large_from} khách: đặt trước {large_notice}, huỷ miễn phí đến {large_free_cancellation_hours} giờ trước',
      en: '- From {large_from} guests: book {large_notice} ahead, cancel free of charge until {large_free_cancellation_hours} hours before',
    },
    hasDeposit && {
      vi: '- Tiền cọc: {deposit_per_guest} mỗi khách, khi nhân viên yêu cầu',
      en: '- Deposit: {deposit_per_guest} a guest, when staff ask for it',
    },
    {
      vi: '- Nhóm đông hơn {online_up_to} khách xin gọi {phone}',
      en: '- For more than {online_up_to} guests please call {phone}',
    },
  ]
  const shown = lines.filter((line) => line !== false)
  return forEachLocale((locale) => {
    const [intro = '', ...rules] = shown.map((line) => line[locale])
    return `${intro}\n\n${rules.join('\n')}`
  })
}
