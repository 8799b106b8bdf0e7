/** Schemas of how guests reach and pay the shop; see `vocabulary.ts`. */
import { z } from 'zod'
import { findBank } from './banks.ts'
import { hasDoubledPrefix, hasNationalNumber } from './proposals/contact.ts'
import { encodeMessage } from './schema-message.ts'
import { entry, maxLengthMessage, patternString, yesOrNo } from './vocabulary.ts'

const phoneHint = encodeMessage(
  {
    vi: 'số điện thoại có mã quốc gia, trong ngoặc kép, ví dụ "+84 24 3826 1234"',
    en: 'an international number between quotes, such as "+84 24 3826 1234"',
  },
  { kind: 'phone' },
)
export const phone = z
  .string(phoneHint)
  .regex(/^\+[1-9][0-9 ]{7,18}$/, phoneHint)
  .refine((number) => !hasDoubledPrefix(number), phoneHint)

const webAddressHint = encodeMessage(
  { vi: 'địa chỉ trang bắt đầu bằng https://', en: 'a web address that begins with https://' },
  { kind: 'webAddress' },
)
export const webAddress = z
  .url({ protocol: /^https$/, error: webAddressHint })
  .refine((address) => !hasNationalNumber(address), webAddressHint)

export const email = z.email(
  encodeMessage(
    {
      vi: 'địa chỉ email, ví dụ xinchao@khoilam.example',
      en: 'an email address, such as xinchao@khoilam.example',
    },
    { kind: 'email' },
  ),
)

const bankHint = encodeMessage(
  {
    vi:
      'tên ngắn của ngân hàng, ví dụ Vietcombank, hoặc mã số (BIN) trong ngoặc kép, ví dụ ' +
      '"970436"; danh sách ở docs/deposits.md',
    en:
      'the short name of a bank, such as Vietcombank, or its number (BIN) between quotes, ' +
      'such as "970436"; docs/deposits.md lists them',
  },
  { kind: 'bank' },
)

/** Account for bank transfers. */
export const bankAccount = entry({
  name: z.string(bankHint).refine((name) => findBank(name) !== undefined, bankHint),
  account: patternString(
    /^[0-9]{6,19}$/,
    {
      vi: 'số tài khoản trong ngoặc kép, chỉ gồm 6 đến 19 chữ số',
      en: 'the account between quotes, 6 to 19 digits and nothing else',
    },
    { kind: 'account' },
  ),
  holder: patternString(
    /^[A-Z0-9][A-Z0-9 .,&-]*$/,
    {
      vi: 'tên chủ tài khoản như ngân hàng in: chữ hoa không dấu',
      en: 'whose account it is, as the bank prints it: capitals without accents',
    },
    { kind: 'holder' },
  ).max(60, maxLengthMessage(60)),
  /** Whether a request is confirmed when the bank reports that its deposit has arrived. */
  confirm_bookings: yesOrNo.optional(),
})
