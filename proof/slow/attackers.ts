/** Opens slow connections in a worker thread, so that they do not slow down the measurement. */
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** What each kind of connection sends; called twice a second. */
const kinds = {
  /** Sends nothing. */
  silent: () => {},
  slowHeaders: (socket: Socket, turn: number) => {
    socket.write(
      turn === 0 ? 'GET /api/offers HTTP/1.1\r\nHost: 127.0.0.1\r\n' : `X-${turn}: 1\r\n`,
    )
  },
  slowBody: (socket: Socket, turn: number) => {
    socket.write(turn === 0 ? post('/api/booking', 'Content-Length: 900') : ' ')
  },
  slowChunks: (socket: Socket, turn: number) => {
    socket.write(turn === 0 ? post('/api/lead', 'Transfer-Encoding: chunked') : '1\r\n \r\n')
  },
  slowMessage: (socket: Socket, turn: number) => {
    socket.write(turn === 0 ? post('/mcp', 'Content-Length: 900') : ' ')
  },
  /** Sends requests as long as the server takes them, and reads no response. */
  neverReads: (socket: Socket) => {
    if (socket.writableLength === 0) socket.write(get('/openapi.json').repeat(16))
  },
  /** Sends as many requests as may wait, twice: the first responses fit into the buffers of the system. */
  neverReadsMessages: (socket: Socket, turn: number) => {
    socket.write(turn === 0 || turn === 4 ? message.repeat(15) : emptyLine)
  },
} satisfies Record<string, (socket: Socket, turn: number) => void>

/** Shows a client that does not read whether its connection is still open. The server ignores it between requests. */
const emptyLine = '\r\n'

type AttackKind = keyof typeof kinds

export type AttackOptions = { port: number; connections: number; seconds: number }

/** By kind: number of connections, number that are still open, and the longest duration. */
export type AttackReport = Record<string, { count: number; open: number; maxDurationMs: number }>

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
}

function post(path: string, extraHeader: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${extraHeader}\r\n\r\n`
}

/** A small request with a large response. */
const list = `[${Array.from({ length: 40 }, () => '{"jsonrpc":"2.0","id":1,"method":"tools/list"}')}]`
const message = `${post('/mcp', `Content-Length: ${list.length}`)}${list}`

async function attack({ port, connections, seconds }: AttackOptions): Promise<AttackReport> {
  const names = Object.keys(kinds) as AttackKind[]
  const report: AttackReport = Object.fromEntries(
    names.map((name) => [name, { count: 0, open: 0, maxDurationMs: 0 }]),
  )
  const connected: { socket: Socket; kind: AttackKind; turn: number }[] = []
  for (let index = 0; index < connections; index++) {
    const kind = names[index % names.length] as AttackKind
    const counts = report[kind] as AttackReport[string]
    const socket = connect(port, '127.0.0.1')
    if (!kind.startsWith('neverReads')) socket.resume()
    counts.count++
    counts.open++
    const began = performance.now()
    socket.on('error', () => {})
    socket.on('close', () => {
      counts.open--
      counts.maxDurationMs = Math.max(counts.maxDurationMs, Math.round(performance.now() - began))
    })
    connected.push({ socket, kind, turn: 0 })
    if (index % 100 === 99) await pause(20)
  }
  parentPort?.postMessage('all open')
  for (let second = 0; second < seconds * 2; second++) {
    for (const one of connected) {
      if (!one.socket.closed) kinds[one.kind](one.socket, one.turn++)
    }
    if (Object.values(report).every(({ open }) => open === 0)) break
    await pause(500)
  }
  const result = structuredClone(report)
  for (const { socket } of connected) socket.destroy()
  return result
}

parentPort?.postMessage(await attack(workerData as AttackOptions))
