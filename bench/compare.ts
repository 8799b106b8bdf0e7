/** Every case on our engines, beside those who could answer the same. */
import { type Answer, openKnocker } from '../proof/support/knocker.ts'
import type { Case } from './cases.ts'
import { type Contender, type Manner, measure, type Row } from './measure.ts'
import { createOthers } from './others.ts'
import type { Place, Places } from './places.ts'

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
      if (one.sdk) contenders.push(await others.sdk(one.sdk, await resultOf(one, answer), next))
    }
    const rows = await measure(contenders, one.expected, manner)
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
async function resultOf({ name, sdk }: Case, answer: Answer): Promise<unknown> {
  if (name !== sdk) return { content: [{ type: 'text', text: '' }] }
  return (JSON.parse(answer.text()) as { result: unknown }).result
}

function listed<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value]
}
