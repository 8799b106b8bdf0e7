/** What staff do with a day: let somebody in, keep places free, close it. */
import { createClosing } from '../../src/domain/closed-days/closed-days.ts'
import { isRefusal, place, Wrong } from './allowed-resources.ts'
import type { Command } from './commands.ts'
import { createForms } from './forms.ts'
import { type Guest, walkIn } from './guest-fixtures.ts'
import type { Time } from './guest-rules.ts'
import { agree, keep, orObstacle, placeOf } from './record-outcome.ts'
import { ownHand, type Stage } from './setup.ts'
import { dateOf, dayFrom, letGo, moment, type Refusal, refuse } from './shop-model.ts'
import { keepBlock, mayBlock } from './staff-rules.ts'
import { clockOf, resourceAt, type Wish } from './trade.ts'

type Does<Name extends Command['does']> = Extract<Command, { does: Name }>

export async function admit(stage: Stage, command: Does<'admit'>): Promise<Refusal | undefined> {
  const { app, book } = stage
  const { byForm, at } = command
  const guest = walkIn(command.guest, command.phone)
  const { wishes, resources } = book.trade
  const wish = wishes[command.wish % wishes.length] as Wish
  const resource =
    command.resource === undefined ? undefined : resourceAt(resources, command.resource)
  const time = { date: dayFrom(book, command.day), at }
  let code = ''
  const kept = (made: string) => {
    code = made
  }
  const said = byForm
    ? await createForms(stage).admit({ wish, ...time, resource, guest }, kept)
    : await orObstacle(
        app.desk
          .admit(entryOf(stage, wish, time, guest), ownHand, resource)
          .then((booking) => kept(booking.code)),
      )
  const wanted = { wish, ...time, resource }
  const late = moment(time.date, at) < book.now - 60
  const found = late
    ? refuse('not_possible')
    : place(book, wanted, said ? undefined : await placeOf(stage, code))
  if (isRefusal(found)) return agree(said, found)
  agree(said, undefined)
  const who = byForm ? stage.actor : ownHand
  await keep(stage, code, wanted, found, { status: 'confirmed', who, ...guest })
  return undefined
}

function entryOf({ app }: Stage, wish: Wish, { date, at }: Time, guest: Guest) {
  const { wishes } = app.shop.booking.readWish(wish, 'request')
  if (!wishes) throw new Error(`no wish: ${JSON.stringify(wish)}`)
  return {
    wish: wishes[0],
    date,
    time: clockOf(at),
    guest: { ...guest, email: null, note: null },
    marks: [],
    consent: { version: 'spoken', text: 'at the door' },
    locale: 'vi' as const,
    source: 'door',
    client: 'desk',
  }
}

export async function block(
  stage: Stage,
  { byForm: wanted, resources: numbers, day, at, minutes }: Does<'block'>,
): Promise<Refusal | undefined> {
  const { app, book } = stage
  // A form ends with its day.
  const byForm = wanted && at + minutes <= 24 * 60
  const all = [...new Set(numbers.map((one) => resourceAt(book.trade.resources, one)))]
  // A form takes one of them, or all of a kind.
  const resources = byForm ? all.slice(0, 1) : all
  const date = dayFrom(book, day)
  const asked = { resources, date, at, minutes }
  const blocks = resources.map((resource) => ({ resource, date, at, minutes, reason: 'sơn lại' }))
  const said = byForm
    ? await createForms(stage).block(asked)
    : await orObstacle(app.desk.blockAll(blocks, ownHand))
  const ought = mayBlock(book, asked)
  agree(said, ought)
  if (ought) return ought
  const known = new Set(book.blocks.map(({ id }) => id))
  const rows = await app.store.read.all<{ id: string; resource: string }>(
    'SELECT id, resource FROM blocks',
  )
  const kept = rows.filter(({ id }) => !known.has(id))
  if (kept.length !== resources.length) throw new Wrong(`kept ${kept.length} blocks`)
  for (const { id, resource } of kept) keepBlock(book, id, resource, asked)
  return undefined
}

export async function unblock(
  stage: Stage,
  { byForm, which }: Does<'unblock'>,
): Promise<Refusal | undefined> {
  const { app, book } = stage
  const chosen = book.blocks[which % book.blocks.length]
  const id = chosen?.id ?? 'none'
  const said = byForm
    ? await createForms(stage).unblock(id)
    : await orObstacle(app.desk.unblock(id, ownHand))
  if (!chosen) return agree(said, refuse('not_found'))
  letGo(book, chosen.holder)
  book.blocks = book.blocks.filter((one) => one !== chosen)
  book.otherActs++
  return agree(said, undefined)
}

export async function closeOrReopen(
  stage: Stage,
  { does, byForm, day }: Does<'close' | 'reopen'>,
): Promise<Refusal | undefined> {
  const { app, book } = stage
  // Whoever reopens knows what is closed.
  const known = [...book.closed]
  const date =
    (does === 'reopen' ? known[(day + 1) % known.length] : undefined) ?? dayFrom(book, day)
  const reason = { vi: 'Mất điện.', en: 'No power.' }
  const closing = createClosing(app.store, () => app.clock.now)
  const act = () =>
    does === 'close' ? closing.close({ date, reason }, ownHand) : closing.reopen(date, ownHand)
  const said = byForm ? await createForms(stage)[does](date) : await orObstacle(act())
  await app.house.refresh()
  const past = does === 'close' && date < dateOf(book.now)
  const unknown = does === 'reopen' && !book.closed.has(date)
  const ought = past ? refuse('not_possible') : unknown ? refuse('not_found') : undefined
  agree(said, ought)
  if (ought) return ought
  if (does === 'close') book.closed.add(date)
  else book.closed.delete(date)
  book.otherActs++
  return undefined
}
