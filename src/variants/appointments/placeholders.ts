/** The figures of the booking rules in texts, and the text of the policy page if the owner wrote none. */
import type { PlaceholderValues } from '../../content/placeholders.ts'
import { durationText } from '../../domain/scheduling/duration.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { minutesOf, startTimeOf } from '../../kernel/time.ts'
import type { AppointmentValues } from './values.ts'

export function placeholders({ policy }: AppointmentValues): PlaceholderValues {
  return {
    notice: durationText(policy.notice_minutes),
    hold_minutes: number(policy.hold_minutes),
    free_change_hours: number(policy.free_change_hours),
    horizon_days: number(policy.horizon_days),
    first_start: text(policy.first_start),
    last_start: text(startTimeOf(minutesOf(policy.last_start))),
  }
}

function number(value: number): LocalizedText {
  return text(String(value))
}

function text(value: string): LocalizedText {
  return { vi: value, en: value }
}

export const rulesText: LocalizedText = {
  vi: `Bạn gửi yêu cầu ở đây hoặc gọi {phone}. Chỗ được giữ cho tới khi nhân viên trả lời; lượt đặt chỉ chắc chắn khi được xác nhận qua điện thoại hoặc tin nhắn.

- Đặt trước ít nhất {notice}, sớm nhất {horizon_days} ngày trước
- Đến trễ thì chúng tôi giữ chỗ {hold_minutes} phút
- Đổi hoặc huỷ miễn phí đến {free_change_hours} giờ trước giờ hẹn; muộn hơn, xin gọi {phone}`,
  en: `Send a request here or call {phone}. The time is held until staff answer; the booking is certain once they confirm it by phone or message.

- Book at least {notice} ahead, at most {horizon_days} days
- If you are late, we hold your place for {hold_minutes} minutes
- Change or cancel free of charge until {free_change_hours} hours before; later than that, please call {phone}`,
}
