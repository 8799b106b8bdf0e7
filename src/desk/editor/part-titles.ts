/** Names of the parts of the shop, in the order of the overview, and of values that owners choose. */
import type { LocalizedText } from '../../kernel/locale.ts'

export const partTitles: Readonly<Record<string, LocalizedText>> = {
  menu: { vi: 'Món', en: 'Dishes' },
  treatments: { vi: 'Liệu trình', en: 'Treatments' },
  services: { vi: 'Dịch vụ', en: 'Services' },
  'set-meals': { vi: 'Mâm, suất', en: 'Set meals' },
  memberships: { vi: 'Thẻ thành viên', en: 'Memberships' },
  'gift-cards': { vi: 'Thẻ quà tặng', en: 'Gift cards' },
  hours: { vi: 'Giờ mở cửa, ngày riêng', en: 'Hours and special days' },
  tables: { vi: 'Bàn', en: 'Tables' },
  rooms: { vi: 'Phòng', en: 'Rooms' },
  seats: { vi: 'Ghế', en: 'Seats' },
  team: { vi: 'Người của quán', en: 'Team' },
  therapists: { vi: 'Kỹ thuật viên', en: 'Therapists' },
  stylists: { vi: 'Thợ', en: 'Stylists' },
  policy: { vi: 'Quy định đặt chỗ', en: 'Booking rules' },
  contact: { vi: 'Tên, địa chỉ, liên hệ', en: 'Name, address, contact' },
  faqs: { vi: 'Câu hỏi thường gặp', en: 'Questions and answers' },
  look: { vi: 'Màu và chữ', en: 'Colors and font' },
  money: { vi: 'Phụ thu, VAT, tài khoản', en: 'Surcharges, VAT, bank account' },
  kitchen: { vi: 'Dị ứng, chế độ ăn', en: 'Allergens and diets' },
  tags: { vi: 'Nhãn', en: 'Tags' },
  feelings: { vi: 'Cảm giác', en: 'Feelings' },
  needs: { vi: 'Nhu cầu', en: 'Needs' },
  lengths: { vi: 'Độ dài tóc', en: 'Hair lengths' },
  health: { vi: 'Câu hỏi sức khoẻ', en: 'Health questions' },
  guests: { vi: 'Dữ liệu khách, trợ lý AI', en: 'Guest data, AI assistants' },
}

const choiceTexts: Readonly<Record<string, LocalizedText>> = {
  guest: { vi: 'mỗi khách', en: 'per guest' },
  booking: { vi: 'mỗi lượt đặt', en: 'per booking' },
  policy: { vi: 'quy định đặt chỗ', en: 'booking rules' },
  payment: { vi: 'cách trả tiền', en: 'payment' },
  guarantee: { vi: 'khi có điều chưa ổn', en: 'if something was not right' },
  fraunces: { vi: 'Fraunces (mềm, ấm)', en: 'Fraunces (soft, warm)' },
  lora: { vi: 'Lora (thanh, cổ điển)', en: 'Lora (slender, classic)' },
  treatment: { vi: 'liệu trình lẻ', en: 'single treatments' },
  package: { vi: 'gói', en: 'packages' },
  skin: { vi: 'làn da', en: 'skin' },
  body: { vi: 'cơ thể', en: 'body' },
  female: { vi: 'nữ', en: 'female' },
  male: { vi: 'nam', en: 'male' },
  vi: { vi: 'tiếng Việt', en: 'Vietnamese' },
  en: { vi: 'tiếng Anh', en: 'English' },
}

export function choiceText(value: string): LocalizedText {
  return choiceTexts[value] ?? { vi: value, en: value }
}
