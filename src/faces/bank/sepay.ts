/** SePay: one transaction a request, with an API key or a signature (HMAC-SHA256 over time and body). */
import { minute } from '../../kernel/time.ts'
import {
  type BankAdapter,
  headerOf,
  isPayloadFields,
  isSameSecret,
  parseAccounts,
  parseAmount,
  parseId,
  parseText,
  parseTime,
  signatureOf,
} from './adapter.ts'

/** SePay signs each attempt with its own time, and asks receivers to reject older ones. */
const maxAgeMs = 5 * minute

export const sepayAdapter: BankAdapter = {
  name: 'SePay',
  isAuthentic(request, _body, key, now) {
    const signature = headerOf(request, 'x-sepay-signature')
    if (signature === undefined) {
      const [, sentKey] = /^Apikey (\S+)$/i.exec(headerOf(request, 'authorization') ?? '') ?? []
      return sentKey !== undefined && isSameSecret(sentKey, key)
    }
    const time = headerOf(request, 'x-sepay-timestamp') ?? ''
    if (!/^[0-9]{1,12}$/.test(time)) return false
    if (Math.abs(now - Number(time) * 1_000) > maxAgeMs) return false
    const expected = signatureOf('sha256', key, `${time}.`, request.body)
    return isSameSecret(signature.replace(/^sha256=/, ''), expected)
  },
  parse(body, now) {
    if (!isPayloadFields(body) || !('transferType' in body)) return undefined
    if (body.transferType !== 'in') return []
    const id = parseId(body.id)
    const amount = parseAmount(body.transferAmount)
    if (id === undefined || amount === undefined || amount <= 0) return ['invalid']
    return [
      {
        id: `sepay:${id}`,
        amount,
        transferredAtMs: parseTime(body.transactionDate, now),
        text: parseText(body.content, body.description),
        accounts: parseAccounts(body.accountNumber, body.subAccount),
      },
    ]
  },
}
