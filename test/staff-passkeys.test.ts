import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Member, RelyingParty } from '../src/domain/staff/staff.ts'
import { minute } from '../src/kernel/time.ts'
import { type Assertion, type Authenticator, createAuthenticator } from './support/authenticator.ts'
import {
  goodPassword,
  isStaffAccessError,
  openStaffAccess,
  type StaffFixture,
} from './support/staff.ts'

const site: RelyingParty = { id: 'desk.example', name: 'Khói Lam', origin: 'https://desk.example' }
const clientInfo = { client: 'a phone', device: 'Safari, iPhone' }
const { device } = clientInfo
const newcomer = { name: 'Mai', locale: 'vi', device } as const

async function add(
  { staffAccess }: StaffFixture,
  member: Member,
  authenticator: Authenticator,
): Promise<void> {
  const options = await staffAccess.passkeyRegistrationOptions(member, site)
  await staffAccess.addPasskey(member, site, authenticator.register(options, site.origin))
}

async function signed(
  { staffAccess }: StaffFixture,
  authenticator: Authenticator,
): Promise<Assertion> {
  return authenticator.assert(await staffAccess.passkeySignInOptions(site), site.origin)
}

/** The same response with one byte of one part inverted. */
function spoiled(assertion: Assertion, part: keyof Assertion['response']): Assertion {
  const bytes = Buffer.from(assertion.response[part], 'base64url')
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  return {
    ...assertion,
    response: { ...assertion.response, [part]: bytes.toString('base64url') },
  }
}

describe('a passkey', () => {
  it('is requested as a discoverable credential', async () => {
    const { staffAccess, owner } = await openStaffAccess()
    const options = await staffAccess.passkeyRegistrationOptions(owner.member, site)
    assert.deepEqual(options.rp, { id: site.id, name: site.name })
    assert.equal(Buffer.from(options.user.id, 'base64url').toString(), owner.member.id)
    assert.equal(options.user.name, 'Cô Ba')
    assert.equal(options.authenticatorSelection?.residentKey, 'required')
    assert.equal(options.authenticatorSelection?.userVerification, 'preferred')
    assert.equal(options.attestation, 'none')
    const challenge = await staffAccess.passkeySignInOptions(site)
    assert.equal(challenge.rpId, site.id)
    assert.equal(challenge.allowCredentials, undefined)
    assert.equal(Buffer.from(challenge.challenge, 'base64url').length, 32)
  })

  it('signs in its owner repeatedly, and is recorded in the history', async () => {
    const opened = await openStaffAccess()
    const { staffAccess, owner, clock, historyOf } = opened
    const phone = createAuthenticator()
    await add(opened, owner.member, phone)
    for (let times = 0; times < 3; times++) {
      clock.now += minute
      const signedIn = await staffAccess.signInByPasskey(
        site,
        await signed(opened, phone),
        clientInfo,
      )
      assert.deepEqual([signedIn.member.id, signedIn.member.passkeys], [owner.member.id, 1])
      assert.equal((await staffAccess.authenticate(signedIn.token))?.session.device, device)
    }
    const [storedPasskey] = await staffAccess.listPasskeys(owner.member.id)
    assert.deepEqual(storedPasskey?.transports, ['hybrid', 'internal'])
    assert.equal(storedPasskey?.usedAt, clock.now)
    assert.deepEqual((await historyOf(owner.member.id)).slice(-4), [
      'self passkey_added',
      'self signed_in',
      'self signed_in',
      'self signed_in',
    ])
  })

  it('may have no counter and no user handle', async () => {
    const opened = await openStaffAccess()
    const { staffAccess, owner } = opened
    const synced = createAuthenticator({ counts: false, verifies: false })
    await add(opened, owner.member, synced)
    for (let times = 0; times < 2; times++) {
      await staffAccess.signInByPasskey(site, await signed(opened, synced), clientInfo)
    }
  })

  it('is created once on one device, but on several devices', async () => {
    const opened = await openStaffAccess()
    const { staffAccess, owner } = opened
    const [phone, key] = [createAuthenticator(), createAuthenticator()]
    await add(opened, owner.member, phone)
    await assert.rejects(add(opened, owner.member, phone), /InvalidStateError/)
    await add(opened, owner.member, key)
    assert.equal((await staffAccess.findMember(owner.member.id))?.passkeys, 2)
    for (const one of [phone, key]) {
      await staffAccess.signInByPasskey(site, await signed(opened, one), clientInfo)
    }
  })

  it('does not sign in with a replayed, foreign or missing signature', async () => {
    const opened = await openStaffAccess()
    const { staffAccess, owner, addMember: bring, clock } = opened
    const phone = createAuthenticator()
    await add(opened, owner.member, phone)
    const assertRejected = (response: unknown, what: string) =>
      assert.rejects(
        staffAccess.signInByPasskey(site, response, clientInfo),
        isStaffAccessError('wrong_passkey'),
        what,
      )

    const used = await signed(opened, phone)
    await staffAccess.signInByPasskey(site, used, clientInfo)
    await assertRejected(used, 'used before')
    for (const part of [
      'signature',
      'authenticatorData',
      'clientDataJSON',
      'userHandle',
    ] as const) {
      await assertRejected(spoiled(await signed(opened, phone), part), part)
    }
    const expired = await signed(opened, phone)
    clock.now += 5 * minute
    await assertRejected(expired, 'too late')
    const elsewhere = await staffAccess.passkeySignInOptions(site)
    await assertRejected(phone.assert(elsewhere, 'https://desk.example.evil'), 'another origin')
    const forMember = await staffAccess.passkeyRegistrationOptions(owner.member, site)
    await assertRejected(
      phone.assert({ ...forMember, rpId: site.id }, site.origin),
      'a challenge for another purpose',
    )
    const ownChallenge = { challenge: 'A'.repeat(43), rpId: site.id }
    await assertRejected(phone.assert(ownChallenge, site.origin), 'an unknown challenge')

    const other = await bring('Lan')
    const stranger = createAuthenticator()
    const forOther = await staffAccess.passkeyRegistrationOptions(other.member, site)
    stranger.register(forOther, site.origin)
    await assertRejected(await signed(opened, stranger), 'an unknown passkey')
    const borrowed = await signed(opened, phone)
    const userHandle = Buffer.from(other.member.id).toString('base64url')
    await assertRejected(
      { ...borrowed, response: { ...borrowed.response, userHandle } },
      'a passkey with the user handle of another member',
    )
    for (const nothing of [undefined, null, '', 1, [], {}, { id: 'x' }, { id: 1, response: {} }]) {
      await assertRejected(nothing, JSON.stringify(nothing) ?? 'undefined')
    }
    await staffAccess.signInByPasskey(site, await signed(opened, phone), clientInfo)
  })

  it('with a decreasing counter is rejected as copied', async () => {
    const opened = await openStaffAccess()
    const { staffAccess, owner, store } = opened
    const phone = createAuthenticator()
    await add(opened, owner.member, phone)
    await staffAccess.signInByPasskey(site, await signed(opened, phone), clientInfo)
    const counter = async () =>
      (await store.read.get<{ counter: number }>('SELECT counter FROM passkeys'))?.counter
    assert.equal(await counter(), 1)
    await store.write((sql) => sql.run('UPDATE passkeys SET counter = 7'))
    await assert.rejects(
      staffAccess.signInByPasskey(site, await signed(opened, phone), clientInfo),
      isStaffAccessError('wrong_passkey'),
    )
    assert.equal(await counter(), 7)
  })

  it('signs in once of many concurrent attempts', async () => {
    const opened = await openStaffAccess()
    const { staffAccess, owner } = opened
    const phone = createAuthenticator({ counts: false })
    await add(opened, owner.member, phone)
    const once = await signed(opened, phone)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => staffAccess.signInByPasskey(site, once, clientInfo)),
    )
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  it('is stored only for this member, this site and this challenge', async () => {
    const opened = await openStaffAccess()
    const { staffAccess, owner, addMember: bring, clock } = opened
    const { member } = owner
    const other = (await bring('Lan')).member
    const make = async (origin = site.origin) =>
      createAuthenticator().register(
        await staffAccess.passkeyRegistrationOptions(member, site),
        origin,
      )
    const assertRejected = (member: Member, response: unknown, what: string) =>
      assert.rejects(
        staffAccess.addPasskey(member, site, response),
        isStaffAccessError('wrong_passkey'),
        what,
      )

    const registration = await make()
    await staffAccess.addPasskey(member, site, registration)
    await assertRejected(member, registration, 'a used challenge')
    await assertRejected(other, await make(), 'a passkey for another member')
    await assertRejected(member, await make('https://evil.example'), 'made elsewhere')
    const late = await make()
    clock.now += 5 * minute
    await assertRejected(member, late, 'too late')
    const signIn = await staffAccess.passkeySignInOptions(site)
    const options = await staffAccess.passkeyRegistrationOptions(member, site)
    const swapped = { ...options, challenge: signIn.challenge }
    await assertRejected(
      member,
      createAuthenticator().register(swapped, site.origin),
      'a challenge for another purpose',
    )
    for (const nothing of [undefined, null, '', {}, { id: 'x', rawId: 'x', type: 'public-key' }]) {
      await assertRejected(member, nothing, JSON.stringify(nothing) ?? 'undefined')
    }
    assert.equal((await staffAccess.findMember(member.id))?.passkeys, 1)
    assert.equal((await staffAccess.findMember(other.id))?.passkeys, 0)
  })

  it('signs in while the name is throttled', async () => {
    const opened = await openStaffAccess()
    const { staffAccess, owner } = opened
    const phone = createAuthenticator()
    await add(opened, owner.member, phone)
    const guess = () =>
      staffAccess.signInByPassword({ name: 'Cô Ba', password: 'sai rồi', ...clientInfo })
    for (let times = 0; times < 5; times++)
      await assert.rejects(guess(), isStaffAccessError('wrong'))
    await assert.rejects(
      staffAccess.signInByPassword({ name: 'Cô Ba', password: goodPassword, ...clientInfo }),
      isStaffAccessError('wait'),
    )
    assert.ok(await staffAccess.signInByPasskey(site, await signed(opened, phone), clientInfo))
  })

  it('can be removed unless it is the last sign-in method', async () => {
    const opened = await openStaffAccess()
    const { staffAccess, owner, addMember: bring, historyOf } = opened
    const { member, actor } = owner
    const [phone, key] = [createAuthenticator(), createAuthenticator()]
    await add(opened, member, phone)
    await staffAccess.removePassword(member.id, actor)
    await assert.rejects(
      staffAccess.removePassword(member.id, actor),
      isStaffAccessError('not_found'),
    )
    await assert.rejects(
      staffAccess.signInByPassword({ name: 'Cô Ba', password: goodPassword, ...clientInfo }),
      isStaffAccessError('wrong'),
    )
    const [first] = await staffAccess.listPasskeys(member.id)
    const remove = (by = actor) => staffAccess.removePasskey(member.id, first?.id ?? '', by)
    await assert.rejects(remove(), isStaffAccessError('last_way_in'))
    assert.equal((await staffAccess.findMember(member.id))?.passkeys, 1)
    await add(opened, member, key)
    await assert.rejects(remove((await bring('Lan')).actor), isStaffAccessError('not_allowed'))
    await remove()
    await assert.rejects(remove(), isStaffAccessError('not_found'))
    await assert.rejects(
      staffAccess.signInByPasskey(site, await signed(opened, phone), clientInfo),
      isStaffAccessError('wrong_passkey'),
    )
    assert.ok(await staffAccess.signInByPasskey(site, await signed(opened, key), clientInfo))
    assert.deepEqual((await historyOf(member.id)).slice(-5), [
      'self passkey_added',
      'self password_removed',
      'self passkey_added',
      'self passkey_removed',
      'self signed_in',
    ])
  })

  it('becomes invalid with a revocation, even during a sign-in', async () => {
    const opened = await openStaffAccess()
    const { staffAccess, owner, addMember: bring } = opened
    const { member } = await bring('Lan')
    const phone = createAuthenticator()
    await add(opened, member, phone)
    const ready = await signed(opened, phone)
    const [, signedIn] = await Promise.allSettled([
      staffAccess.revoke(member.id, owner.actor),
      staffAccess.signInByPasskey(site, ready, clientInfo),
    ])
    assert.ok(
      signedIn.status === 'rejected' && isStaffAccessError('wrong_passkey')(signedIn.reason),
    )
    assert.deepEqual(await staffAccess.listSessions(member.id), [])
    await assert.rejects(add(opened, member, phone), isStaffAccessError('not_found'))
  })
})

describe('a link and a passkey', () => {
  const invite = ({ staffAccess, owner }: StaffFixture) =>
    staffAccess.createLink({ role: 'host', madeBy: owner.actor })

  it('create an account, a sign-in method and a session together', async () => {
    const opened = await openStaffAccess()
    const { staffAccess, owner, historyOf } = opened
    const token = await invite(opened)
    const phone = createAuthenticator()
    const options = await staffAccess.passkeyOptionsForLink(token, site, ' Mai ')
    assert.equal(options.user.name, 'Mai')
    assert.ok(await staffAccess.readLink(token), 'a query does not use up the link')
    const response = phone.register(options, site.origin)
    const { member, token: session } = await staffAccess.joinByPasskey(token, site, {
      ...newcomer,
      response,
    })
    assert.deepEqual([member.role, member.passkeys, member.hasPassword], ['host', 1, false])
    assert.equal((await staffAccess.authenticate(session))?.member.id, member.id)
    assert.equal(await staffAccess.readLink(token), undefined)
    const again = await staffAccess.signInByPasskey(site, await signed(opened, phone), clientInfo)
    assert.equal(again.member.id, member.id)
    assert.deepEqual(await historyOf(member.id), [
      `${owner.actor} link_made`,
      'self joined',
      'self signed_in',
    ])
  })

  it('accept one of two concurrent uses', async () => {
    const opened = await openStaffAccess()
    const { staffAccess } = opened
    const token = await invite(opened)
    const join = async (name: string) => {
      const options = await staffAccess.passkeyOptionsForLink(token, site, name)
      const response = createAuthenticator().register(options, site.origin)
      return () => staffAccess.joinByPasskey(token, site, { ...newcomer, name, response })
    }
    const [one, other] = [await join('Mai'), await join('Lan')]
    const outcomes = await Promise.allSettled([one(), other()])
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await staffAccess.listMembers()).length, 2)
  })

  it('store nothing if the name is taken or the passkey is invalid', async () => {
    const opened = await openStaffAccess()
    const { staffAccess, store } = opened
    const token = await invite(opened)
    await assert.rejects(
      staffAccess.passkeyOptionsForLink(token, site, 'CÔ BA'),
      isStaffAccessError('name_taken'),
    )
    await assert.rejects(
      staffAccess.passkeyOptionsForLink(token, site),
      isStaffAccessError('name_unfit'),
    )
    await assert.rejects(
      staffAccess.passkeyOptionsForLink('x', site, 'Mai'),
      isStaffAccessError('link_gone'),
    )
    const options = await staffAccess.passkeyOptionsForLink(token, site, 'Mai')
    const response = createAuthenticator().register(options, site.origin)
    await assert.rejects(
      staffAccess.joinByPasskey(token, site, { ...newcomer, name: 'co ba', response }),
      isStaffAccessError('name_taken'),
    )
    await assert.rejects(
      staffAccess.joinByPasskey(token, site, { ...newcomer, response }),
      isStaffAccessError('wrong_passkey'),
    )
    const second = await invite(opened)
    const forSecond = await staffAccess.passkeyOptionsForLink(second, site, 'Mai')
    await assert.rejects(
      staffAccess.joinByPasskey(token, site, {
        ...newcomer,
        response: createAuthenticator().register(forSecond, site.origin),
      }),
      isStaffAccessError('wrong_passkey'),
    )
    assert.ok(await staffAccess.readLink(token))
    assert.deepEqual(await store.read.all('SELECT id FROM passkeys'), [])
    assert.equal((await staffAccess.listMembers()).length, 1)
  })

  it('restore access', async () => {
    const opened = await openStaffAccess()
    const { staffAccess, addMember: bring } = opened
    const { member, token: lost } = await bring('Lan')
    const back = await staffAccess.createLink({ staffId: member.id, madeBy: 'terminal' })
    const phone = createAuthenticator()
    const options = await staffAccess.passkeyOptionsForLink(back, site)
    assert.equal(options.user.name, 'Lan')
    const response = phone.register(options, site.origin)
    await assert.rejects(
      staffAccess.joinByPasskey(back, site, { ...newcomer, response }),
      isStaffAccessError('link_gone'),
    )
    const signedIn = await staffAccess.recoverByPasskey(back, site, { device, response })
    assert.deepEqual([signedIn.member.id, signedIn.member.passkeys], [member.id, 1])
    assert.equal(await staffAccess.authenticate(lost), undefined)
    assert.equal(await staffAccess.readLink(back), undefined)
    assert.ok(await staffAccess.signInByPasskey(site, await signed(opened, phone), clientInfo))
  })
})
