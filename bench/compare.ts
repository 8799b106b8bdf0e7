/** Every case on our engines, beside those who could answer the same. */
import { type Answer, openKnocker } from '../proof/support/prober.ts'
import { createOthers } from './baselines.ts'
import type { Case } from './cases.ts'
import type { Place, Places } from './fixtures.ts'
import type { SdkGiven } from './mcp-sdk.ts'
import { type Contender, type Manner, measure, type Row } from './measure.ts'
import { tell } from './requests.ts'

export type Compared = { group: string; case: string; bytes: number; rows: Row[] }

export async function compare(
  one: Case,
  places: Places,
  engines: readonly string[],
  manner: Manner,
): Promise<Compared> {
  const others = createOthers()
  const contenders: Contender[] = []
  let bytes = 0
  try {
    for (const engine of one.engines.filter((name) => engines.includes(name))) {
      const place = await places.at(one.at, engine)
      if (!place) continue
      const ours = contenderAt(place, one)
      contenders.push(ours)
      if (contenders.length > 1) continue
      const { next } = ours
      const answer = await ask(ours)
      bytes = Buffer.byteLength(answer.text())
      if (one.bare) contenders.push(await others.bare(answer, next))
      if (one.nginx) contenders.push(...listed(await others.nginx(one.nginx, answer, next)))
      if (one.sdk) {
        const result = resultOf(one, answer)
        const tools = await toolsOf(ours)
        const alone = tools.filter(({ name }) => name === one.sdk)
        contenders.push(await others.sdk('official SDK, the same tools', { tools, result }, next))
        contenders.push(await others.sdk('official SDK, one tool', { tools: alone, result }, next))
      }
    }
    const { connections = manner.connections } = one
    const rows = await measure(contenders, one.expected, { ...manner, connections })
    return { group: one.group, case: one.name, bytes, rows }
  } finally {
    others.stop()
  }
}

function contenderAt(place: Place, { next, desk, engines }: Case): Contender {
  const { engine, port, deskPort, processor } = place
  const name = engines.length > 1 ? `Letan, ${engine}` : 'Letan'
  return { name, ports: [desk ? deskPort : port], next: next(place), processor }
}

async function ask({ ports: [port = 0], next }: Contender): Promise<Answer> {
  const knocker = openKnocker(port)
  const answer = await knocker.send(next())
  knocker.close()
  return answer
}

/** What the SDK's tool gives; it makes its list by itself. */
function resultOf({ name, sdk }: Case, answer: Answer): SdkGiven['result'] {
  if (name !== sdk) return { content: [{ type: 'text', text: '' }] }
  return (JSON.parse(answer.text()) as { result: SdkGiven['result'] }).result
}

async function toolsOf(ours: Contender): Promise<SdkGiven['tools']> {
  const answer = await ask({ ...ours, next: tell('tools/list') })
  return (JSON.parse(answer.text()) as { result: { tools: SdkGiven['tools'] } }).result.tools
}

function listed<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value]
}
