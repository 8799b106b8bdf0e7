/** Signs in staff members, each at the desk of one of the processes. */
import { setTimeout as pause } from 'node:timers/promises'
import {
  cookieOf,
  createStaffClient,
  form,
  password,
  type StaffClient,
} from '../../test/support/desk.ts'
import type { Server } from './server.ts'

/** The password of the first one. */
export const firstPassword = `${password} 0`

/** The first one uses the link of the first start and invites the others. */
export async function signInStaff(
  servers: readonly Server[],
  names: readonly string[],
): Promise<StaffClient[]> {
  const [first] = servers
  const staff: StaffClient[] = []
  for (const [index, name] of names.entries()) {
    const [owner] = staff
    const link = owner
      ? await (await owner.post('/team/invite', { role: 'host' })).text()
      : await waitForOwnerLink(first as Server)
    const joined = await fetch(
      `${first?.deskUrl}/join/${findJoinToken(link)}`,
      form({ name, password: `${password} ${index}` }),
    )
    if (joined.status !== 303) throw new Error(`${name} could not sign in: ${joined.status}`)
    const desk = servers[index % servers.length] as Server
    staff.push(createStaffClient(desk, name, cookieOf(joined)))
  }
  return staff
}

/** The link is printed shortly after the first response. */
async function waitForOwnerLink(server: Server): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    if (findJoinToken(server.stderrText()) !== '') return server.stderrText()
    await pause(25)
  }
  throw new Error(`There is no link for the owner:\n${server.stderrText()}`)
}

function findJoinToken(text: string): string {
  return /\/join\/([\w-]+)/.exec(text)?.[1] ?? ''
}
