/** Bank notifications as SePay and Casso send them. */
import { createHmac } from 'node:crypto'

export const bankKey = 'a key of the service 123'.replaceAll(' ', '-')

export type BankRequest = { body: string; headers: Record<string, string> }

/** The account of the sample shops. */
export const sampleAccount = '0000000000'

export type SepayFields = {
  id: number
  amount: number
  text: string
  type?: 'in' | 'out'
  account?: unknown
  subAccount?: unknown
}

export function sepayBody(fields: SepayFields): string {
  const { id, amount, text, type = 'in', account = sampleAccount, subAccount = null } = fields
  return JSON.stringify({
    id,
    gateway: 'Vietcombank',
    transactionDate: '2026-11-16 08:55:12',
    accountNumber: account,
    code: null,
    content: text,
    transferType: type,
    transferAmount: amount,
    accumulated: 19_077_000,
    subAccount,
    referenceCode: `MBVCB.${id}`,
    description: '',
  })
}

/** Signed with HMAC-SHA256 at this time. */
export function sepayRequest(fields: SepayFields, nowMs: number, key = bankKey): BankRequest {
  const body = sepayBody(fields)
  const time = String(Math.floor(nowMs / 1000))
  const signature = createHmac('sha256', key).update(`${time}.${body}`).digest('hex')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-sepay-timestamp': time,
      'x-sepay-signature': `sha256=${signature}`,
    },
  }
}

export type CassoTransaction = { id: number; amount: number; text: string }

/** Several transactions with the secure token. */
export function cassoRequest(
  transactions: readonly CassoTransaction[],
  token = bankKey,
): BankRequest {
  const data = transactions.map(({ id, amount, text }) => ({
    id,
    tid: `BANK_REF_${id}`,
    description: text,
    amount,
    cusum_balance: 20_000_000,
    when: '2026-11-16 08:55:12',
    bank_sub_acc_id: sampleAccount,
  }))
  return {
    body: JSON.stringify({ error: 0, data }),
    headers: { 'content-type': 'application/json', 'secure-token': token },
  }
}
