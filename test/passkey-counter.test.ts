/** The signature counter of a passkey detects a copy, also if both sign in at the same time. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RelyingParty } from '../src/domain/staff/staff.ts'
import { createAuthenticator } from './support/authenticator.ts'
import { isStaffAccessError, openStaffAccess } from './support/staff.ts'

const site: RelyingParty = { id: 'desk.example', name: 'Khói Lam', origin: 'https://desk.example' }
const clientInfo = { client: 'a phone', device: 'Safari, iPhone' }

it('of two sign-ins that read the same counter, one is rejected', async () => {
  const { staffAccess, owner, store } = await openStaffAccess()
  const phone = createAuthenticator()
  const registration = await staffAccess.passkeyRegistrationOptions(owner.member, site)
  await staffAccess.addPasskey(owner.member, site, phone.register(registration, site.origin))
  const sign = async () => phone.assert(await staffAccess.passkeySignInOptions(site), site.origin)
  const [earlier, later] = [await sign(), await sign()]

  // Both read the stored counter before one of them replaces it.
  const outcomes = await Promise.allSettled(
    [earlier, later].map((one) => staffAccess.signInByPasskey(site, one, clientInfo)),
  )
  const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  assert.equal(failures.length, 1)
  assert.ok(isStaffAccessError('wrong_passkey')(failures[0]))
  const sessions = await store.read.all("SELECT id FROM audit WHERE action = 'signed_in'")
  assert.equal(sessions.length, 1)
})

it('an equal counter is rejected as well, and a larger one accepted', async () => {
  const { staffAccess, owner, store } = await openStaffAccess()
  const phone = createAuthenticator()
  const registration = await staffAccess.passkeyRegistrationOptions(owner.member, site)
  await staffAccess.addPasskey(owner.member, site, phone.register(registration, site.origin))
  const sign = async () => phone.assert(await staffAccess.passkeySignInOptions(site), site.origin)
  // The next signatures have the counters 1 and 2.
  await store.write((sql) => sql.run('UPDATE passkeys SET counter = 1'))
  await assert.rejects(
    staffAccess.signInByPasskey(site, await sign(), clientInfo),
    isStaffAccessError('wrong_passkey'),
  )
  await staffAccess.signInByPasskey(site, await sign(), clientInfo)
  const row = await store.read.get<{ counter: number }>('SELECT counter FROM passkeys')
  assert.equal(row?.counter, 2)
})
