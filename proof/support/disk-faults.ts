/** What can be wrong with a disk for a while, as far as this machine lets us make it so. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Disk, needDisk } from './disk.ts'
import { ProofSkipped } from './proof.ts'
import type { Scratch } from './scratch.ts'

export type DiskFault = {
  name: string
  /** The very next write fails; otherwise the first one that needs more room. */
  isImmediate: boolean
  begin(): void
  end(): void
}

export type FaultyDisk = {
  folder: string
  /** What the program is started with, so that its calls can fail. */
  environment: Record<string, string>
  faults: DiskFault[]
  /** What cannot be tried here, and why. */
  skipped: string[]
  /** Absent where we have no disk of our own; then the program only ends. */
  power?: Pick<Disk, 'cutPower' | 'restorePower'>
  remove(): Promise<void>
}

export async function createFaultyDisk(scratch: Scratch): Promise<FaultyDisk> {
  const skipped: string[] = []
  const recordSkipped = (what: string) => (error: unknown) => {
    if (!(error instanceof ProofSkipped)) throw error
    skipped.push(`${what}: ${error.message}`)
    return undefined
  }
  const disk = await needDisk(40).catch(recordSkipped('a disk that is full or refuses to write'))
  const folder = disk?.folder ?? join(scratch.folder, 'disk')
  mkdirSync(folder, { recursive: true })
  const calls = await failingCalls(scratch, folder).catch(recordSkipped('calls that fail'))
  const faults = [...(disk ? faultsOf(disk) : []), ...(calls?.faults ?? [])]
  if (faults.length === 0) throw new ProofSkipped(skipped.join('; '))
  return {
    folder,
    environment: calls?.environment ?? {},
    faults,
    skipped,
    ...(disk && { power: disk }),
    remove: async () => disk?.remove(),
  }
}

function faultsOf(disk: Disk): DiskFault[] {
  return [
    { name: 'full', isImmediate: false, begin: disk.fill, end: disk.clear },
    {
      name: 'refused by the disk',
      isImmediate: false,
      begin: disk.rejectWrites,
      end: disk.acceptWrites,
    },
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
    throw new ProofSkipped(`no C compiler that makes one: ${String(error).split('\n')[0]}`)
  }
  const failingCall = (call: string): DiskFault => ({
    name: `EIO from ${call}`,
    isImmediate: true,
    begin: () => writeFileSync(join(signs, call), ''),
    end: () => rmSync(join(signs, call)),
  })
  return {
    environment: { LD_PRELOAD: library, FAILING_DISK: disk, FAILING_SIGNS: signs },
    faults: [failingCall('fsync'), failingCall('write')],
  }
}
