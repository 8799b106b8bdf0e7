/** Which items a transfer probably pays: by the code, the phone number, the amount and the name of the guest. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { BankTransfer } from '../payment/bank-transfers.ts'
import { type PayableItem, remainingOf } from './items.ts'

/** The most likely first; without those that are paid. */
export function rankItems(
  transfer: Pick<BankTransfer, 'amount' | 'reference' | 'text'>,
  items: readonly PayableItem[],
): PayableItem[] {
  const text = foldDiacritics(transfer.text ?? '')
  const digits = text.replace(/[^0-9]/g, '')
  const scored = items
    .filter(({ state }) => state !== 'paid')
    .map((item) => ({
      item,
      likeness: likenessOf(item, transfer, text, digits),
      difference: Math.abs(remainingOf(item) - transfer.amount),
    }))
  return scored
    .toSorted((one, other) => other.likeness - one.likeness || one.difference - other.difference)
    .map(({ item }) => item)
}

/** So many letters of a code can be wrong. */
const maxMistyped = 2
const phoneDigits = 9

function likenessOf(
  item: PayableItem,
  { amount, reference }: Pick<BankTransfer, 'amount' | 'reference'>,
  text: string,
  digits: string,
): number {
  const { code, phone, name } = item
  const mistyped = reference === null ? Number.POSITIVE_INFINITY : countDifferences(code, reference)
  const national = phone.replace(/[^0-9]/g, '').slice(-phoneDigits)
  const hasPhone = national.length === phoneDigits && digits.includes(national)
  const hasName = name !== '' && text.includes(foldDiacritics(name))
  return (
    (mistyped === 0 ? 100 : 0) +
    (mistyped <= maxMistyped ? 50 : 0) +
    (hasPhone ? 40 : 0) +
    (remainingOf(item) === amount ? 20 : 0) +
    (hasName ? 15 : 0)
  )
}

function countDifferences(one: string, other: string): number {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY
  return [...one].filter((letter, index) => letter !== other[index]).length
}
