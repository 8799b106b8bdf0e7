/** The real program as a process of its own, and a client of it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { type ClientResponse, createHttpClient, type Send } from './http-client.ts'

const root = join(import.meta.dirname, '../..')

export type { ClientResponse }

/** What `npm start` tells Node. */
const nodeOptions = ['--max-semi-space-size=8']

export type LogLine = { event: string; pid: number } & Record<string, unknown>

export type Server = {
  port: number
  /** Where its desk is. */
  deskUrl: string
  process: ChildProcess
  /** Empty unless LOG_LEVEL asks for it. */
  log: readonly LogLine[]
  /** All that it has told whoever started it. */
  stderrText(): string
  send: Send
  kill(signal: NodeJS.Signals): Promise<void>
}

export type StartOptions = {
  connections?: number
  /** The words of the command. */
  args?: readonly string[]
  /** An open file for whatever it says; then neither `log` nor `said` knows of it. */
  output?: number
  /** Hears whatever it writes, where that is too much for `log` to keep. */
  onOutput?(text: string): void
}

export async function startServer(
  environment: Record<string, string>,
  { connections = 64, args = [], output, onOutput }: StartOptions = {},
): Promise<Server> {
  const free = await freePorts(2)
  const port = Number(environment.PORT ?? free[0])
  const deskPort = Number(environment.DESK_PORT ?? free[1])
  const child = spawn(process.execPath, [...nodeOptions, join(root, 'bin/letan.js'), ...args], {
    env: {
      ...process.env,
      LC_ALL: 'C.UTF-8',
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      WRITE_LIMIT: '1000000',
      PORT: String(port),
      DESK_PORT: String(deskPort),
      // As under npm: it stops by itself when whoever started it is gone.
      npm_lifecycle_event: 'start',
      ...environment,
    },
    stdio: ['ignore', output ?? 'pipe', output ?? 'pipe'],
  })
  let stderrText = ''
  child.stderr?.on('data', (part) => {
    stderrText += part
    onOutput?.(String(part))
  })
  const log: LogLine[] = []
  if (onOutput) child.stdout?.on('data', (part) => onOutput(String(part)))
  else if (child.stdout) {
    createInterface(child.stdout).on('line', (line) => log.push(JSON.parse(line)))
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { send, closeIdle, close } = createHttpClient(port, connections)

  for (let tries = 0; ; tries++) {
    const response = await send('GET', '/healthz').catch(() => undefined)
    if (response?.status === 200) break
    if (child.exitCode !== null || tries > 6_000) throw new Error(`did not start:\n${stderrText}`)
    await pause(5)
  }
  return {
    port,
    deskUrl: `http://127.0.0.1:${deskPort}`,
    process: child,
    log,
    stderrText: () => stderrText,
    send,
    async kill(signal) {
      child.kill(signal)
      closeIdle()
      await ended
      close()
    },
  }
}

/** Below those that the machine gives to callers: one of them could take it before the server does. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = 12_000 + Math.floor(Math.random() * 18_000)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

async function isFree(port: number): Promise<boolean> {
  const probeServer = createServer().listen(port, '127.0.0.1')
  try {
    await once(probeServer, 'listening')
    await once(probeServer.close(), 'close')
    return true
  } catch {
    return false
  }
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}
