/** Requests of ordinary clients, half of them over keep-alive connections. */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { incrementCount } from '../support/count-by.ts'
import { dayAhead, openDays } from '../support/scratch.ts'

export type GuestRequest = {
  port: number
  method: string
  path: string
  cookie?: string
  body?(turn: number): object
}

type GuestMeasurements = {
  times: number[]
  statuses: Record<string, number>
  /** The longest response time by path. */
  slowest: Record<string, number>
}

/** Sends requests in loops until it is stopped. */
export function startGuestLoad(guestRequests: readonly GuestRequest[], loops: number) {
  const keepAliveAgent = new Agent({ keepAlive: true })
  const measurements: GuestMeasurements = { times: [], statuses: {}, slowest: {} }
  let running = true
  let turn = 0
  const sendLoop = async (agent: Agent | false) => {
    while (running) {
      const guestRequest = guestRequests[turn++ % guestRequests.length] as GuestRequest
      const began = performance.now()
      const status = await sendRequest(guestRequest, turn, agent).catch(
        (error: NodeJS.ErrnoException) => `${error.code}`,
      )
      const took = performance.now() - began
      measurements.times.push(took)
      measurements.slowest[guestRequest.path] = Math.max(
        measurements.slowest[guestRequest.path] ?? 0,
        Math.round(took),
      )
      incrementCount(measurements.statuses, status)
      await pause(10)
    }
  }
  const all = Array.from({ length: loops }, (_, index) =>
    sendLoop(index % 2 === 0 ? keepAliveAgent : false),
  )
  return {
    async stop(): Promise<GuestMeasurements> {
      running = false
      await Promise.all(all)
      keepAliveAgent.destroy()
      return measurements
    },
  }
}

function sendRequest(
  { body, cookie, ...target }: GuestRequest,
  turn: number,
  agent: Agent | false,
) {
  const text = body && JSON.stringify(body(turn))
  const headers = {
    ...(cookie !== undefined && { cookie }),
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise<number>((resolve, reject) => {
    const outgoing = request({ ...target, host: '127.0.0.1', agent, headers }, (incoming) => {
      incoming.resume()
      incoming.on('end', () => resolve(incoming.statusCode ?? 0))
      incoming.on('error', reject)
    })
    outgoing.setTimeout(20_000, () => outgoing.destroy(new Error('response timeout')))
    outgoing.on('error', reject)
    outgoing.end(text)
  })
}

/** The typical requests of a shop. */
export function createGuestRequests(
  port: number,
  deskPort: number,
  cookie: string,
): GuestRequest[] {
  const at = { port, method: 'GET' }
  const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' }
  const days = openDays(3, 40)
  const booking = (turn: number) => ({
    ...guest,
    date: days[turn % days.length],
    time: turn % 2 === 0 ? '12:00' : '19:00',
    party_size: 2,
  })
  const call = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'get_business_info', arguments: {} },
  })
  return [
    { ...at, path: '/menu' },
    { ...at, path: '/api/offers?limit=5' },
    { ...at, path: `/api/availability?date=${dayAhead(9)}&party_size=2` },
    { ...at, path: '/booking' },
    { port, method: 'POST', path: '/mcp', body: call },
    { port, method: 'POST', path: '/api/booking', body: booking },
    { port: deskPort, method: 'GET', path: '/', cookie },
    { port: deskPort, method: 'GET', path: '/timeline', cookie },
  ]
}
