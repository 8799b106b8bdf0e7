/** Runs the examples of a document in a separate environment. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import { type ExampleProgram, programOf } from './example-programs.ts'

export type ExampleRunner = {
  /** The working directory. */
  folder: string
  /** Runs the whole program and returns its output. */
  run(story: ExampleProgram, environment: Record<string, string>): Promise<string>
  /** Starts a program in the background and returns its output so far. */
  start(story: ExampleProgram, environment: Record<string, string>): () => string
}

const root = join(import.meta.dirname, '../..')

const interpreters: Record<string, { command: string; file: string; first?: string }> = {
  sh: { command: 'sh', file: 'story.sh', first: 'set -eu\n' },
  ts: { command: process.execPath, file: 'story.ts' },
  python: { command: 'python3', file: 'story.py' },
}

/** What is missing on this machine for this language. */
export function missingFor({ language }: ExampleProgram): string[] {
  const { command = language } = interpreters[language] ?? {}
  return [command, ...(language === 'sh' ? ['curl'] : [])].filter((program) => {
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' })
      return false
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT'
    }
  })
}

/** The directory is as after `git clone` and `npm ci`, and `letan` is a command there. */
export function createExampleRunner(): ExampleRunner {
  const folder = mkdtempSync(join(tmpdir(), 'letan-reader-'))
  const commands = join(folder, 'commands')
  const running = new Set<ChildProcess>()
  after(() => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  for (const name of ['bin', 'content', 'node_modules', 'package.json', 'src']) {
    symlinkSync(join(root, name), join(folder, name))
  }
  mkdirSync(commands)
  const letan = `#!/bin/sh\nexec '${process.execPath}' bin/letan.js "$@"\n`
  writeFileSync(join(commands, 'letan'), letan, { mode: 0o755 })

  const write = ({ language }: ExampleProgram, program: string) => {
    const { command, file, first = '' } = interpreters[language] ?? { command: language, file: '' }
    writeFileSync(join(folder, file), first + program)
    return { command, file }
  }
  const around = (environment: Record<string, string>) => ({
    cwd: folder,
    env: {
      ...process.env,
      PATH: [commands, process.env.PATH].join(delimiter),
      LC_ALL: 'C.UTF-8',
      ...environment,
    },
  })

  return {
    folder,
    async run(story, environment) {
      const { command, file } = write(story, programOf(story))
      const limits = { timeout: 220_000, maxBuffer: 16 * 1024 * 1024 }
      const { stdout } = await promisify(execFile)(command, [file], {
        ...around(environment),
        ...limits,
      }).catch(({ message, stdout, stderr }) => {
        throw new Error(`${message}\n${stdout}\n${stderr}`)
      })
      return stdout
    },
    start(story, environment) {
      const { command, file } = write(story, story.examples.map(({ source }) => source).join('\n'))
      const child = spawn(command, [file], { ...around(environment), stdio: ['ignore', 'pipe', 2] })
      running.add(child)
      let printed = ''
      child.stdout?.on('data', (part) => {
        printed += part
      })
      return () => printed
    },
  }
}
