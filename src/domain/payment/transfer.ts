/** What a guest types or scans to transfer money to the shop. */
import { z } from 'zod'
import { findBank } from '../../content/banks.ts'
import type { Block } from '../../content/document.ts'
import type { Business } from '../../content/shop.ts'
import { normalizeCode } from '../../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { money, toMoney } from '../../kernel/money.ts'
import { vietQr } from './vietqr.ts'

export const transferSchema = z
  .object({
    bank: z.string().describe('Its short name.'),
    bin: z.string().describe('Its number at NAPAS.'),
    account: z.string(),
    holder: z.string(),
    amount: money,
    purpose: z.string().describe('Staff find the transfer by it.'),
    qr: z.string().describe('The text of a VietQR code, to be drawn as a QR code.'),
  })
  .meta({
    id: 'Transfer',
    description: 'Where and how to pay by bank transfer. Nothing is taken by itself.',
  })

export type Transfer = z.infer<typeof transferSchema>

/** Nothing where the shop names no account. Banks let letters and digits through, so the code has no dashes. */
export function transferFor(
  { bank }: Pick<Business, 'bank'>,
  code: string,
  amount: number,
): Transfer | undefined {
  const found = bank && findBank(bank.name)
  if (!found) return undefined
  const { account, holder } = bank
  const purpose = normalizeCode(code)
  return {
    bank: found.name,
    bin: found.bin,
    account,
    holder,
    amount: toMoney(amount),
    purpose,
    qr: vietQr({ bin: found.bin, account }, amount, purpose),
  }
}

/** The same as lines of a page or a letter, in the order in which a banking app asks for them. */
export function transferRows(
  { bank, account, holder, amount, purpose }: Transfer,
  locale: Locale,
): [term: string, text: string][] {
  return [
    [words.bank[locale], bank],
    [words.account[locale], account],
    [words.holder[locale], holder],
    [words.amount[locale], amount.display],
    [words.purpose[locale], purpose],
  ]
}

/** With a QR code and a way to keep it as a picture: who reads this on his phone cannot scan it. */
export function transferBlock(bankTransfer: Transfer, picture: string, locale: Locale): Block {
  const { amount, bank, account, holder, purpose } = bankTransfer
  return {
    kind: 'payment',
    code: bankTransfer.qr,
    label: {
      vi: `Mã VietQR: chuyển ${amount.display} tới ${holder}, tài khoản ${account}, ${bank}, nội dung ${purpose}`,
      en: `VietQR code: ${amount.display} to ${holder}, account ${account}, ${bank}, purpose ${purpose}`,
    }[locale],
    rows: transferRows(bankTransfer, locale),
    picture: { text: words.save[locale], href: picture },
  }
}

const words = {
  bank: { vi: 'Ngân hàng', en: 'Bank' },
  account: { vi: 'Số tài khoản', en: 'Account' },
  holder: { vi: 'Chủ tài khoản', en: 'Holder' },
  amount: { vi: 'Số tiền', en: 'Amount' },
  purpose: { vi: 'Nội dung', en: 'Purpose' },
  save: { vi: 'Lưu ảnh mã QR', en: 'Save the QR code' },
} satisfies Record<string, LocalizedText>
