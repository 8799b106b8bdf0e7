/** Proposes a correction for a wrong value, by the kind of its field. */
import type { LocalizedText } from '../../kernel/locale.ts'
import type { FieldKind } from '../schema-message.ts'
import { proposeAmount } from './amount.ts'
import {
  proposeAccount,
  proposeBank,
  proposeChoice,
  proposeColor,
  proposeHolder,
  proposeId,
  proposeYesOrNo,
} from './choice.ts'
import { proposeDegrees, proposeEmail, proposePhone, proposeWebAddress } from './contact.ts'
import { proposeDate, proposeDateOrder } from './date.ts'
import { proposeNumber } from './number.ts'
import { type Correction, inQuotes, type Propose, type WrittenValue } from './proposal.ts'
import { proposeTime } from './time.ts'
import { proposeWeekdays } from './weekdays.ts'

type SimpleKind = Exclude<FieldKind['kind'], 'number' | 'choice' | 'entry' | 'text' | 'timeOrder'>

const proposers: Readonly<Record<SimpleKind, Propose>> = {
  amount: proposeAmount,
  time: proposeTime,
  date: proposeDate,
  dateOrder: proposeDateOrder,
  weekdays: proposeWeekdays,
  phone: proposePhone,
  webAddress: proposeWebAddress,
  email: proposeEmail,
  color: proposeColor,
  degrees: proposeDegrees,
  bank: proposeBank,
  account: proposeAccount,
  holder: proposeHolder,
  yesOrNo: proposeYesOrNo,
  id: proposeId,
}

/** What a wrong value is not. */
const expected: Readonly<Record<FieldKind['kind'], LocalizedText>> = {
  amount: { vi: 'số tiền', en: 'an amount of money' },
  time: { vi: 'giờ', en: 'a time' },
  timeOrder: { vi: 'quãng giờ', en: 'a period' },
  date: { vi: 'ngày', en: 'a date' },
  dateOrder: { vi: 'quãng ngày', en: 'a period' },
  weekdays: {
    vi: 'số của các thứ (thứ Hai là 1, Chủ nhật là 7)',
    en: 'a list of weekdays from 1 (Monday) to 7 (Sunday)',
  },
  phone: { vi: 'số điện thoại có mã quốc gia', en: 'a phone number with its country code' },
  webAddress: { vi: 'địa chỉ bắt đầu bằng https://', en: 'an address that begins with https://' },
  email: { vi: 'địa chỉ email', en: 'an email address' },
  color: { vi: 'mã màu', en: 'a color' },
  degrees: { vi: 'số độ', en: 'a number of degrees' },
  bank: { vi: 'tên ngân hàng', en: 'the name of a bank' },
  account: { vi: 'số tài khoản', en: 'an account number' },
  holder: { vi: 'tên như ngân hàng in', en: 'a name as banks print it' },
  yesOrNo: { vi: 'true hay false', en: 'true or false' },
  id: {
    vi: 'id (chữ thường không dấu, nối bằng gạch ngang)',
    en: 'an id (small letters without accents, with dashes)',
  },
  number: { vi: 'số dùng được ở đây', en: 'a number that can be used here' },
  choice: { vi: 'từ dùng được ở đây', en: 'a word that can be used here' },
  entry: { vi: 'mục viết đúng cách', en: 'an entry as expected' },
  text: { vi: 'câu chữ dùng được ở đây', en: 'a text that can be used here' },
}

export function describeWrong({ kind }: FieldKind, quoted: string): LocalizedText {
  const { vi, en } = expected[kind]
  return { vi: `${quoted} chưa phải là ${vi}`, en: `${quoted} is not ${en}` }
}

export function propose(field: FieldKind, written: WrittenValue): Correction | undefined {
  const [, straight] = /^[“”„](.*)[“”]$/.exec(written.plain) ?? []
  if (straight !== undefined) return curlyQuotes(field, written, straight)
  switch (field.kind) {
    case 'number':
      return proposeNumber(field, written)
    case 'choice':
      return proposeChoice(field, written)
    case 'entry':
    case 'timeOrder':
      return undefined
    case 'text':
      return proposeText(written)
    default:
      return proposers[field.kind](written)
  }
}

/** YAML reads 24 and true as a number and a truth value. */
function proposeText({ value, text }: WrittenValue): Correction | undefined {
  if (typeof value !== 'number' && typeof value !== 'boolean') return undefined
  return {
    wrong: (quoted) => ({
      vi: `${quoted} không nằm trong ngoặc kép, nên không được coi là chữ`,
      en: `${quoted} is not between quotes, so it is not read as a text`,
    }),
    values: [inQuotes(text)],
  }
}

/** Word processors replace straight quotes by curly ones, which YAML reads as letters. */
function curlyQuotes(field: FieldKind, written: WrittenValue, text: string): Correction {
  const better = propose(field, { ...written, plain: text, text, value: text })
  return {
    wrong: () => ({
      vi: `${written.plain} nằm trong ngoặc kép cong (“ ”)`,
      en: `${written.plain} is in curly quotes (“ ”)`,
    }),
    values: better?.values ?? [inQuotes(text)],
  }
}
