/** A program that is told the news and is not always well. It checks each signature, and keeps what came. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import type { Random } from '../support/random.ts'

export const weathers = [
  'well',
  'slow',
  'busy',
  'broken',
  'malformed',
  'hanging',
  'half an answer',
  'dropping',
  'down',
] as const

export type Weather = (typeof weathers)[number]

/** One try as it arrived, at one of its addresses. */
export type Receipt = {
  path: string
  id: string
  type: string
  code: string
  arrived: number
  /** When it was told that all is well. */
  taken?: number
}

export type Program = {
  url: string
  receipts: Receipt[]
  /** Signatures that are not ours, and news of a booking while others of it were under way. */
  unsigned: number
  overlapping: number
  underWay(): number
  /** What every answer at /stormy is like from now on; at other addresses all is well. */
  turn(weather: Weather): Promise<void>
  /** Called with the next that happens, once. */
  onNext(what: 'arrived' | 'taken', act: () => void): void
  /** Ends whatever hangs. */
  hangUp(): void
  close(): Promise<void>
}

export async function openProgram(secret: string, random: Random): Promise<Program> {
  const underWay = new Map<string, number>()
  const sockets = new Set<Socket>()
  let weather: Weather = 'well'
  let waiting: { what: 'arrived' | 'taken'; act(): void } | undefined

  const happened = (what: 'arrived' | 'taken') => {
    if (waiting?.what !== what) return
    const { act } = waiting
    waiting = undefined
    act()
  }

  const server = createServer(async (request, response) => {
    const body = await readText(request).catch(() => undefined)
    if (body === undefined) return
    const path = request.url ?? ''
    if (!isSigned(request, body, secret)) program.unsigned++
    const { type, data } = JSON.parse(body) as { type: string; data: { code: string } }
    const receipt: Receipt = {
      path,
      id: String(request.headers['webhook-id']),
      type,
      code: data.code,
      arrived: Date.now(),
    }
    program.receipts.push(receipt)
    const booking = `${path} ${data.code}`
    const others = underWay.get(booking) ?? 0
    if (others > 0) program.overlapping++
    underWay.set(booking, others + 1)
    response.once('close', () => underWay.set(booking, (underWay.get(booking) ?? 1) - 1))
    happened('arrived')
    const taken = () => {
      receipt.taken = Date.now()
      happened('taken')
    }
    answer(response, path === '/stormy' ? weather : 'well', random, taken)
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
  const shut = async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await once(server.close(), 'close')
  }
  const program: Program = {
    url: `http://127.0.0.1:${port}`,
    receipts: [],
    unsigned: 0,
    overlapping: 0,
    underWay: () => [...underWay.values()].reduce((sum, one) => sum + one, 0),
    async turn(next) {
      weather = next
      if (next === 'down') await shut()
      else if (!server.listening) await listen(port)
    },
    onNext(what, act) {
      waiting = { what, act }
    },
    hangUp() {
      for (const socket of sockets) socket.destroy()
    },
    close: shut,
  }
  return program
}

function answer(
  response: ServerResponse,
  weather: Weather,
  random: Random,
  taken: () => void,
): void {
  const say = (status: number, headers: Record<string, string> = {}) =>
    response.writeHead(status, headers).end()
  const takeIt = () => {
    response.once('finish', taken)
    say(204)
  }
  switch (weather) {
    case 'well':
      // Long enough for others of the same booking to be seen beside it.
      setTimeout(takeIt, 20)
      return
    case 'slow':
      setTimeout(takeIt, 100 + random.below(1_500))
      return
    case 'busy':
      say(429, { 'retry-after': String(1 + random.below(5)) })
      return
    case 'broken':
      say(random.pick([500, 502, 503, 404, 301]))
      return
    case 'malformed':
      response.socket?.end('Hello, who is there?\r\n\r\n')
      return
    case 'half an answer':
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

/** As Standard Webhooks says: over the id, the time and the body, and not of another day. */
function isSigned({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const [id, time] = [headers['webhook-id'], headers['webhook-timestamp']]
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
  const given = Buffer.from(String(headers['webhook-signature']).replace(/^v1,/, ''), 'base64')
  const fresh = Math.abs(Date.now() / 1000 - Number(time)) < 300
  return fresh && given.length === expected.length && timingSafeEqual(given, expected)
}
