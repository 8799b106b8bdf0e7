/**
 * A small disk of our own, in memory: a file system in an image. It can be full, can refuse to write
 * and can lose its power, and with it what the file system had not yet written to it.
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
import { CannotTry } from './proof.ts'

export type Disk = {
  /** Where it is mounted. */
  folder: string
  /** Leaves no room on it. */
  fill(): void
  clear(): void
  /** From now on it cannot be written where nothing is yet, as fsync finds out. */
  refuse(): void
  accept(): void
  /** Nothing reaches it from this moment. */
  cutPower(): void
  /** As after the start of the machine. Whoever used it must have ended. */
  restorePower(): void
  remove(): Promise<void>
}

/** Waits until its input ends, which it does however this process ends; then nothing stays mounted. */
const keep = 'cat; umount -l "$0/disk"; umount -l "$0/beneath"; umount -l "$0"; rmdir "$0"'

/** EXT4_IOC_SHUTDOWN without a last flush. */
const shutDown =
  'my $how = pack("I", 2); open(AT, "<", $ARGV[0]) && ioctl(AT, 0x8004587d, $how) or die $!'

/** What a cache, which is a file system beneath the image, needs for itself. */
const overhead = 16

export async function needDisk(
  megabytes: number,
  /** A cache of its own, which loses whatever it was not told to flush. It cannot refuse then. */
  { withCache = false } = {},
): Promise<Disk> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new CannotTry('only root on Linux can mount a disk')
  }
  const home = mkdtempSync(join(tmpdir(), 'letan-disk-'))
  const keeper = startKeeper(home)
  const at = (name: string) => join(home, name)
  const [disk, beneath] = [at('disk'), at('beneath')]
  const image = withCache ? join(beneath, 'disk.img') : at('disk.img')
  const mount = (from: string, to: string) => {
    run('mount', '-o', 'loop', from, to)
    takeWholeOrNot(to)
  }
  const remove = async () => {
    if (keeper.exitCode !== null) return
    keeper.ref()
    keeper.stdin?.end()
    await once(keeper, 'exit')
  }
  try {
    run('perl', '-v')
    run('mount', '-t', 'tmpfs', '-o', `size=${2 * megabytes + overhead}m`, 'tmpfs', home)
    mkdirSync(disk)
    mkdirSync(beneath)
    if (withCache) {
      makeImage(at('beneath.img'), megabytes + overhead)
      mount(at('beneath.img'), beneath)
    }
    makeImage(at('new.img'), megabytes)
    // With every block of it, so that those of its own book-keeping can always be written.
    writeFileSync(image, readFileSync(at('new.img')), { flush: true })
    rmSync(at('new.img'))
    mount(image, disk)
  } catch (error) {
    await remove()
    throw new CannotTry(`no disk of our own: ${error}`)
  }

  return {
    folder: disk,
    fill: () => fill(join(disk, 'filler')),
    clear: () => rmSync(join(disk, 'filler')),
    refuse() {
      run('fstrim', disk)
      fill(at('filler'))
    },
    accept: () => rmSync(at('filler')),
    cutPower: () => run('perl', '-e', shutDown, withCache ? beneath : disk),
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

function startKeeper(home: string): ChildProcess {
  // Of a group of its own: what ends this process ends the group, but must not end the keeper.
  const keeper = spawn('sh', ['-c', keep, home], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keeper.unref()
  ;(keeper.stdin as Socket).unref()
  return keeper
}

function makeImage(file: string, megabytes: number): void {
  writeFileSync(file, '')
  truncateSync(file, megabytes * 2 ** 20)
  const wholeAtOnce = ['-b', '4096', '-E', 'lazy_itable_init=0,lazy_journal_init=0']
  run('mkfs.ext4', '-q', '-F', '-m', '0', ...wholeAtOnce, file)
}

/** A loop device takes a request of which it wrote only a part for done; one page has no parts. */
function takeWholeOrNot(mounted: string): void {
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

function run(program: string, ...words: string[]): void {
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'pipe'] })
}
