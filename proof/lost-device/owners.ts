/** Owners: the others are notified of links for owners, and no order of commands leaves a shop without an owner. */
import { form, password, type StaffClient } from '../../test/support/desk.ts'
import { partOf, visibleTextOf } from '../../test/support/screen.ts'
import type { Random } from '../support/random.ts'
import { waitUntil } from '../support/wait-until.ts'
import type { LostDeviceShop } from './shop.ts'

/** Creates and uses a link for an owner, and checks what another owner gets at each process. */
export async function checkNotices(shop: LostDeviceShop, wrong: string[]): Promise<void> {
  const hoa = await shop.addMember('Hoa', 'owner')
  await shop.addMember('Tư', 'owner')
  for (const expected of [/tạo đường dẫn đăng nhập cho một chủ/, /vừa được dùng · Tư/]) {
    for (const server of shop.servers) {
      const page = await shop.at(server, hoa).read('/day')
      const notices = page.includes('class="owner-notices"')
        ? visibleTextOf(partOf(page, '<aside class="owner-notices"', '</aside>'))
        : ''
      if (!expected.test(notices)) wrong.push(`the desk of another owner shows: ${notices}`)
    }
  }
  const subjects = () => shop.mailbox.mails.map(({ subject }) => subject).join()
  await waitUntil(() => /Vừa tạo đường dẫn.*vừa được dùng/.test(subjects()), 10).catch(() =>
    wrong.push(`email about the owners: ${subjects()}`),
  )
}

/** Random commands of all owners. After each of them an owner with a sign-in method is left. */
export async function changeTeam(
  shop: LostDeviceShop,
  commands: number,
  random: Random,
  wrong: string[],
): Promise<number> {
  const clients = new Map<string, StaffClient>([
    [shop.owner.name, shop.owner],
    ['Hoa', await shop.signIn('Hoa', random.pick(shop.servers))],
  ])
  let rejected = 0
  for (let command = 0; command < commands; command++) {
    const members = await shop.database.all<{ id: string; name: string }>(
      "SELECT id, name FROM staff WHERE revoked_at IS NULL AND name NOT LIKE 'Nga%' ORDER BY id",
    )
    const actor = random.pick([...clients.values()])
    const target = random.pick(members)
    await shop.setSignInAge(actor.name, 0)
    const response = await random.pick([
      () => actor.post(`/team/${target.id}/role`, { role: random.pick(['owner', 'host']) }),
      () => actor.post(`/team/${target.id}/revoke`, {}),
      () => actor.post('/account/password/remove', {}),
    ])()
    if (response.status === 409) rejected++
    const owners = await shop.database.all<{ name: string }>(
      `SELECT name FROM staff WHERE role = 'owner' AND revoked_at IS NULL AND password IS NOT NULL`,
    )
    if (owners.length === 0) {
      wrong.push(`after ${command + 1} commands no owner can sign in`)
      return rejected
    }
    // The team gets new members, so that the commands do not run out of people.
    const inviter = owners.map(({ name }) => clients.get(name)).find((one) => one !== undefined)
    if (inviter && members.length < 5) {
      const name = `Người ${command}`
      await shop.setSignInAge(inviter.name, 0)
      const role = random.pick(['owner', 'host'])
      const page = await (await inviter.post('/team/invite', { role })).text()
      const [link = ''] = /\/join\/[\w-]+/.exec(page) ?? []
      await fetch(`${shop.servers[0]?.deskUrl}${link}`, form({ name, password }))
      clients.set(name, await shop.signIn(name, random.pick(shop.servers)))
    }
  }
  return rejected
}
