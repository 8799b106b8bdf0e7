/**
 * A small disk in memory: a file system in an image file. It can be full or reject writes, and a simulated power cut
 * loses all data that the file system has not written.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProofSkipped } from './proof.ts'

export type Disk = {
  /** The mount point. */
  folder: string
  /** Uses all free space. */
  fill(): void
  clear(): void
  /** From now on unused blocks cannot be written; fsync reports it. */
  rejectWrites(): void
  acceptWrites(): void
  /** From now on nothing is written. */
  cutPower(): void
  /** Mounts the disk again. All processes that used it must have ended. */
  restorePower(): void
  remove(): Promise<void>
}

/** Unmounts everything when its input ends, which happens however this process ends. */
const cleanupScript = 'cat; umount -l "$0/disk"; umount -l "$0/beneath"; umount -l "$0"; rmdir "$0"'

/** EXT4_IOC_SHUTDOWN without a final flush. */
const shutdownScript =
  'my $how = pack("I", 2); open(AT, "<", $ARGV[0]) && ioctl(AT, 0x8004587d, $how) or die $!'

/** Space that the cache, a file system below the image, needs for itself. */
const overheadMegabytes = 16

export async function needDisk(
  megabytes: number,
  /** Adds a write cache that loses all data that was not flushed. The disk cannot reject writes then. */
  { withCache = false } = {},
): Promise<Disk> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new ProofSkipped('mounting a disk needs root on Linux')
  }
  const home = mkdtempSync(join(tmpdir(), 'letan-disk-'))
  const cleanupProcess = startCleanupProcess(home)
  const at = (name: string) => join(home, name)
  const [disk, beneath] = [at('disk'), at('beneath')]
  const image = withCache ? join(beneath, 'disk.img') : at('disk.img')
  const mount = (from: string, to: string) => {
    run('mount', '-o', 'loop', from, to)
    limitRequestsToOnePage(to)
  }
  const remove = async () => {
    if (cleanupProcess.exitCode !== null) return
    cleanupProcess.ref()
    cleanupProcess.stdin?.end()
    await once(cleanupProcess, 'exit')
  }
  try {
    run('perl', '-v')
    run('mount', '-t', 'tmpfs', '-o', `size=${2 * megabytes + overheadMegabytes}m`, 'tmpfs', home)
    mkdirSync(disk)
    mkdirSync(beneath)
    if (withCache) {
      makeImage(at('beneath.img'), megabytes + overheadMegabytes)
      mount(at('beneath.img'), beneath)
    }
    makeImage(at('new.img'), megabytes)
    // Writes every block, so that the metadata blocks are allocated and can always be written.
    writeFileSync(image, readFileSync(at('new.img')), { flush: true })
    rmSync(at('new.img'))
    mount(image, disk)
  } catch (error) {
    await remove()
    throw new ProofSkipped(`a disk could not be mounted: ${error}`)
  }

  return {
    folder: disk,
    fill: () => fill(join(disk, 'filler')),
    clear: () => rmSync(join(disk, 'filler')),
    rejectWrites() {
      run('fstrim', disk)
      fill(at('filler'))
    },
    acceptWrites: () => rmSync(at('filler')),
    cutPower: () => run('perl', '-e', shutdownScript, withCache ? beneath : disk),
    restorePower() {
      run('umount', disk)
      if (withCache) {
        run('umount', beneath)
        mount(at('beneath.img'), beneath)
      }
      mount(image, disk)
    },
    remove,
  }
}

function startCleanupProcess(home: string): ChildProcess {
  // In its own process group, so that a signal to the group of this process does not end it.
  const cleanupProcess = spawn('sh', ['-c', cleanupScript, home], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  cleanupProcess.unref()
  ;(cleanupProcess.stdin as Socket).unref()
  return cleanupProcess
}

function makeImage(file: string, megabytes: number): void {
  writeFileSync(file, '')
  truncateSync(file, megabytes * 2 ** 20)
  const eagerInitOptions = ['-b', '4096', '-E', 'lazy_itable_init=0,lazy_journal_init=0']
  run('mkfs.ext4', '-q', '-F', '-m', '0', ...eagerInitOptions, file)
}

/** A loop device reports a partly written request as done, so each request is limited to one page. */
function limitRequestsToOnePage(mounted: string): void {
  const line = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((one) => one.split(' ')[1] === mounted)
  const device = line?.split(' ')[0]?.replace('/dev/', '')
  writeFileSync(`/sys/block/${device}/queue/max_sectors_kb`, '4')
}

function fill(file: string): void {
  for (const size of [1 << 20, 1 << 16, 4_096, 512]) {
    const part = Buffer.alloc(size)
    try {
      for (;;) appendFileSync(file, part, { flush: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
