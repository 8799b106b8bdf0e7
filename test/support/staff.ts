/** A staff room on a database of its own, with a clock that stands still until it is set. */
import { after } from 'node:test'
import { StaffRefusal } from '../../src/domain/staff/errors.ts'
import { createStaffRoom, type Entered, type StaffRoom } from '../../src/domain/staff/staff.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/sql.ts'
import { newDatabase } from './database.ts'
import { monday, secret } from './shop.ts'

export type Room = {
  room: StaffRoom
  store: Store
  clock: { now: number }
  file: string
  /** The owner who came by the link of the first start. */
  owner: Entered & { actor: string }
  /** Somebody new, invited by the owner. */
  bring(name: string, role?: 'owner' | 'host'): Promise<Entered & { actor: string }>
  /** What is in the history of a member, as "who did what". */
  historyOf(id: string): Promise<string[]>
}

export const goodPassword = 'bốn con mèo trên mái'

const device = 'Firefox, Linux'

/** Call it in a test file: what it opens goes away with the file's tests. */
export async function openRoom(): Promise<Room> {
  const file = await newDatabase()
  const clock = { now: monday }
  const store = await openStore(file, () => clock.now)
  after(() => store.close())
  const room = createStaffRoom(store, secret, () => clock.now)
  const withActor = (entered: Entered) => ({ ...entered, actor: `staff:${entered.member.id}` })
  const first = await room.ownerLinkAtStart()
  const owner = withActor(
    await room.join(first ?? '', { name: 'Cô Ba', password: goodPassword, locale: 'vi', device }),
  )
  return {
    room,
    store,
    clock,
    file,
    owner,
    async bring(name, role = 'host') {
      const token = await room.makeLink({ role, madeBy: owner.actor })
      return withActor(
        await room.join(token, { name, password: goodPassword, locale: 'vi', device }),
      )
    },
    async historyOf(id) {
      const rows = await store.read.all<{ actor: string; action: string }>(
        'SELECT actor, action FROM audit WHERE subject = ? ORDER BY id',
        `staff:${id}`,
      )
      return rows.map(
        ({ actor, action }) => `${actor === `staff:${id}` ? 'self' : actor} ${action}`,
      )
    },
  }
}

/** For `assert.rejects`: refused with this word. */
export function refusedAs(word: string) {
  return (error: unknown) => error instanceof StaffRefusal && error.word === word
}
