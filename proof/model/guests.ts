/** Guests and their assistants at the doors of the shop, and what the book ought to make of them. */
import { issueFormToken } from '../../src/domain/guard/form-token.ts'
import { secret } from '../../test/support/shop.ts'
import { isRefusal, place, Wrong } from './allowed-resources.ts'
import type { Command, Door } from './commands.ts'
import { type Guest, guestAt } from './guest-fixtures.ts'
import { keepAsked, mayAskFor, mayRequest, type Time } from './guest-rules.ts'
import { agree, keep, placeOf } from './record-outcome.ts'
import type { Stage } from './setup.ts'
import { type Asked, type Booked, dayFrom, type Refusal } from './shop-model.ts'
import { clockOf, type Wish } from './trade.ts'

type Does<Name extends Command['does']> = Extract<Command, { does: Name }>

/** What was answered: the words of the API, whichever door it was. */
type Told = { status: number; body: Record<string, unknown> }

export async function request(
  stage: Stage,
  { door, tryOut, wish: number, guest: who, day, at }: Does<'request'>,
): Promise<Refusal | undefined> {
  const { book } = stage
  const wish = book.trade.wishes[number % book.trade.wishes.length] as Wish
  const time = { date: dayFrom(book, day), at }
  const guest = guestAt(who)
  const told = await ask(stage, door, {
    path: '/api/booking',
    form: 'requestBooking',
    fields: { ...guest, ...wish, date: time.date, time: clockOf(at) },
    tool: await toolFor(stage, wish, time, guest),
    tryOut,
  })
  const refusal = mayRequest(book, wish, time)
  if (refusal) {
    checkAlternatives(told, (other) => mayRequest(book, wish, other))
    return agree(refusalIn(told), refusal)
  }
  agree(refusalIn(told), undefined)
  if (tryOut) return undefined
  const { code } = told.body as { code: string }
  const found = place(book, { wish, ...time }, await placeOf(stage, code))
  if (isRefusal(found)) throw new Wrong(`${found.refused}, and yet it was kept`)
  const by = { api: 'api', form: 'web', assistant: 'mcp' }[door]
  await keep(stage, code, { wish, ...time }, found, { status: 'pending', who: by, ...guest })
  return undefined
}

async function toolFor(stage: Stage, wish: Wish, { date, at }: Time, guest: Guest) {
  const { name, arguments: asked } = stage.book.trade.tool(wish)
  const policy = Number(wish.party_size ?? 0) > 7 ? await policyFor(stage, wish) : {}
  return { name, arguments: { ...guest, ...asked, ...policy, date, time: clockOf(at) } }
}

/** Assistants of large parties must have read the rules. */
async function policyFor(stage: Stage, { party_size }: Wish): Promise<Wish> {
  const { body } = await callTool(stage, 'get_reservation_policy', { party_size })
  return { policy_code: String(body.policy_code) }
}

export async function askFor(
  stage: Stage,
  one: Booked,
  { door: wanted, kind, day, at }: Does<'ask'>,
): Promise<Refusal | undefined> {
  const { book } = stage
  const tool = book.trade.changeTool
  const door = wanted === 'assistant' && !tool.kinds.includes(kind) ? 'api' : wanted
  const party = Math.max(1, book.trade.partyOf(one.wish) - 1)
  const asked: Asked = { kind, date: dayFrom(book, day), at, party }
  const change = {
    kind,
    ...(kind === 'move' && { date: asked.date, time: clockOf(at) }),
    ...(kind === 'smaller_party' && { party_size: party }),
  }
  const number = { phone_last4: '5678' }
  const told = await ask(stage, door, {
    path: `/api/booking/${one.code}/change`,
    form: 'requestChange',
    fields: { ...change, ...number },
    tool: {
      name: tool.name,
      arguments: { code: one.code, ...change, ...(tool.byPhone && number) },
    },
  })
  const refusal = mayAskFor(book, one, asked, door !== 'assistant' || tool.byPhone)
  if (refusal) {
    checkAlternatives(told, (other) => mayAskFor(book, one, { ...asked, ...other }))
    return agree(refusalIn(told), refusal)
  }
  agree(refusalIn(told), undefined)
  keepAsked(one, asked, { api: 'api', form: 'web', assistant: 'mcp' }[door])
  return undefined
}

type Asking = {
  path: string
  /** What the site calls the form. */
  form: string
  fields: Record<string, string | number>
  tool: { name: string; arguments: Record<string, unknown> }
  tryOut?: boolean
}

async function ask(stage: Stage, door: Door, asking: Asking): Promise<Told> {
  const { path, form, fields, tool, tryOut = false } = asking
  if (door === 'assistant') {
    const dry = tryOut ? { dry_run: true } : {}
    return callTool(stage, tool.name, { ...tool.arguments, ...dry, consent: true })
  }
  const address = tryOut ? `${path}?dry_run=1` : path
  const given = { ...fields, consent: '1' }
  const { status, text } =
    door === 'api'
      ? await stage.send('POST', address, given)
      : await stage.send('POST', address, formOf(stage, form, given), {
          origin: `http://127.0.0.1:${stage.app.port}`,
        })
  return { status, body: JSON.parse(text) as Told['body'] }
}

/** As the page sends it that was opened a moment ago. */
function formOf({ app }: Stage, form: string, given: Record<string, string | number>) {
  const body = new URLSearchParams({ website: '' })
  for (const [name, value] of Object.entries(given)) body.set(name, String(value))
  body.set('form_token', issueFormToken(secret, form, app.clock.now - 5_000))
  return body
}

async function callTool(stage: Stage, name: string, given: object): Promise<Told> {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
  }
  const { text } = await stage.send('POST', '/mcp', message)
  const { result, error } = JSON.parse(text)
  if (!result) throw new Wrong(`${name} was answered ${JSON.stringify(error)}`)
  if (!result.isError) return { status: 202, body: result.structuredContent }
  const problem = JSON.parse(result.content[0].text)
  return { status: problem.status, body: problem }
}

/** In a word: which field is wrong and how, or what else. */
function refusalIn({ status, body }: Told): Refusal | undefined {
  if (status === 202) return undefined
  if (status === 404) return { refused: 'not found' }
  if (status === 409) return { refused: 'taken' }
  if (status !== 422) throw new Wrong(`was answered ${status} ${JSON.stringify(body)}`)
  const fields = body.fields as { name: string; code: string }[]
  return { refused: fields.map(({ name, code }) => `${name} ${code}`).join(', ') }
}

/** Other times that are named instead must really be had. */
function checkAlternatives({ status, body }: Told, may: (time: Time) => Refusal | undefined): void {
  if (status !== 409) return
  const times = body.alternatives as { date: string; time: string }[]
  for (const { date, time } of times) {
    const at = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
    const refusal = may({ date, at })
    if (refusal) throw new Wrong(`${date} ${time} was named instead, which is ${refusal.refused}`)
  }
  if (times.length === 0) throw new Wrong('no other time was named')
}
