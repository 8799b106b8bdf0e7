/** A device is lost and then revoked from another one: nothing on it may be valid afterwards, in any process. */
import { setTimeout as pause } from 'node:timers/promises'
import { createActionLink } from '../../src/domain/messages/action-link.ts'
import { form, password, type StaffClient } from '../../test/support/desk.ts'
import { formsOf } from '../../test/support/screen.ts'
import type { Random } from '../support/random.ts'
import { openDays } from '../support/scratch.ts'
import type { Server } from '../support/server.ts'
import { firstPassword } from '../support/staff-sessions.ts'
import { type LostDeviceShop, secret } from './shop.ts'

type LostDevice = { staff: StaffClient; calendar: string; endpoint: string; actionLink: string }

export const revocations = ['end session', 'set password', 'recover'] as const

const maxRevocationMs = 5_000

/** Returns the milliseconds after which nothing was valid. */
export async function loseDevice(
  shop: LostDeviceShop,
  revocation: (typeof revocations)[number],
  round: number,
  random: Random,
  wrong: string[],
): Promise<number> {
  const name = `Nga ${round}`
  const safe = await shop.addMember(name, 'host')
  const device = await prepareDevice(shop, name, random.pick(shop.servers), round)
  const all = await validArtifacts(shop, device)
  if (all.length !== shop.servers.length * 3 + 1) {
    wrong.push(`${revocation}: before the revocation only ${all.join(', ')} were valid`)
  }
  await revoke(shop, revocation, shop.at(random.pick(shop.servers), safe))
  const revokedAt = performance.now()
  for (;;) {
    const valid = await validArtifacts(shop, device)
    const elapsedMs = Math.round(performance.now() - revokedAt)
    if (valid.length === 0) return elapsedMs
    if (elapsedMs > maxRevocationMs) {
      wrong.push(`${revocation}: after ${elapsedMs} ms still valid: ${valid.join(', ')}`)
      return elapsedMs
    }
    await pause(100)
  }
}

async function prepareDevice(
  shop: LostDeviceShop,
  name: string,
  server: Server,
  round: number,
): Promise<LostDevice> {
  const staff = await shop.signIn(name, server)
  const endpoint = `https://push.invalid/${round}`
  await staff.json('/push/keep', { endpoint, keys: { p256dh: 'x', auth: 'y' } })
  const page = await staff.read('/account/calendar')
  const [calendar = ''] = /\/calendar\/[\w/.-]+/.exec(page) ?? []
  await requestTable(server, round)
  return { staff, endpoint, calendar, actionLink: await waitForActionLink(shop, endpoint) }
}

async function requestTable(server: Server, round: number): Promise<void> {
  const days = openDays()
  const { status, text } = await server.send('POST', '/api/booking', {
    name: 'Nguyễn Thị Lan',
    // The same request twice would be one booking, and no message.
    phone: `09${String(round).padStart(8, '0')}`,
    consent: '1',
    date: days[round % days.length],
    time: '19:00',
    party_size: 2,
  })
  if (status !== 202) throw new Error(`${status}: ${text}`)
}

/** The link in the message to the device, which the dispatcher creates within a second. */
async function waitForActionLink(shop: LostDeviceShop, endpoint: string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const [row] = await shop.database.all<{ id: string }>(
      `SELECT deliveries.id FROM deliveries JOIN push_subscriptions ON push_subscriptions.id = target
       WHERE endpoint = '${endpoint}' AND subject LIKE 'booking:%'`,
    )
    if (row) return createActionLink({ deskUrl: '', secret }, row.id)
    await pause(50)
  }
  throw new Error('No message to the device was created.')
}

async function validArtifacts(shop: LostDeviceShop, device: LostDevice): Promise<string[]> {
  const valid: string[] = []
  for (const { deskUrl, port } of shop.servers) {
    const check = async (what: string, path: string, cookie = '') => {
      const response = await fetch(deskUrl + path, { headers: { cookie }, redirect: 'manual' })
      await response.arrayBuffer()
      if (response.status === 200) valid.push(`${what} at ${port}`)
    }
    await check('session', '/day', device.staff.cookie)
    await check('calendar', device.calendar)
    await check('action link', device.actionLink)
  }
  const subscriptions = await shop.database.all(
    `SELECT id FROM push_subscriptions WHERE endpoint = '${device.endpoint}'`,
  )
  return subscriptions.length === 0 ? valid : [...valid, 'push']
}

async function revoke(
  shop: LostDeviceShop,
  revocation: (typeof revocations)[number],
  safe: StaffClient,
): Promise<void> {
  await shop.setSignInAge(safe.name, 0)
  if (revocation === 'set password') {
    await safe.post('/account/password', { password: `${password} và một con chó` })
  } else if (revocation === 'end session') {
    const ends = formsOf(await safe.read('/account')).filter(({ action }) =>
      action.startsWith('/account/sessions/'),
    )
    for (const { action } of ends) await safe.post(action, {})
  } else {
    // The owner confirms as a person does, with the password.
    await shop.setSignInAge(shop.owner.name, 11)
    await shop.owner.confirm(firstPassword)
    const path = `/team/${await shop.idOf(safe.name)}/again`
    const [link = ''] = /\/join\/[\w-]+/.exec(await (await shop.owner.post(path, {})).text()) ?? []
    await fetch(`${shop.servers[0]?.deskUrl}${link}`, form({ password: `${password} mới` }))
  }
}
