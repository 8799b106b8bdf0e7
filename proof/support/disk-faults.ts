/** What can be wrong with a disk for a while, as far as this machine lets us make it so. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Disk, needDisk } from './disk.ts'
import { CannotTry } from './proof.ts'
import type { Scratch } from './scratch.ts'

export type Trouble = {
  name: string
  /** The very next write fails; otherwise the first one that needs more room. */
  atOnce: boolean
  begin(): void
  end(): void
}

export type TroubledDisk = {
  folder: string
  /** What the program is started with, so that its calls can fail. */
  environment: Record<string, string>
  troubles: Trouble[]
  /** What cannot be tried here, and why. */
  untried: string[]
  /** Absent where we have no disk of our own; then the program only ends. */
  power?: Pick<Disk, 'cutPower' | 'restorePower'>
  remove(): Promise<void>
}

export async function makeTroubledDisk(scratch: Scratch): Promise<TroubledDisk> {
  const untried: string[] = []
  const orSay = (what: string) => (error: unknown) => {
    if (!(error instanceof CannotTry)) throw error
    untried.push(`${what}: ${error.message}`)
    return undefined
  }
  const disk = await needDisk(40).catch(orSay('a disk that is full or refuses to write'))
  const folder = disk?.folder ?? join(scratch.folder, 'disk')
  mkdirSync(folder, { recursive: true })
  const calls = await failingCalls(scratch, folder).catch(orSay('calls that fail'))
  const troubles = [...(disk ? troublesOf(disk) : []), ...(calls?.troubles ?? [])]
  if (troubles.length === 0) throw new CannotTry(untried.join('; '))
  return {
    folder,
    environment: calls?.environment ?? {},
    troubles,
    untried,
    ...(disk && { power: disk }),
    remove: async () => disk?.remove(),
  }
}

function troublesOf(disk: Disk): Trouble[] {
  return [
    { name: 'full', atOnce: false, begin: disk.fill, end: disk.clear },
    { name: 'refused by the disk', atOnce: false, begin: disk.refuse, end: disk.accept },
  ]
}

/**
 * Kinder than a real disk, which forgets what it could not write, but it reaches every call, also
 * those that a disk would fail only by bad luck.
 */
async function failingCalls({ folder: home }: Scratch, disk: string) {
  const [library, signs] = [join(home, 'failing-calls.so'), join(home, 'signs')]
  const source = join(import.meta.dirname, 'failing-calls.c')
  mkdirSync(signs)
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl'], { stdio: 'pipe' })
  } catch (error) {
    throw new CannotTry(`no C compiler that makes one: ${String(error).split('\n')[0]}`)
  }
  const failing = (call: string): Trouble => ({
    name: `EIO from ${call}`,
    atOnce: true,
    begin: () => writeFileSync(join(signs, call), ''),
    end: () => rmSync(join(signs, call)),
  })
  return {
    environment: { LD_PRELOAD: library, FAILING_DISK: disk, FAILING_SIGNS: signs },
    troubles: [failing('fsync'), failing('write')],
  }
}
