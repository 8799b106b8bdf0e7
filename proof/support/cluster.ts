/** Starts several processes that share a port, with `letan cluster`. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Server, startServer } from './server.ts'

export type Cluster = Server & {
  /** The current workers, without those that are shutting down. */
  workerPids(): number[]
  /** Resolves when the log has this number of lines with the event. */
  waitForEvent(event: string, times: number): Promise<void>
  /** Replaces each worker and resolves when all are replaced. */
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
        throw new Error(`Timed out waiting for ${times} × ${event}:\n${server.stderrText()}`)
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
