/** A webhook receiver with configurable failures. It checks signatures and records what it receives. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import type { Random } from '../support/random.ts'

export const receiverBehaviors = [
  'ok',
  'slow',
  'busy',
  'broken',
  'malformed',
  'hanging',
  'partial response',
  'dropping',
  'down',
] as const

type ReceiverBehavior = (typeof receiverBehaviors)[number]

/** One received delivery. */
export type Receipt = {
  path: string
  id: string
  type: string
  code: string
  arrived: number
  /** Time of the successful response. */
  acknowledgedAtMs?: number
}

export type WebhookReceiver = {
  url: string
  receipts: Receipt[]
  /** Number of invalid signatures, and of concurrent deliveries for one booking. */
  unsigned: number
  overlapping: number
  inFlight(): number
  /** Sets the behavior of the path /unreliable; other paths always succeed. */
  setBehavior(behavior: ReceiverBehavior): Promise<void>
  /** Called once, at the next occurrence. */
  onNext(what: 'arrived' | 'accepted', callback: () => void): void
  /** Closes all connections. */
  closeConnections(): void
  close(): Promise<void>
}

export async function openWebhookReceiver(
  secret: string,
  random: Random,
): Promise<WebhookReceiver> {
  const inFlightByBooking = new Map<string, number>()
  const sockets = new Set<Socket>()
  let behavior: ReceiverBehavior = 'ok'
  let waiting: { what: 'arrived' | 'accepted'; callback(): void } | undefined

  const notifyWaiting = (what: 'arrived' | 'accepted') => {
    if (waiting?.what !== what) return
    const { callback } = waiting
    waiting = undefined
    callback()
  }

  const server = createServer(async (request, response) => {
    const body = await readText(request).catch(() => undefined)
    if (body === undefined) return
    const path = request.url ?? ''
    if (!isSigned(request, body, secret)) receiver.unsigned++
    const { type, data } = JSON.parse(body) as { type: string; data: { code: string } }
    const receipt: Receipt = {
      path,
      id: String(request.headers['webhook-id']),
      type,
      code: data.code,
      arrived: Date.now(),
    }
    receiver.receipts.push(receipt)
    const booking = `${path} ${data.code}`
    const concurrent = inFlightByBooking.get(booking) ?? 0
    if (concurrent > 0) receiver.overlapping++
    inFlightByBooking.set(booking, concurrent + 1)
    response.once('close', () =>
      inFlightByBooking.set(booking, (inFlightByBooking.get(booking) ?? 1) - 1),
    )
    notifyWaiting('arrived')
    const onAcknowledged = () => {
      receipt.acknowledgedAtMs = Date.now()
      notifyWaiting('accepted')
    }
    respond(response, path === '/unreliable' ? behavior : 'ok', random, onAcknowledged)
  })
  server.keepAliveTimeout = 1
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const stopListening = async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await once(server.close(), 'close')
  }
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}`,
    receipts: [],
    unsigned: 0,
    overlapping: 0,
    inFlight: () => [...inFlightByBooking.values()].reduce((sum, one) => sum + one, 0),
    async setBehavior(next) {
      behavior = next
      if (next === 'down') await stopListening()
      else if (!server.listening) await listen(port)
    },
    onNext(what, callback) {
      waiting = { what, callback }
    },
    closeConnections() {
      for (const socket of sockets) socket.destroy()
    },
    close: stopListening,
  }
  return receiver
}

function respond(
  response: ServerResponse,
  behavior: ReceiverBehavior,
  random: Random,
  onAcknowledged: () => void,
): void {
  const sendStatus = (status: number, headers: Record<string, string> = {}) =>
    response.writeHead(status, headers).end()
  const acknowledge = () => {
    response.once('finish', onAcknowledged)
    sendStatus(204)
  }
  switch (behavior) {
    case 'ok':
      // Long enough to observe concurrent deliveries for the same booking.
      setTimeout(acknowledge, 20)
      return
    case 'slow':
      setTimeout(acknowledge, 100 + random.below(1_500))
      return
    case 'busy':
      sendStatus(429, { 'retry-after': String(1 + random.below(5)) })
      return
    case 'broken':
      sendStatus(random.pick([500, 502, 503, 404, 301]))
      return
    case 'malformed':
      response.socket?.end('This is not HTTP.\r\n\r\n')
      return
    case 'partial response':
      response.writeHead(200, { 'content-length': '10' }).write('part')
      return
    case 'dropping':
      response.destroy()
      return
    case 'hanging':
    case 'down':
      return
  }
}

/** Standard Webhooks: signature of the id, the timestamp and the body, at most five minutes old. */
function isSigned({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const [id, time] = [headers['webhook-id'], headers['webhook-timestamp']]
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
  const signature = Buffer.from(String(headers['webhook-signature']).replace(/^v1,/, ''), 'base64')
  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300
  return isFresh && signature.length === expected.length && timingSafeEqual(signature, expected)
}
