/** Bank transfer details that a guest types or scans. */

import { z } from 'zod'
import { findBank } from '../../content/banks.ts'
import type { Block } from '../../content/document.ts'
import type { Business } from '../../content/shop.ts'
import { normalizeCode } from '../../kernel/booking-code.ts'
import { digitsFormat, lengthFormat } from '../../kernel/field-formats.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney, money, toMoney } from '../../kernel/money.ts'
import { vietQr } from './vietqr.ts'

export const transferSchema = z
  .object({
    bank: z.string().describe('Short name of the bank.'),
    bin: z.string().describe('NAPAS number of the bank (BIN).').meta(digitsFormat),
    account: z.string().describe('The account number.'),
    holder: z.string().describe('The account holder.'),
    amount: money,
    purpose: z.string().describe('Staff identify the transfer by it.').meta(lengthFormat(1, 25)),
    qr: z.string().describe('Content of a VietQR code, to be drawn as a QR code.'),
  })
  .meta({
    id: 'Transfer',
    description: 'Bank transfer details. The guest is never charged automatically.',
  })

export type TransferResponse = z.infer<typeof transferSchema>

/** A transfer with its amount as a number of dong. */
export type Transfer = Omit<TransferResponse, 'amount'> & { amount: number }

/** Undefined without a bank account. Banks only accept letters and digits, so the code has no dashes. */
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
    amount,
    purpose,
    qr: vietQr({ bin: found.bin, account }, amount, purpose),
  }
}

export function toTransferResponse(transfer: Transfer, locale: Locale): TransferResponse {
  return { ...transfer, amount: toMoney(transfer.amount, locale) }
}

/** The transfer of an API response, as pages read it. */
export function fromTransferResponse(response: TransferResponse): Transfer {
  return { ...response, amount: response.amount.amount }
}

/** Lines for a page or an email, in the order in which banking apps ask for them. */
export function transferRows(
  { bank, account, holder, amount, purpose }: Transfer,
  locale: Locale,
): [term: string, text: string][] {
  return [
    [words.bank[locale], bank],
    [words.account[locale], account],
    [words.holder[locale], holder],
    [words.amount[locale], formatMoney(amount, locale)],
    [words.purpose[locale], purpose],
  ]
}

/** Includes a link to save the QR code as an image: a guest on a phone cannot scan its own screen. */
export function transferBlock(bankTransfer: Transfer, picture: string, locale: Locale): Block {
  const { bank, account, holder, purpose } = bankTransfer
  const amount = formatMoney(bankTransfer.amount, locale)
  return {
    kind: 'payment',
    code: bankTransfer.qr,
    label: {
      vi: `Mã VietQR: chuyển ${amount} tới ${holder}, tài khoản ${account}, ${bank}, nội dung ${purpose}`,
      en: `VietQR code: ${amount} to ${holder}, account ${account}, ${bank}, purpose ${purpose}`,
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
