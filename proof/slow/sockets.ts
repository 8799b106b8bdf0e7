/** Connections that stay open: idle, silent, and event streams. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Server } from '../support/server.ts'

const offersRequest = 'GET /api/offers?limit=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'

/** Idle connections after one response. */
export function openIdle(port: number, count: number): Promise<Socket[]> {
  return Promise.all(Array.from({ length: count }, () => openAfterRequest(port, offersRequest)))
}

/** Event streams of the desk. */
export function openEventStreams(port: number, cookie: string, count: number): Promise<Socket[]> {
  const streamRequest = `GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`
  return Promise.all(Array.from({ length: count }, () => openAfterRequest(port, streamRequest)))
}

/** Connections that send nothing. */
export async function openSilent(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let index = 0; index < count; index++) {
    sockets.push(connect(port, '127.0.0.1').on('error', () => {}))
    if (index % 100 === 99) await pause(10)
  }
  return sockets
}

async function openAfterRequest(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write(bytes)
  await once(socket, 'data')
  return socket
}

/** The number of connections that are still open and get another response. */
export async function countServed(idle: readonly Socket[]): Promise<number> {
  let served = 0
  for (const socket of idle) {
    if (socket.closed) continue
    socket.write(offersRequest)
    const [bytes] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
    if (String(bytes).startsWith('HTTP/1.1 200')) served++
  }
  return served
}

/** The time until an open desk receives an event. */
export async function measureEventDelay(listening: Socket, { send }: Server): Promise<number> {
  const began = performance.now()
  let received = ''
  const eventReceived = new Promise<void>((resolve) => {
    listening.on('data', (part) => {
      received += part
      if (received.includes('lead.requested')) resolve()
    })
  })
  await send('POST', '/api/lead', { name: 'Lan', phone: '0912345678', consent: '1' })
  await Promise.race([eventReceived, pause(10_000)])
  return Math.round(performance.now() - began)
}
