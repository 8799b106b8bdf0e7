/** The shop of R21: the program in one or two processes, its database, a mailbox and signed-in staff. */
import {
  cookieOf,
  createStaffClient,
  form,
  password,
  type StaffClient,
} from '../../test/support/desk.ts'
import { type Mailbox, runMailbox } from '../../test/support/receivers.ts'
import { openRawDatabase, type RawDatabase } from '../migrations/raw-database.ts'
import type { EngineSetup } from '../support/engines.ts'
import { restaurantOfTwos } from '../support/scratch.ts'
import { type Server, startServer } from '../support/server.ts'
import { signInStaff } from '../support/staff-sessions.ts'

export const secret = 'the secret of the shop whose device was lost'

export type LostDeviceShop = {
  servers: readonly Server[]
  database: RawDatabase
  mailbox: Mailbox
  owner: StaffClient
  /** A new member who joins with a link that the owner creates. */
  addMember(name: string, role: 'owner' | 'host'): Promise<StaffClient>
  signIn(name: string, server: Server): Promise<StaffClient>
  idOf(name: string): Promise<string>
  /** Makes the sign-in of all sessions of a member this old. */
  setSignInAge(name: string, minutes: number): Promise<void>
  /** The cookie of a staff member at another process. */
  at(server: Server, staff: StaffClient): StaffClient
  close(): Promise<void>
}

export async function openShop({
  scratch,
  database: address,
  processes,
}: EngineSetup): Promise<LostDeviceShop> {
  const mailbox = await runMailbox()
  const environment = {
    DATABASE_URL: address,
    SECRET: secret,
    CONTENT_DIR: restaurantOfTwos(scratch, 40),
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'desk@shop.example',
    STAFF_MAIL: 'staff@shop.example',
  }
  const servers: Server[] = []
  while (servers.length < processes) servers.push(await startServer(environment))
  const [owner] = await signInStaff(servers, ['Mai'])
  if (!owner) throw new Error('The owner could not sign in.')
  const database = await openRawDatabase(address)
  const deskUrl = () => servers[0]?.deskUrl ?? ''
  const setSignInAge = async (name: string, minutes: number) => {
    const at = Date.now() - minutes * 60_000
    await database.run(
      `UPDATE sessions SET signed_in_at = ${at}
       WHERE staff_id IN (SELECT id FROM staff WHERE name = '${name}')`,
    )
  }
  return {
    servers,
    database,
    mailbox,
    owner,
    setSignInAge,
    async addMember(name, role) {
      await setSignInAge(owner.name, 0)
      const page = await (await owner.post('/team/invite', { role })).text()
      const [link = ''] = /\/join\/[\w-]+/.exec(page) ?? []
      const joined = await fetch(`${deskUrl()}${link}`, form({ name, password }))
      if (joined.status !== 303) throw new Error(`${name} could not join: ${joined.status}`)
      return createStaffClient({ deskUrl: deskUrl() }, name, cookieOf(joined))
    },
    async signIn(name, server) {
      const response = await fetch(`${server.deskUrl}/sign-in`, form({ name, password }))
      if (response.status !== 303) throw new Error(`${name} could not sign in: ${response.status}`)
      return createStaffClient(server, name, cookieOf(response))
    },
    async idOf(name) {
      const [row] = await database.all<{ id: string }>(
        `SELECT id FROM staff WHERE name = '${name}' AND revoked_at IS NULL`,
      )
      return row?.id ?? ''
    },
    at: (server, { name, cookie }) => createStaffClient(server, name, cookie),
    async close() {
      await database.close()
      for (const server of servers) await server.kill('SIGTERM')
      await mailbox.close()
    },
  }
}
