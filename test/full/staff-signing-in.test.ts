/** Sign-in with name and password, and its throttling. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StaffAccessError } from '../../src/domain/staff/staff.ts'
import { computeWaitEnd } from '../../src/domain/staff/throttle.ts'
import { day, minute } from '../../src/kernel/time.ts'
import { clientInfo, device } from '../support/new-staff-member.ts'
import { goodPassword, isStaffAccessError, openStaffAccess } from '../support/staff.ts'
import { onlyOnTime } from '../support/timing.ts'

describe('a sign-in', () => {
  it('accepts the name with different case and spaces, and is recorded in the history', async () => {
    const { staffAccess, owner, historyOf } = await openStaffAccess()
    for (const name of ['Cô Ba', 'co ba', ' CO  BA ']) {
      const signedIn = await staffAccess.signInByPassword({
        name,
        password: goodPassword,
        ...clientInfo,
      })
      assert.equal(signedIn.member.id, owner.member.id)
      assert.equal((await staffAccess.authenticate(signedIn.token))?.session.device, device)
    }
    assert.equal(
      (await historyOf(owner.member.id)).filter((one) => /signed_in/.test(one)).length,
      3,
    )
  })

  it('fails in the same way for a wrong name, a wrong password, no password, and a revoked account', async () => {
    const { staffAccess, owner, addMember: bring } = await openStaffAccess()
    const { member } = await bring('Lan')
    await staffAccess.revoke(member.id, owner.actor)
    const invite = await staffAccess.createLink({ role: 'host', madeBy: owner.actor })
    await staffAccess.join(invite, { name: 'Tâm', locale: 'vi', device })
    for (const [name, password] of [
      ['Cô Ba', 'không phải đâu'],
      ['Cô Tư', goodPassword],
      ['Lan', goodPassword],
      ['Tâm', ''],
    ] as const) {
      await assert.rejects(
        staffAccess.signInByPassword({ name, password, client: name, device }),
        isStaffAccessError('wrong'),
        name,
      )
    }
  })

  it('takes as long for an unknown name (timing)', { skip: onlyOnTime() }, async () => {
    const { staffAccess, clock } = await openStaffAccess()
    const time = async (name: string) => {
      clock.now += day
      const started = performance.now()
      await assert.rejects(
        staffAccess.signInByPassword({ name, password: 'không phải đâu', ...clientInfo }),
        isStaffAccessError('wrong'),
      )
      return performance.now() - started
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let times = 0; times < 7; times++) {
      known.push(await time('Cô Ba'))
      unknown.push(await time('Cô Tư'))
    }
    const minOf = (times: number[]) => Math.min(...times)
    assert.ok(minOf(unknown) > minOf(known) / 2, `${minOf(unknown)} ms against ${minOf(known)} ms`)
  })

  it('throttles repeated failures, and rejects even the correct password until the wait is over', async () => {
    const { staffAccess, clock } = await openStaffAccess()
    const attempt = (password: string, client = 'far away') =>
      staffAccess.signInByPassword({ name: 'Cô Ba', password, client, device })
    for (let times = 0; times < 5; times++) {
      await assert.rejects(attempt('sai rồi', `address ${times}`), isStaffAccessError('wrong'))
    }
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      await assert.rejects(attempt(goodPassword), (error: unknown) => {
        assert.ok(error instanceof StaffAccessError)
        assert.deepEqual([error.code, error.retryAfterSeconds], ['wait', minutes * 60])
        assert.match(error.localizedMessage.vi, new RegExp(`${minutes} phút`))
        return true
      })
      clock.now += minutes * minute - 1
      await assert.rejects(attempt(goodPassword), isStaffAccessError('wait'))
      clock.now += 1
      await assert.rejects(
        attempt('sai nữa', `address after ${minutes}`),
        isStaffAccessError('wrong'),
      )
    }
    clock.now += 15 * minute
    assert.ok(await attempt(goodPassword))
    // A success resets the failures of the name.
    await assert.rejects(attempt('sai'), isStaffAccessError('wrong'))
    assert.ok(await attempt(goodPassword))
  })

  it('counts failures by IP address too, across names', async () => {
    const { staffAccess, clock } = await openStaffAccess()
    const from = (client: string, name: string, password = 'sai rồi') =>
      staffAccess.signInByPassword({ name, password, client, device })
    // Colleagues share an IP address, so it has more attempts than a name.
    for (let guess = 0; guess < 25; guess++) {
      await assert.rejects(from('a guesser', `khách ${guess}`), isStaffAccessError('wrong'))
    }
    await assert.rejects(from('a guesser', 'Cô Ba', goodPassword), isStaffAccessError('wait'))
    assert.ok(await from('the desk', 'Cô Ba', goodPassword))
    clock.now += minute
    assert.ok(await from('a guesser', 'Cô Ba', goodPassword))
    // A success does not reset the failures of the IP address, which others may share.
    await assert.rejects(from('a guesser', 'F'), isStaffAccessError('wrong'))
    await assert.rejects(from('a guesser', 'Cô Ba', goodPassword), isStaffAccessError('wait'))
  })

  it('allows as few concurrent guesses as sequential ones', async () => {
    const { staffAccess } = await openStaffAccess()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        staffAccess.signInByPassword({
          name: 'Cô Ba',
          password: `lần đoán thứ ${index}`,
          client: `address ${index}`,
          device,
        }),
      ),
    )
    const codes = outcomes.map((one) =>
      one.status === 'rejected' && one.reason instanceof StaffAccessError ? one.reason.code : '',
    )
    assert.equal(codes.filter((code) => code === 'wrong').length, 5)
    assert.equal(codes.filter((code) => code === 'wait').length, 25)
  })

  it('rejects a flood as busy, and does not count that as failures', async () => {
    const { staffAccess, store } = await openStaffAccess()
    const codes: string[] = []
    await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        staffAccess
          .signInByPassword({ name: `n${index}`, password: 'x', client: `c${index}`, device })
          .catch((error: StaffAccessError) => codes.push(error.code)),
      ),
    )
    assert.equal(codes.filter((code) => code === 'wrong').length, 64)
    assert.equal(codes.filter((code) => code === 'busy').length, 16)
    assert.equal((await store.read.all('SELECT id FROM failures')).length, 2 * 64)
    assert.ok(
      await staffAccess.signInByPassword({ name: 'Cô Ba', password: goodPassword, ...clientInfo }),
    )
  })

  const waits: [name: string, failures: number[], end: number][] = [
    ['none', [], Number.NEGATIVE_INFINITY],
    ['four', [0, 1, 2, 3], 3],
    ['five', [0, 1, 2, 3, 4], 4 + minute],
    [
      'five failures, the first long ago',
      [0, 30 * minute, 31 * minute, 32 * minute, 33 * minute],
      33 * minute,
    ],
    ['six', [0, 0, 0, 0, 0, minute], 3 * minute],
    ['nine', [0, 0, 0, 0, 0, 1, 3, 7, 15].map((at) => at * minute), 30 * minute],
    ['failures before a long pause', [0, 0, 0, 0, 0, 16 * minute], 16 * minute],
    ['forty', Array.from({ length: 40 }, () => 0), 15 * minute],
  ]
  for (const [name, failures, end] of waits) {
    it(`waits after failures: ${name}`, () => assert.equal(computeWaitEnd(failures), end))
  }
})
