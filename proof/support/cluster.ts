/** Several processes that share a port, as `letan cluster` starts them. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Server, startServer } from './server.ts'

export type Cluster = Server & {
  /** Who serves now, by number; whoever is leaving is not among them. */
  members(): number[]
  /** Resolves when the log has so many lines of this event. */
  told(event: string, times: number): Promise<void>
  /** Puts a new process in the place of each, and resolves when all have been replaced. */
  restart(): Promise<void>
}

const patience = 60_000

export async function startCluster(
  environment: Record<string, string>,
  processes: number,
  connections = 64,
): Promise<Cluster> {
  const words = ['cluster', String(processes)]
  const server = await startServer({ LOG_LEVEL: 'info', ...environment }, { connections, words })
  const count = (event: string) => server.log.filter((line) => line.event === event).length
  const told = async (event: string, times: number) => {
    const until = performance.now() + patience
    while (count(event) < times) {
      if (performance.now() > until) {
        throw new Error(`waited in vain for ${times} × ${event}:\n${server.said()}`)
      }
      await pause(20)
    }
  }
  await told('started', processes)

  return {
    ...server,
    members() {
      const started = server.log.filter(({ event }) => event === 'started').map(({ pid }) => pid)
      return started.filter(isAlive).slice(-processes)
    },
    told,
    async restart() {
      const before = count('restarted')
      server.process.kill('SIGHUP')
      await told('restarted', before + 1)
    },
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
