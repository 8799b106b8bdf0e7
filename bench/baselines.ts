/** The servers that ours is measured against: each answers what ours answered. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, openKnocker } from '../proof/support/prober.ts'
import { familyOf, processorOf } from '../proof/support/processor.ts'
import { freePorts } from '../proof/support/server.ts'
import type { Next } from './load.ts'
import type { SdkGiven } from './mcp-sdk.ts'
import type { Contender } from './measure.ts'

export type Others = {
  bare(answer: Answer, next: Next): Promise<Contender>
  sdk(name: string, given: SdkGiven, next: Next): Promise<Contender>
  /** Nothing where this machine has none. */
  nginx(path: string, answer: Answer, next: Next): Promise<Contender | undefined>
  /** Those that were needed for a case are over with it. */
  stop(): void
}

/** Headers that a server adds by itself. */
const automatic = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

export function createOthers(): Others {
  const folder = mkdtempSync(join(tmpdir(), 'letan-bench-'))
  const children: ChildProcess[] = []
  let files = 0

  const save = (text: string) => {
    const file = join(folder, String(files++))
    writeFileSync(file, text)
    return file
  }

  const start = async (
    name: string,
    command: string,
    words: string[],
    port: number,
    next: Next,
  ) => {
    const child = spawn(command, words, { stdio: 'ignore' })
    children.push(child)
    await answering(port, next, name)
    const ids = () => familyOf(child.pid ?? 0)
    return { name, ports: [port], next, processor: () => processorOf(ids()) }
  }

  const startProgram = async (name: string, program: string, given: unknown, next: Next) => {
    const [port = 0] = await freePorts(1)
    const file = save(JSON.stringify(given))
    const words = [join(import.meta.dirname, program), file, String(port)]
    return start(name, process.execPath, words, port, next)
  }

  return {
    bare({ status, head, text }, next) {
      const headers = headersOf(head).filter(([name]) => !automatic.has(name.toLowerCase()))
      const given = { status, headers: headers.flat(), body: text() }
      return startProgram('node:http', 'bare.ts', given, next)
    },
    sdk: (name, given, next) => startProgram(name, 'mcp-sdk.ts', given, next),
    async nginx(path, { head, text }, next) {
      if (!hasNginx()) return undefined
      const [port = 0] = await freePorts(1)
      const site = join(folder, `site-${port}`)
      mkdirSync(site)
      writeFileSync(join(site, 'answer'), text())
      const type = headersOf(head).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
      const config = save(nginxConfig(port, site, path, type ?? 'text/plain'))
      return start('nginx', 'nginx', ['-c', config, '-g', `pid ${site}/pid;`], port, next)
    },
    stop() {
      for (const child of children.splice(0)) child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function headersOf(head: string): [name: string, value: string][] {
  const lines = head.split('\r\n').slice(1)
  return lines.map((line) => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)])
}

function nginxConfig(port: number, site: string, path: string, type: string): string {
  // Its workers must be allowed into our folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `daemon off; worker_processes 1; error_log /dev/null; ${user}
events { worker_connections 512; }
http {
  access_log off; keepalive_requests 1000000; client_body_temp_path ${site}/body;
  default_type '${type}'; sendfile on; tcp_nopush on; open_file_cache max=10;
  server { listen 127.0.0.1:${port}; location = ${path} { alias ${site}/answer; } }
}
`
}

function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function answering(port: number, next: Next, name: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const knocker = openKnocker(port)
    const up = await knocker.send(next()).catch(() => undefined)
    knocker.close()
    if (up && up.status < 500) return
    await pause(25)
  }
  throw new Error(`${name} does not answer`)
}
