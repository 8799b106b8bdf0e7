/**
 * A small disk of our own that can be full, can refuse to write and can lose its power. It is a file
 * system in an image, and the image lies in another such file system, in memory. Whatever the inner
 * one has not been told to flush is only in the cache of the outer one, and a power cut takes it.
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
  /** Nothing reaches it from this moment, and what it was not told to flush is gone. */
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

/** Beside the image: what the outer file system needs for itself. */
const overhead = 16

export async function needDisk(megabytes: number): Promise<Disk> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new CannotTry('only root on Linux can mount a disk')
  }
  const home = mkdtempSync(join(tmpdir(), 'letan-disk-'))
  const keeper = startKeeper(home)
  const at = (name: string) => join(home, name)
  const remove = async () => {
    if (keeper.exitCode !== null) return
    keeper.ref()
    keeper.stdin?.end()
    await once(keeper, 'exit')
  }
  const mountAll = () => {
    run('mount', '-o', 'loop', at('beneath.img'), at('beneath'))
    run('mount', '-o', 'loop', at('beneath/disk.img'), at('disk'))
  }
  try {
    run('perl', '-v')
    run('mount', '-t', 'tmpfs', '-o', `size=${2 * megabytes + 2 * overhead}m`, 'tmpfs', home)
    mkdirSync(at('beneath'))
    mkdirSync(at('disk'))
    makeImage(at('beneath.img'), megabytes + overhead)
    makeImage(at('disk.img'), megabytes)
    run('mount', '-o', 'loop', at('beneath.img'), at('beneath'))
    // With every block of it, so that those of its own book-keeping can always be written.
    writeFileSync(at('beneath/disk.img'), readFileSync(at('disk.img')))
    rmSync(at('disk.img'))
    run('mount', '-o', 'loop', at('beneath/disk.img'), at('disk'))
    run('sync', '-f', at('beneath'))
  } catch (error) {
    await remove()
    throw new CannotTry(`no disk of our own: ${error}`)
  }

  return {
    folder: at('disk'),
    fill: () => fill(at('disk/filler')),
    clear: () => rmSync(at('disk/filler')),
    refuse() {
      run('fstrim', at('disk'))
      fill(at('beneath/filler'))
    },
    accept: () => rmSync(at('beneath/filler')),
    cutPower: () => run('perl', '-e', shutDown, at('beneath')),
    restorePower() {
      run('umount', at('disk'))
      run('umount', at('beneath'))
      mountAll()
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
  run('mkfs.ext4', '-q', '-F', '-m', '0', '-E', 'lazy_itable_init=0,lazy_journal_init=0', file)
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
