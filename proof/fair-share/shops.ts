/** Two apps on one database, with the clients that send requests to them, and what the requests hold afterwards. */

import { issueFormToken } from '../../src/domain/guard/form-token.ts'
import type { FairShareLimits } from '../../src/kernel/fair-share-limits.ts'
import { findTrade } from '../../src/variants/index.ts'
import { base, type RunningShop, runShop, secret } from '../../test/support/shop.ts'

/** Saturday; the clock of the shops begins on the Monday before. */
export const saturday = '2026-11-21'
export const evening = [
  '17:00',
  '17:30',
  '18:00',
  '18:30',
  '19:00',
  '19:30',
  '20:00',
  '20:30',
  '21:00',
]

export type Face = 'api' | 'form' | 'mcp'

export type Sender = { address: string; face?: Face; user?: string }

export type Sent = {
  status: number
  code: string | undefined
  /** Of a rejected request: the problem, its text, and the seconds to wait. */
  problem: string
  detail: string
  retryAfter: number
}

export type Shops = {
  apps: readonly RunningShop[]
  phone: string
  advance(milliseconds: number): void
  send(sender: Sender, fields: object): Promise<Sent>
  /** Asks for the waitlist, through the API. */
  join(sender: Sender, fields: object): Promise<Sent>
  freeTimes(): Promise<string[]>
  close(): Promise<void>
}

export async function openShops(
  content: string,
  file: string,
  fairShare: FairShareLimits | undefined,
): Promise<Shops> {
  const shop = findTrade('restaurant').open(content)
  const apps: RunningShop[] = []
  for (let index = 0; index < 2; index++) {
    apps.push(
      await runShop('restaurant', { shop, file, trustProxy: 1, ...(fairShare && { fairShare }) }),
    )
  }
  let turn = 0
  const pick = () => apps[turn++ % apps.length] as RunningShop
  return {
    apps,
    phone: shop.business.phone,
    advance(milliseconds) {
      for (const { clock } of apps) clock.now += milliseconds
    },
    send: ({ address, face = 'api', user }, fields) =>
      senders[face](pick(), { 'x-forwarded-for': address }, { ...common, ...fields }, user),
    join: ({ address }, fields) =>
      pick()
        .get('/api/waitlist?locale=en', {
          method: 'POST',
          headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
          body: JSON.stringify({ ...common, ...fields, consent: '1' }),
        })
        .then(readResponse),
    async freeTimes() {
      const day = await pick().json(`/api/availability?date=${saturday}&party_size=2`)
      const { slots } = day as { slots: { time: string }[] }
      return slots.map(({ time }) => time).filter((time) => time >= '17:00')
    },
    async close() {
      for (const app of apps) await app.stop()
    },
  }
}

const common = { name: 'Nguyễn Thị Lan', date: saturday, party_size: 2 }

type Send = (
  app: RunningShop,
  from: Record<string, string>,
  fields: Record<string, unknown>,
  user: string | undefined,
) => Promise<Sent>

/** None of them sends an idempotency key. */
const senders: Record<Face, Send> = {
  api: (app, from, fields) =>
    app
      .get('/api/booking?locale=en', {
        method: 'POST',
        headers: { ...from, 'content-type': 'application/json' },
        body: JSON.stringify({ ...fields, consent: '1' }),
      })
      .then(readResponse),
  form: (app, from, fields) => {
    const body = new URLSearchParams({ consent: '1' })
    for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
    body.set('form_token', issueFormToken(secret, 'requestBooking', app.clock.now - 5_000))
    const headers = { ...from, origin: base }
    return app.get('/api/booking?locale=en', { method: 'POST', headers, body }).then(readResponse)
  },
  async mcp(app, from, fields, user) {
    const params = {
      name: 'request_reservation',
      arguments: { ...fields, consent: true, locale: 'en' },
      ...(user !== undefined && { _meta: { 'openai/subject': user } }),
    }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const headers = { ...from, accept: 'application/json, text/event-stream' }
    const response = await app.post('/mcp', call, headers)
    const { result } = (await response.json()) as { result: ToolCallResult }
    if (!result.isError) return toSent(202, result.structuredContent ?? {}, 0)
    const {
      code,
      message,
      retry_after = 0,
    } = JSON.parse(result.content[0]?.text ?? '{}') as ToolError
    const status = statusByCode.get(code) ?? 422
    return toSent(status, { type: code, detail: message }, retry_after)
  },
}

type ToolError = { code: string; message: string; retry_after?: number }

/** The status that the API has for the same rejection. */
const statusByCode = new Map([
  ['slot-taken', 409],
  ['rate-limited', 429],
  ['too-many-open-requests', 429],
])

type ToolCallResult = {
  isError?: boolean
  structuredContent?: ResponseBody
  content: { text: string }[]
}

type ResponseBody = {
  status?: number | string
  code?: string
  type?: string
  detail?: string
  retry_after?: number
}

async function readResponse(response: Response): Promise<Sent> {
  const body = (await response.json()) as ResponseBody
  return toSent(response.status, body, Number(response.headers.get('retry-after') ?? 0))
}

function toSent(status: number, body: ResponseBody, retryAfter: number): Sent {
  const { code, type = '', detail = '' } = body
  return { status, code, problem: type.split('/').at(-1) ?? '', detail, retryAfter }
}
