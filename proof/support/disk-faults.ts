/** Temporary disk faults, as far as this machine can simulate them. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Disk, needDisk } from './disk.ts'
import { ProofSkipped } from './proof.ts'
import type { Scratch } from './scratch.ts'

export type DiskFault = {
  name: string
  /** Whether the next write fails; otherwise the first write that needs more space. */
  isImmediate: boolean
  begin(): void
  end(): void
}

type FaultyDisk = {
  folder: string
  /** Environment variables of the program that let its system calls fail. */
  environment: Record<string, string>
  faults: DiskFault[]
  /** Faults that this machine cannot simulate, with the reason. */
  skipped: string[]
  /** Undefined without a mounted disk; then the program is only killed. */
  power?: Pick<Disk, 'cutPower' | 'restorePower'>
  remove(): Promise<void>
}

export async function createFaultyDisk(scratch: Scratch): Promise<FaultyDisk> {
  const skipped: string[] = []
  const recordSkipped = (fault: string) => (error: unknown) => {
    if (!(error instanceof ProofSkipped)) throw error
    skipped.push(`${fault}: ${error.message}`)
    return undefined
  }
  const disk = await needDisk(40).catch(recordSkipped('full disk and rejected writes'))
  const folder = disk?.folder ?? join(scratch.folder, 'disk')
  mkdirSync(folder, { recursive: true })
  const calls = await failingCalls(scratch, folder).catch(recordSkipped('failing system calls'))
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
      name: 'rejecting writes',
      isImmediate: false,
      begin: disk.rejectWrites,
      end: disk.acceptWrites,
    },
  ]
}

/**
 * Unlike a real disk the data of a failed call is not lost. On the other hand every call can fail, also those that
 * fail very rarely on a real disk.
 */
async function failingCalls({ folder: home }: Scratch, disk: string) {
  const [library, signs] = [join(home, 'failing-calls.so'), join(home, 'signs')]
  const source = join(import.meta.dirname, 'failing-calls.c')
  mkdirSync(signs)
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl'], { stdio: 'pipe' })
  } catch (error) {
    throw new ProofSkipped(`no C compiler: ${String(error).split('\n')[0]}`)
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
