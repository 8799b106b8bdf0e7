/** A text that staff send to a guest whose person, table or room is away, in the guest's language. */
import type { LocalizedText } from '../../kernel/locale.ts'

type AbsenceTextInput = {
  name: string
  offerName: string
  business: { name: string; phone: string }
  /** The name of the person; none if a table or room is away. */
  absentPerson: string | undefined
  /** The start that the guest knows: "Thứ Bảy 21/11/2026, 11:00". */
  before: LocalizedText
  /** What staff have arranged, or propose. */
  after:
    | {
        /** None if the time stays. */
        start: LocalizedText | undefined
        /** None if the person stays, or if the guest does not know the person. */
        person: string | undefined
        isArranged: boolean
      }
    | undefined
}

export function absenceText(input: AbsenceTextInput): LocalizedText {
  const { name, business, absentPerson, after } = input
  const cause: LocalizedText =
    absentPerson === undefined
      ? { vi: 'chỗ của anh/chị tạm thời không dùng được', en: 'your place cannot be used' }
      : { vi: `${absentPerson} phải nghỉ đột xuất`, en: `${absentPerson} is unexpectedly away` }
  const change = after ? describeChange(input, after) : describeNothing(input)
  return {
    vi: `Chào anh/chị ${name}, ${business.name} rất tiếc: ${cause.vi}. ${change.vi}`,
    en: `Hello ${name}, this is ${business.name}. We are sorry: ${cause.en}. ${change.en}`,
  }
}

function describeChange(
  { offerName, before, business }: AbsenceTextInput,
  { start, person, isArranged }: NonNullable<AbsenceTextInput['after']>,
): LocalizedText {
  const instead: LocalizedText =
    person === undefined
      ? { vi: '', en: '' }
      : isArranged
        ? { vi: `${person} sẽ làm thay. `, en: `${person} will take care of you instead. ` }
        : { vi: `${person} có thể làm thay. `, en: `${person} can take care of you instead. ` }
  const time: LocalizedText =
    start === undefined
      ? {
          vi: `Giờ hẹn của anh/chị vẫn là ${before.vi} (${offerName}).`,
          en: `Your appointment stays on ${before.en} (${offerName}).`,
        }
      : isArranged
        ? {
            vi: `Chúng tôi xin chuyển giờ hẹn (${offerName}) từ ${before.vi} sang ${start.vi}.`,
            en: `We have moved your appointment (${offerName}) from ${before.en} to ${start.en}.`,
          }
        : {
            vi: `Thay cho ${before.vi} (${offerName}), chúng tôi xin mời anh/chị đến ${start.vi}.`,
            en: `Instead of ${before.en} (${offerName}) we can offer you ${start.en}.`,
          }
  const text = { vi: `${instead.vi}${time.vi}`, en: `${instead.en}${time.en}` }
  return withQuestion(text, business.phone)
}

function withQuestion({ vi, en }: LocalizedText, phone: string): LocalizedText {
  return {
    vi: `${vi} Nếu không tiện, xin anh/chị nhắn lại hoặc gọi ${phone} ạ.`,
    en: `${en} If this does not suit you, please reply or call ${phone}.`,
  }
}

function describeNothing({ offerName, before, business }: AbsenceTextInput): LocalizedText {
  return {
    vi:
      `Chúng tôi không đón anh/chị lúc ${before.vi} (${offerName}) được. Xin anh/chị nhắn lại hoặc gọi ` +
      `${business.phone} để chọn giờ khác ạ.`,
    en:
      `We cannot welcome you on ${before.en} (${offerName}). Please reply or call ${business.phone} ` +
      'to choose another time.',
  }
}
