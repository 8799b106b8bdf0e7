/** Staff accounts on a separate database, with a clock that changes only when it is set. */
import { StaffAccessError } from '../../src/domain/staff/errors.ts'
import type { Passwords } from '../../src/domain/staff/passwords.ts'
import { createStaffAccess, type SignedIn, type StaffAccess } from '../../src/domain/staff/staff.ts'
import type { Store } from '../../src/store/sql.ts'
import { newDatabase, openTestStore } from './database.ts'
import { closeAfter } from './lifetime.ts'
import { createQuickPasswords, monday, secret } from './shop.ts'

export type StaffFixture = {
  staffAccess: StaffAccess
  store: Store
  clock: { now: number }
  file: string
  /** The owner who joined with the link of the first start. */
  owner: SignedIn & { actor: string }
  /** A new staff member, invited by the owner. */
  addMember(name: string, role?: 'owner' | 'host'): Promise<SignedIn & { actor: string }>
  /** The history of a member, with lines like "who did what". */
  historyOf(id: string): Promise<string[]>
}

export const goodPassword = 'bốn con mèo trên mái'

const device = 'Firefox, Linux'

/** The database is closed after the test that opened it. */
export async function openStaffAccess(
  passwords: Passwords = createQuickPasswords(),
): Promise<StaffFixture> {
  const file = await newDatabase()
  const clock = { now: monday }
  const store = await openTestStore(file, () => clock.now)
  closeAfter(() => store.close())
  const staffAccess = createStaffAccess(store, secret, () => clock.now, passwords)
  const withActor = (signedIn: SignedIn) => ({ ...signedIn, actor: `staff:${signedIn.member.id}` })
  const first = await staffAccess.createFirstOwnerLink()
  const owner = withActor(
    await staffAccess.join(first ?? '', {
      name: 'Cô Ba',
      password: goodPassword,
      locale: 'vi',
      device,
    }),
  )
  return {
    staffAccess,
    store,
    clock,
    file,
    owner,
    async addMember(name, role = 'host') {
      const token = await staffAccess.createLink({ role, madeBy: owner.actor })
      return withActor(
        await staffAccess.join(token, { name, password: goodPassword, locale: 'vi', device }),
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

/** For `assert.rejects`: rejected with this code. */
export function isStaffAccessError(code: string) {
  return (error: unknown) => error instanceof StaffAccessError && error.code === code
}
