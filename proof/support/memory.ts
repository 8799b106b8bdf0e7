import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Resident memory of a process in megabytes. */
export function megabytesOf(pid: number | undefined): number {
  const file = `/proc/${pid}/status`
  const text = existsSync(file)
    ? readFileSync(file, 'utf8')
    : `VmRSS: ${execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })}`
  return Math.round(Number(/VmRSS:\s*(\d+)/.exec(text)?.[1] ?? 0) / 1024)
}
