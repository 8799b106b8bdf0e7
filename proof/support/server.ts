/** Starts the program as a child process, with an HTTP client for it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { type ClientResponse, createHttpClient, type Send } from './http-client.ts'

const root = join(import.meta.dirname, '../..')

export type { ClientResponse }

/** The options of Node in `npm start`. */
export const nodeOptions = [
  '--max-semi-space-size=4',
  '--max-old-space-size=1024',
  '--v8-pool-size=1',
]

type LogLine = { event: string; pid: number } & Record<string, unknown>

export type Server = {
  port: number
  deskUrl: string
  process: ChildProcess
  /** Empty unless LOG_LEVEL is set. */
  log: readonly LogLine[]
  stderrText(): string
  send: Send
  kill(signal: NodeJS.Signals): Promise<void>
}

type StartOptions = {
  connections?: number
  /** Arguments of the command. */
  args?: readonly string[]
  /** File descriptor for all output; `log` and `stderrText` are empty then. */
  output?: number
  /** Receives all output instead of `log`. */
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
      FIRST_EMAILS_PER_HOUR: '1000000',
      PORT: String(port),
      DESK_PORT: String(deskPort),
      // As under npm: the program stops when its parent process ends.
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
    if (child.exitCode !== null || tries > 24_000)
      throw new Error(`The server did not start:\n${stderrText}`)
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

/** Below the range of ephemeral ports: an outgoing connection could take one before the server does. */
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
