/** The receiver of bank notifications: verifies who has sent a request, and passes on its transfers. */
import { parseJson } from '../../http/json.ts'
import type { Headers, Reply, Request } from '../../http/message.ts'
import {
  type BankNotification,
  type BankService,
  bankPath,
} from '../../kernel/bank-notification.ts'
import type { Clock } from '../../kernel/time.ts'
import type { BankAdapter } from './adapter.ts'
import { cassoAdapter } from './casso.ts'
import { sepayAdapter } from './sepay.ts'

export type BankFace = {
  owns(path: string): boolean
  handle(request: Request): Promise<Reply>
  /** A service may report many transactions together. */
  bodyLimitBytes: number
}

export type BankFaceOptions = {
  service: BankService
  /** API key, secure token or key of the signature. */
  key: string
  /** Stores one transfer. One that was received before changes nothing. */
  receive(notification: BankNotification): Promise<unknown>
  now: Clock
}

const adapters: Readonly<Record<BankService, BankAdapter>> = {
  sepay: sepayAdapter,
  casso: cassoAdapter,
}

/** The body of a notification, its `data`, a transaction, and one more. */
const maxDepth = 4

export function createBankFace({ service, key, receive, now }: BankFaceOptions): BankFace {
  const adapter = adapters[service]
  return {
    owns: (path) => path === bankPath,
    bodyLimitBytes: 128 * 1024,
    async handle(request) {
      if (request.method !== 'POST')
        return reject(405, `Only ${adapter.name} sends notifications here.`, { Allow: 'POST' })
      if (request.isBodyTooLarge) return reject(413, 'The body is too large.')
      const body = parseJson(request.body, maxDepth)
      if (!adapter.isAuthentic(request, body?.value, key, now()))
        return reject(401, 'The key or the signature is wrong.')
      const transfers = body && adapter.parse(body.value, now())
      if (!transfers) return reject(400, `This is not a notification of ${adapter.name}.`)
      const valid = transfers.filter((one) => one !== 'invalid')
      for (const transfer of valid) await receive(transfer)
      // The others are stored; a repetition of the request does not store them again.
      if (valid.length < transfers.length)
        return reject(400, 'A transaction has no id or no amount in whole dong.')
      return toReply(200, { success: true })
    },
  }
}

function reject(status: number, message: string, headers: Headers = {}): Reply {
  return toReply(status, { success: false, message }, headers)
}

function toReply(status: number, body: object, headers: Headers = {}): Reply {
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
    body: JSON.stringify(body),
    route: bankPath,
  }
}
