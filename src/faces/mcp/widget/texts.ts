/** The texts of the view. `{name}` is replaced by a value. */
import type { LocalizedText } from '../../../kernel/locale.ts'

export const widgetTexts = {
  loading: { vi: 'Đang xem giờ trống…', en: 'Looking up free times…' },
  otherLanguage: { vi: 'English', en: 'Tiếng Việt' },
  choose: { vi: 'Chọn…', en: 'Choose…' },
  day: { vi: 'Ngày', en: 'Day' },
  time: { vi: 'Giờ', en: 'Time' },
  earlierMonth: { vi: 'Tháng trước', en: 'Earlier month' },
  laterMonth: { vi: 'Tháng sau', en: 'Later month' },
  closed: { vi: 'nghỉ', en: 'closed' },
  full: { vi: 'hết', en: 'full' },
  vietnamTime: { vi: 'Giờ Việt Nam (GMT+7)', en: 'Vietnam time (GMT+7)' },
  morning: { vi: 'Sáng', en: 'Morning' },
  midday: { vi: 'Trưa', en: 'Midday' },
  afternoon: { vi: 'Chiều', en: 'Afternoon' },
  evening: { vi: 'Tối', en: 'Evening' },
  timesFound: { vi: 'Có {count} giờ trống.', en: 'Free times: {count}.' },
  dayFull: { vi: 'Ngày này đã kín. Chọn ngày khác.', en: 'This day is full. Choose another day.' },
  noFreeDays: {
    vi: 'Tháng này không còn ngày trống. Xem tháng sau.',
    en: 'No day of this month is free. See the next month.',
  },
  nextDates: { vi: 'Gần nhất còn trống:', en: 'Next free days:' },
  name: { vi: 'Tên của bạn', en: 'Your name' },
  phone: { vi: 'Số điện thoại', en: 'Phone number' },
  note: { vi: 'Lời nhắn, dị ứng, sức khoẻ (nếu có)', en: 'Note, allergies, health (optional)' },
  nameMissing: {
    vi: 'Viết tên của bạn để tiệm ghi vào yêu cầu.',
    en: 'Write your name for the request.',
  },
  phoneMissing: {
    vi: 'Viết số điện thoại để tiệm gọi xác nhận.',
    en: 'Write your phone number, so that staff can call to confirm.',
  },
  review: { vi: 'Xem lại', en: 'Review' },
  checking: { vi: 'Đang kiểm tra…', en: 'Checking…' },
  reviewTitle: { vi: 'Xem lại trước khi gửi', en: 'Review before sending' },
  changed: {
    vi: 'Thông tin đã thay đổi. Xin đọc lại rồi đồng ý.',
    en: 'The details have changed. Please read them again before you agree.',
  },
  agreeMissing: {
    vi: 'Đánh dấu vào ô đồng ý trước khi gửi.',
    en: 'Tick the box to agree before you send.',
  },
  send: { vi: 'Gửi yêu cầu', en: 'Send request' },
  back: { vi: 'Sửa lại', en: 'Change something' },
  sentTitle: { vi: 'Đã gửi yêu cầu', en: 'Request sent' },
  code: { vi: 'Mã đặt chỗ', en: 'Booking code' },
  status: { vi: 'Tình trạng', en: 'Status' },
  statusPage: { vi: 'Trang của yêu cầu này', en: 'Page of this request' },
  sentBefore: {
    vi: 'Yêu cầu này đã được gửi trước đó và không gửi thêm lần nữa.',
    en: 'This request had been sent before, and was not sent twice.',
  },
  declined: {
    vi: 'Bạn đã không đồng ý, nên chưa có gì được gửi. Bạn có thể chọn lại.',
    en: 'You did not agree, so nothing was sent. You can choose again.',
  },
  cancelled: {
    vi: 'Trợ lý đã dừng việc tìm giờ. Bạn vẫn có thể chọn ở đây.',
    en: 'The assistant stopped looking. You can still choose here.',
  },
  retry: { vi: 'Thử lại', en: 'Try again' },
  failed: {
    vi: 'Không thực hiện được, chưa có gì được gửi. Thử lại, hoặc gọi {phone}.',
    en: 'This did not work, and nothing was sent. Try again, or call {phone}.',
  },
  refused: {
    vi: 'Ứng dụng trợ lý không cho thực hiện, chưa có gì được gửi. Thử lại, nhắn trợ lý, hoặc gọi {phone}.',
    en: 'The assistant’s app did not allow this, and nothing was sent. Try again, write to the assistant, or call {phone}.',
  },
  unknownResult: {
    vi: 'Chưa biết yêu cầu đã đến nơi chưa. Bấm gửi lần nữa: cùng một yêu cầu không được ghi hai lần. Hoặc gọi {phone}.',
    en: 'It is unknown whether the request arrived. Send it again: the same request is not stored twice. Or call {phone}.',
  },
  'slot-taken': {
    vi: 'Giờ này vừa hết chỗ. Những giờ gần nhất còn trống:',
    en: 'This time is no longer free. The nearest free times:',
  },
  'day-full': {
    vi: 'Giờ này vừa hết chỗ. Chọn ngày khác, hoặc gọi {phone}.',
    en: 'This time is no longer free. Choose another day, or call {phone}.',
  },
  'rate-limited': {
    vi: 'Đã gửi quá nhiều yêu cầu. Thử lại sau {minutes} phút, hoặc gọi {phone}.',
    en: 'Too many requests were sent. Try again in {minutes} min, or call {phone}.',
  },
  'store-unavailable': {
    vi: 'Tiệm chưa nhận được. Gửi lại sau {minutes} phút, hoặc gọi {phone}.',
    en: 'The request was not received. Send it again in {minutes} min, or call {phone}.',
  },
  askIntro: {
    vi: 'Ở đây không gửi thẳng được. Gửi lời nhắn này cho trợ lý:',
    en: 'This app cannot send it from here. Send this message to the assistant:',
  },
  copyIntro: {
    vi: 'Ở đây không gửi thẳng được. Chép lời này và nhắn cho trợ lý:',
    en: 'This app cannot send it from here. Copy this message and send it to the assistant:',
  },
  messageFailed: {
    vi: 'Lời nhắn chưa gửi được. Chép lời này và nhắn cho trợ lý:',
    en: 'The message could not be sent. Copy it and send it to the assistant:',
  },
  askLabel: { vi: 'Lời nhắn cho trợ lý', en: 'Message to the assistant' },
  ask: { vi: 'Nhắn trợ lý', en: 'Send to the assistant' },
  asked: { vi: 'Đã nhắn trợ lý.', en: 'Sent to the assistant.' },
  copy: { vi: 'Chép', en: 'Copy' },
  copied: { vi: 'Đã chép.', en: 'Copied.' },
  askToBook: { vi: '{what} lúc {time}.', en: '{what} at {time}.' },
  askForTimes: { vi: '{what}. Giờ nào còn trống?', en: '{what}. Which times are free?' },
} satisfies Record<string, LocalizedText>
