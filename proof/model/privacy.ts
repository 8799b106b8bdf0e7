/** The owner with guests' own data: what they ask, what is handed out, who is erased. */

import { guestObstacleWords } from '../../src/domain/privacy/errors.ts'
import { obstacleWords } from '../../src/kernel/action-errors.ts'
import { noticeOf } from '../../test/support/screen.ts'
import type { Answer } from '../support/http-client.ts'
import { Wrong } from './allowed-resources.ts'
import type { Command } from './commands.ts'
import { guestAt } from './guest-fixtures.ts'
import { attendTo, eraseAll, handOut, keptOf } from './privacy-rules.ts'
import { agree } from './record-outcome.ts'
import type { Stage } from './setup.ts'
import { dateOf, type Refusal, refuse } from './shop-model.ts'

type Does<Name extends Command['does']> = Extract<Command, { does: Name }>

export async function register(
  { book, atDesk, actor }: Stage,
  { guest, kind }: Does<'register'>,
): Promise<undefined> {
  const { name, phone } = guestAt(guest)
  const given = { kind, way: 'phone', contact: phone, name, came_on: dateOf(book.now), note: '' }
  const answer = await atDesk('/guest-data/requests', given)
  const [, id] = /requests\/(\w+)$/.exec(String(answer.headers.location)) ?? []
  if (id === undefined) throw new Wrong(`the register answered ${answer.status}`)
  book.registered.push({
    ...{ id, kind, phone, note: null, version: 1 },
    ...{ replied: false, done: false, answered: false },
    history: [`${actor} registered`],
    news: ['request.registered'],
  })
}

export async function attend(
  { book, atDesk, actor }: Stage,
  { asked, step, late }: Does<'attend'>,
): Promise<Refusal | undefined> {
  const one = book.registered[asked % book.registered.length]
  const version = String((one?.version ?? 1) - (late ? 1 : 0))
  const note = `gọi lại lần ${asked}`
  const path = `/guest-data/requests/${one?.id ?? 'none'}/${step}`
  const said = refusalIn(await atDesk(path, { version, note }))
  const ought = one ? attendTo(one, step, { note, late, who: actor }) : refuse('not_found')
  return agree(said, ought)
}

export async function exportOne(
  { book, atDesk, actor }: Stage,
  { guest }: Does<'export'>,
): Promise<Refusal | undefined> {
  const { phone } = guestAt(guest)
  const answer = await atDesk('/guest-data/export', { guest: phone })
  const kept = keptOf(book, phone)
  const ought = agree(refusalIn(answer), handOut(book, phone, actor))
  if (ought) return ought
  // All that is kept of him, and nothing of others.
  const told = JSON.parse(answer.text) as Record<'bookings' | 'requests', { code?: string }[]>
  const codes = told.bookings.map(({ code }) => code).sort()
  const [is, should] = [
    codes.join(),
    kept.bookings
      .map(({ code }) => code)
      .sort()
      .join(),
  ]
  if (is !== should) throw new Wrong(`he was given ${is} instead of ${should}`)
  if (told.requests.length !== kept.requests.length) {
    throw new Wrong(`he was given ${told.requests.length} requests of ${kept.requests.length}`)
  }
  return undefined
}

export async function eraseOne(
  { app, book, atDesk, actor }: Stage,
  { guest, cancel }: Does<'erase'>,
): Promise<Refusal | undefined> {
  const { phone } = guestAt(guest)
  const given = { guest: phone, ...(cancel && { cancel: '1' }) }
  const said = refusalIn(await atDesk('/guest-data/erase/now', given))
  const ought = agree(said, eraseAll(book, phone, { cancel, who: actor }))
  // That the files were written anew and, where another may have to do it, which they had been.
  if (!ought) book.unheard += app.store.filesOf ? 2 : 1
  return ought
}

const refusals = Object.entries({ ...obstacleWords, ...guestObstacleWords })

/** In the word of the desk, by what its page says of it. */
function refusalIn({ status, text }: Answer): Refusal | undefined {
  if (status === 303 || status === 200) return undefined
  const notice = noticeOf(text)
  const found = refusals.find(([, words]) => notice.includes(words.vi))
  if ((status !== 409 && status !== 404) || !found) {
    throw new Wrong(`the form was answered ${status}: ${notice}`)
  }
  return { refused: found[0] }
}
