/** The servers that are compared with ours: bare node:http and the official MCP SDK. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { RawResponse } from '../proof/support/prober.ts'
import { cpuMillisecondsOf } from '../proof/support/processor.ts'
import { nodeOptions } from '../proof/support/server.ts'
import type { Baseline, SdkCapability } from './cases.ts'
import { type NextRequest, warmUp } from './load.ts'
import type { SdkDefinition } from './mcp-sdk.ts'
import type { Contender } from './measure.ts'

export type Baselines = {
  /** A server that sends the same bytes and headers as a recorded response. */
  nodeHttp(response: RawResponse, next: NextRequest): Promise<Contender>
  /** A server with the same definition, whose handlers return a recorded result. */
  sdk(options: SdkOptions, next: NextRequest): Promise<Contender>
  stop(): void
}

type SdkOptions = {
  /** The server is started once for each shop and capability. */
  shop: string
  capability: SdkCapability
  definition(): Promise<SdkDefinition>
  result: object
}

type Program = { child: ChildProcess; port: number; isWarm: boolean }

/** Headers that node:http adds itself. */
const automaticHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Each program is started once and then told what to send: like the measured server it runs compiled code. */
export function createBaselines(warmUpSeconds: number): Baselines {
  const programs = new Map<string, Promise<Program>>()

  const start = async (file: string, message?: object): Promise<Program> => {
    const child = fork(join(import.meta.dirname, file), { execArgv: [...nodeOptions] })
    if (message) child.send(message)
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]
    return { child, port, isWarm: false }
  }

  const prepare = async (
    name: Baseline,
    program: Program,
    message: object,
    next: NextRequest,
  ): Promise<Contender> => {
    const { child, port, isWarm } = program
    child.send(message)
    await once(child, 'message')
    if (!isWarm) await warmUp(port, next, warmUpSeconds)
    program.isWarm = true
    return { name, port, next, cpuMs: () => cpuMillisecondsOf([child.pid ?? 0]) }
  }

  const startOnce = (name: string, startProgram: () => Promise<Program>): Promise<Program> => {
    const started = programs.get(name) ?? startProgram()
    programs.set(name, started)
    return started
  }

  return {
    async nodeHttp({ status, head, bytes }, next) {
      const headers = headersOf(head).filter(([name]) => !automaticHeaders.has(name.toLowerCase()))
      const message = { status, headers: headers.flat(), bodyBase64: bytes().toString('base64') }
      const program = await startOnce('node:http', () => start('node-http-baseline.ts'))
      return prepare('node:http', program, message, next)
    },
    async sdk({ shop, capability, definition, result }, next) {
      const program = await startOnce(`SDK ${shop} ${capability}`, async () =>
        start('mcp-sdk.ts', { definition: await definition() }),
      )
      return prepare('official SDK', program, { result }, next)
    },
    stop() {
      for (const program of programs.values()) void program.then(({ child }) => child.kill())
      programs.clear()
    },
  }
}

function headersOf(head: string): [name: string, value: string][] {
  const lines = head.split('\r\n').slice(1)
  return lines.map((line) => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)])
}
