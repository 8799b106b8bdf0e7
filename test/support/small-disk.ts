/** A disk of a few megabytes that a test can fill. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  folder: string
  fill(): void
  /** Makes room again. */
  empty(): void
  remove(): void
}

/** Undefined if this user may not mount a disk. */
export function mountSmallDisk(megabytes = 5): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'letan-full-'))
  const filler = join(folder, 'filler')
  try {
    const size = `size=${megabytes}m`
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  return {
    folder,
    fill() {
      for (const size of [65_536, 4_096, 512]) fillWith(filler, Buffer.alloc(size))
    },
    empty: () => rmSync(filler),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fillWith(file: string, part: Buffer): void {
  try {
    for (;;) appendFileSync(file, part)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
