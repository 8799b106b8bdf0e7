/** Every case on our engines, beside those who could answer the same. */
import { openProber, type RawResponse } from '../proof/support/prober.ts'
import { createBaselines } from './baselines.ts'
import type { Case } from './cases.ts'
import type { ShopFixture, ShopFixtures } from './fixtures.ts'
import type { SdkInput } from './mcp-sdk.ts'
import { type Contender, type MeasureOptions, measure, type Row } from './measure.ts'
import { createMcpRequest } from './requests.ts'

export type ComparedCase = { group: string; case: string; bytes: number; rows: Row[] }

export async function compareCase(
  one: Case,
  fixtures: ShopFixtures,
  engines: readonly string[],
  options: MeasureOptions,
): Promise<ComparedCase> {
  const baselines = createBaselines()
  const contenders: Contender[] = []
  let bytes = 0
  try {
    for (const engine of one.engines.filter((name) => engines.includes(name))) {
      const fixture = await fixtures.at(one.at, engine)
      if (!fixture) continue
      const ours = contenderAt(fixture, one)
      contenders.push(ours)
      if (contenders.length > 1) continue
      const { next } = ours
      const response = await sendOnce(ours)
      bytes = Buffer.byteLength(response.text())
      if (one.hasNodeHttpBaseline) contenders.push(await baselines.startNodeHttp(response, next))
      if (one.nginx)
        contenders.push(...toList(await baselines.startNginx(one.nginx, response, next)))
      if (one.sdk) {
        const result = resultOf(one, response)
        const tools = await toolsOf(ours)
        const singleTool = tools.filter(({ name }) => name === one.sdk)
        contenders.push(
          await baselines.startSdk('official SDK, the same tools', { tools, result }, next),
        )
        contenders.push(
          await baselines.startSdk('official SDK, one tool', { tools: singleTool, result }, next),
        )
      }
    }
    const { connections = options.connections } = one
    const rows = await measure(contenders, one.expected, { ...options, connections })
    return { group: one.group, case: one.name, bytes, rows }
  } finally {
    baselines.stop()
  }
}

function contenderAt(fixture: ShopFixture, { next, desk, engines }: Case): Contender {
  const { engine, port, deskPort, processor } = fixture
  const name = engines.length > 1 ? `Letan, ${engine}` : 'Letan'
  return { name, ports: [desk ? deskPort : port], next: next(fixture), processor }
}

async function sendOnce({ ports: [port = 0], next }: Contender): Promise<RawResponse> {
  const prober = openProber(port)
  const response = await prober.send(next())
  prober.close()
  return response
}

/** What the SDK's tool gives; it makes its list by itself. */
function resultOf({ name, sdk }: Case, response: RawResponse): SdkInput['result'] {
  if (name !== sdk) return { content: [{ type: 'text', text: '' }] }
  return (JSON.parse(response.text()) as { result: SdkInput['result'] }).result
}

async function toolsOf(ours: Contender): Promise<SdkInput['tools']> {
  const response = await sendOnce({ ...ours, next: createMcpRequest('tools/list') })
  return (JSON.parse(response.text()) as { result: { tools: SdkInput['tools'] } }).result.tools
}

function toList<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value]
}
