/** Describes the machine and the version of the code. */
import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'

export function describeMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const { model } = cpus()[0] ?? { model: '' }
  const processor = /^(unknown)?$/.test(model) ? process.arch : model
  return `${cpus().length} cores (${processor}), ${gigabytes} GB, ${process.platform}, Node ${process.versions.node}`
}

/** With a plus if files other than documents have uncommitted changes. */
export function describeCommit(): string {
  const changed = runGit('status', '--porcelain', '--', ':/', ':(top,exclude)docs')
  return runGit('rev-parse', '--short', 'HEAD') + (changed === '' ? '' : '+')
}

function runGit(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim()
}
