/** What every command does with its outcome: the two sides agree, and what came of it is kept. */
import { StaffObstacle } from '../../src/kernel/action-errors.ts'
import { type Placed, type Wanted, Wrong } from './allowed-resources.ts'
import type { Stage } from './setup.ts'
import { type Booked, hold, moment, type Refusal, type State } from './shop-model.ts'

/** What the shop said: nothing where it was done. */
export type Said = (Refusal & { holder?: string | undefined }) | undefined

/** What the shop said against what it ought to say. */
export function agree(said: Said, ought: Refusal | undefined): Refusal | undefined {
  if (said?.refused !== ought?.refused) {
    throw new Wrong(`was ${said?.refused ?? 'done'} instead of ${ought?.refused ?? 'done'}`)
  }
  if (said?.holder !== undefined && !ought?.holders?.includes(said.holder)) {
    throw new Wrong(`was told that ${said.holder} has it`)
  }
  return ought
}

/** What a booking was given, by its code. */
export async function placeOf({ app, book }: Stage, code: string): Promise<string[]> {
  const row = await app.store.read.get<{ given: string }>(
    'SELECT given FROM bookings WHERE code = ?',
    code.replaceAll('-', ''),
  )
  return book.trade.resourcesOf(JSON.parse(row?.given ?? '{}'))
}

/** How it came about, and for whom. */
type Kept = { status: 'pending' | 'confirmed'; who: string; name: string; phone: string }

/** A new booking in the model, with the place that it was given. */
export async function keep(
  { app, book }: Stage,
  code: string,
  { wish, date, at }: Wanted,
  { way, length }: Placed,
  { status, who, ...guest }: Kept,
): Promise<void> {
  const row = await app.store.read.get<{ id: string }>(
    'SELECT id FROM bookings WHERE code = ?',
    code.replaceAll('-', ''),
  )
  const holder = `booking:${row?.id}`
  const has = way.takes.map(({ resource }) => resource)
  const state: State = {
    ...{ status, reason: null, visit: null, asks: undefined, deposit: undefined },
    ...{ date, at, length, wish, has },
  }
  const action = status === 'confirmed' ? 'admitted' : 'requested'
  const one: Booked = {
    ...state,
    code,
    holder,
    ...guest,
    version: 1,
    before: status === 'confirmed' ? { ...state, action } : undefined,
    history: [`${who} ${action}`],
    news: [`booking.${action}`],
  }
  book.last = book.booked.push(one) - 1
  hold(book, holder, way, moment(date, at))
}

/** What the desk says to its own hand. */
export async function orObstacle(work: Promise<unknown>): Promise<Said> {
  try {
    await work
    return undefined
  } catch (error) {
    if (!(error instanceof StaffObstacle)) throw error
    return { refused: error.obstacle, holder: error.holder }
  }
}
