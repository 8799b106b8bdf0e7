/** How much of the machine's processors a program uses, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of processor that these processes have used, and their children that are no more. */
export function cpuMillisecondsOf(ids: readonly number[]): number {
  return ids.reduce((sum, id) => {
    const ticks = statOf(id).slice(11, 15).map(Number)
    return sum + ticks.reduce((all, one) => all + one, 0) * 10
  }, 0)
}

/** A process and those that it has started. */
export function processTreeOf(id: number): number[] {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && Number(statOf(name)[1]) === id,
  )
  return [id, ...children.map(Number)]
}

function statOf(id: number | string): string[] {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  } catch {
    return []
  }
}
