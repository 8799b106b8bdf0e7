/** CPU time of processes, from the counters of Linux. */
import { readdirSync, readFileSync } from 'node:fs'

/** CPU time of these processes, and of their children that have exited. */
export function cpuMillisecondsOf(ids: readonly number[]): number {
  return ids.reduce((sum, id) => sum + threadsMs(id) + exitedChildrenMs(id), 0)
}

/** A process and its children. */
export function processTreeOf(id: number): number[] {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && Number(statOf(name)[1]) === id,
  )
  return [id, ...children.map(Number)]
}

/** The scheduler counts nanoseconds of each thread, while the process counts ticks of 10 ms. */
function threadsMs(id: number): number {
  const folder = `/proc/${id}/task`
  const nanoseconds = readOr([], () => readdirSync(folder)).map((thread) =>
    Number(readOr('0', () => readFileSync(`${folder}/${thread}/schedstat`, 'utf8')).split(' ')[0]),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6
}

function exitedChildrenMs(id: number): number {
  const [userTicks = 0, systemTicks = 0] = statOf(id).slice(13, 15).map(Number)
  return (userTicks + systemTicks) * 10
}

function statOf(id: number | string): string[] {
  const text = readOr('', () => readFileSync(`/proc/${id}/stat`, 'utf8'))
  return text.split(') ')[1]?.split(' ') ?? []
}

/** A process may exit between two reads. */
function readOr<Value>(fallback: Value, read: () => Value): Value {
  try {
    return read()
  } catch {
    return fallback
  }
}
