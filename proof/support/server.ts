/** The real program as a process of its own, and a client of it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, createSender, type Send } from './sender.ts'

const root = join(import.meta.dirname, '../..')

export type { Answer }

export type Server = {
  port: number
  /** Where its desk is. */
  deskUrl: string
  process: ChildProcess
  /** All that it has said on standard error. */
  said(): string
  send: Send
  kill(signal: NodeJS.Signals): Promise<void>
}

export async function startServer(
  environment: Record<string, string>,
  connections = 64,
  /** An open file for whatever it says; otherwise what it says is told if it does not start. */
  output?: number,
): Promise<Server> {
  const [port = 0, deskPort = 0] = await freePorts(2)
  const child = spawn(process.execPath, [join(root, 'bin/letan.js')], {
    env: {
      ...process.env,
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      WRITE_LIMIT: '1000000',
      PORT: String(port),
      DESK_PORT: String(deskPort),
      // As under npm: it stops by itself when whoever started it is gone.
      npm_lifecycle_event: 'start',
      ...environment,
    },
    stdio: ['ignore', output ?? 'ignore', output ?? 'pipe'],
  })
  let said = ''
  child.stderr?.on('data', (part) => {
    said += part
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { send, close } = createSender(port, connections)

  for (let tries = 0; ; tries++) {
    const up = await send('GET', '/healthz').catch(() => undefined)
    if (up?.status === 200) break
    if (child.exitCode !== null || tries > 400) throw new Error(`did not start:\n${said}`)
    await pause(25)
  }
  return {
    port,
    deskUrl: `http://127.0.0.1:${deskPort}`,
    process: child,
    said: () => said,
    send,
    async kill(signal) {
      child.kill(signal)
      // Whoever has nothing to ask hangs up: a clean stop would wait for him.
      for (const sockets of Object.values(agent.freeSockets)) {
        for (const socket of sockets ?? []) socket.destroy()
      }
      await ended
      close()
    },
  }
}

/** All of them are held until the last is known, so that no two are the same. */
export async function freePorts(count: number): Promise<number[]> {
  const holders = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(holders.map((holder) => once(holder, 'listening')))
  const ports = holders.map((holder) => (holder.address() as AddressInfo).port)
  await Promise.all(holders.map((holder) => once(holder.close(), 'close')))
  return ports
}
