/** Several processes that share a port, as `letan cluster` starts them. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Server, startServer } from './server.ts'

export type Cluster = Server & {
  /** Who serves now, by number; whoever is leaving is not among them. */
  workerPids(): number[]
  /** Resolves when the log has so many lines of this event. */
  waitForEvent(event: string, times: number): Promise<void>
  /** Puts a new process in the place of each, and resolves when all have been replaced. */
  restart(): Promise<void>
}

const eventTimeoutMs = 60_000

export async function startCluster(
  environment: Record<string, string>,
  processes: number,
  connections = 64,
): Promise<Cluster> {
  const args = ['cluster', String(processes)]
  const server = await startServer({ LOG_LEVEL: 'info', ...environment }, { connections, args })
  const count = (event: string) => server.log.filter((line) => line.event === event).length
  const waitForEvent = async (event: string, times: number) => {
    const deadlineMs = performance.now() + eventTimeoutMs
    while (count(event) < times) {
      if (performance.now() > deadlineMs) {
        throw new Error(`waited in vain for ${times} × ${event}:\n${server.stderrText()}`)
      }
      await pause(20)
    }
  }
  await waitForEvent('started', processes)

  return {
    ...server,
    workerPids() {
      const started = server.log.filter(({ event }) => event === 'started').map(({ pid }) => pid)
      return started.filter(isAlive).slice(-processes)
    },
    waitForEvent,
    async restart() {
      const before = count('restarted')
      server.process.kill('SIGHUP')
      await waitForEvent('restarted', before + 1)
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
