/**
 * Casso: several transactions a request with a secure token, or one with a signature (HMAC-SHA512 over time and the
 * body with sorted keys). The two forms name some fields differently.
 */
import {
  type BankAdapter,
  headerOf,
  isPayloadFields,
  isSameSecret,
  type ParsedTransfer,
  parseAccounts,
  parseAmount,
  parseId,
  parseText,
  parseTime,
  signatureOf,
} from './adapter.ts'

export const cassoAdapter: BankAdapter = {
  name: 'Casso',
  // Casso names no age after which a signature is void. A repeated notification changes nothing.
  isAuthentic(request, body, key) {
    const signature = headerOf(request, 'x-casso-signature')
    if (signature === undefined) {
      const token = headerOf(request, 'secure-token')
      return token !== undefined && isSameSecret(token, key)
    }
    const [, time, sentSignature] = /^t=([0-9]{1,16}),v1=([0-9a-f]{128})$/.exec(signature) ?? []
    if (time === undefined || sentSignature === undefined) return false
    const expected = signatureOf('sha512', key, `${time}.${JSON.stringify(sortKeys(body))}`)
    return isSameSecret(sentSignature, expected)
  },
  parse(body, now) {
    if (!isPayloadFields(body) || !('data' in body)) return undefined
    const { data } = body
    const transactions: readonly unknown[] = Array.isArray(data) ? data : [data]
    return transactions.flatMap((one) => parseTransaction(one, now))
  },
}

/** Money that leaves the account is negative. */
function parseTransaction(transaction: unknown, now: number): ParsedTransfer[] {
  if (!isPayloadFields(transaction)) return ['invalid']
  const id = parseId(transaction.id)
  const amount = parseAmount(transaction.amount)
  if (id === undefined || amount === undefined) return ['invalid']
  if (amount <= 0) return []
  return [
    {
      id: `casso:${id}`,
      amount,
      transferredAtMs: parseTime(transaction.transactionDateTime ?? transaction.when, now),
      text: parseText(transaction.description),
      accounts: parseAccounts(
        ...[transaction.accountNumber, transaction.virtualAccountNumber],
        ...[transaction.bank_sub_acc_id, transaction.subAccId, transaction.virtualAccount],
      ),
    },
  ]
}

/** Casso sorts the keys of objects, and leaves lists as they are. */
function sortKeys(value: unknown): unknown {
  if (!isPayloadFields(value)) return value
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key])]))
}
