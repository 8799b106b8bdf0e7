/** Describes the machine and the version of the code. */
import { execFileSync, spawnSync } from 'node:child_process'
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

/** Whether HEAD contains the commit. An incomplete clone cannot tell, so there it counts as contained. */
export function isInHistory(commit: string): boolean {
  try {
    if (runGit('rev-parse', '--is-shallow-repository') === 'true') return true
    return spawnSync('git', ['merge-base', '--is-ancestor', commit, 'HEAD'], options).status === 0
  } catch {
    // Without git, for example in an installed package.
    return true
  }
}

const options = { encoding: 'utf8', cwd: import.meta.dirname } as const

function runGit(...args: string[]): string {
  return execFileSync('git', args, options).trim()
}
