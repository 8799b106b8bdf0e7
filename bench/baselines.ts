/** The servers that ours is measured against: each answers what ours answered. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openProber, type RawResponse } from '../proof/support/prober.ts'
import { cpuMillisecondsOf, processTreeOf } from '../proof/support/processor.ts'
import { freePorts } from '../proof/support/server.ts'
import type { NextRequest } from './load.ts'
import type { SdkInput } from './mcp-sdk.ts'
import type { Contender } from './measure.ts'

export type Baselines = {
  startNodeHttp(response: RawResponse, next: NextRequest): Promise<Contender>
  startSdk(name: string, input: SdkInput, next: NextRequest): Promise<Contender>
  /** Nothing where this machine has none. */
  startNginx(path: string, response: RawResponse, next: NextRequest): Promise<Contender | undefined>
  /** Those that were needed for a case are over with it. */
  stop(): void
}

/** Headers that a server adds by itself. */
const automatic = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

export function createBaselines(): Baselines {
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
    args: string[],
    port: number,
    next: NextRequest,
  ) => {
    const child = spawn(command, args, { stdio: 'ignore' })
    children.push(child)
    await waitForResponse(port, next, name)
    const ids = () => processTreeOf(child.pid ?? 0)
    return { name, ports: [port], next, processor: () => cpuMillisecondsOf(ids()) }
  }

  const startProgram = async (name: string, program: string, input: unknown, next: NextRequest) => {
    const [port = 0] = await freePorts(1)
    const file = save(JSON.stringify(input))
    const args = [join(import.meta.dirname, program), file, String(port)]
    return start(name, process.execPath, args, port, next)
  }

  return {
    startNodeHttp({ status, head, text }, next) {
      const headers = headersOf(head).filter(([name]) => !automatic.has(name.toLowerCase()))
      const input = { status, headers: headers.flat(), body: text() }
      return startProgram('node:http', 'node-http-baseline.ts', input, next)
    },
    startSdk: (name, input, next) => startProgram(name, 'mcp-sdk.ts', input, next),
    async startNginx(path, { head, text }, next) {
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

async function waitForResponse(port: number, next: NextRequest, name: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const prober = openProber(port)
    const response = await prober.send(next()).catch(() => undefined)
    prober.close()
    if (response && response.status < 500) return
    await pause(25)
  }
  throw new Error(`${name} does not answer`)
}
