import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { describe, it } from 'node:test'
import { createStaffRoom, type RefusalWord, StaffRefusal } from '../src/domain/staff/room.ts'
import { endOfWait } from '../src/domain/staff/throttle.ts'
import { day, hour, minute } from '../src/kernel/time.ts'
import { createTurns } from '../src/kernel/turns.ts'
import { bytesOf, onlyOnSqlite } from './support/database.ts'
import { goodPassword, openRoom, refusedAs } from './support/room.ts'
import { secret } from './support/shop.ts'

const device = 'Chrome, Android'
const here = { client: 'the desk', device }
const mai = { name: 'Mai', password: goodPassword, locale: 'vi', device } as const

function wins<Result>(outcomes: PromiseSettledResult<Result>[]): Result[] {
  return outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

describe('links', () => {
  it('bring the first owner, and only the first', async () => {
    const { room, owner, historyOf } = await openRoom()
    assert.equal(owner.member.role, 'owner')
    assert.equal(await room.hasOwner(), true)
    assert.equal(await room.ownerLinkAtStart(), undefined)
    assert.deepEqual(await historyOf(owner.member.id), ['start link_made', 'self joined'])
  })

  it('of the start are worth nothing once there is an owner', async () => {
    const { room, store, owner, clock } = await openRoom()
    await store.write((sql) => sql.run("UPDATE staff SET role = 'host'"))
    assert.equal(await room.hasOwner(), false)
    const links = [await room.ownerLinkAtStart(), await room.ownerLinkAtStart()]
    const [one = '', other = ''] = links
    assert.equal((await room.readLink(one))?.lapsesAt, clock.now + day)
    const byTerminal = await room.makeLink({ role: 'host', madeBy: 'terminal' })
    await room.join(one, mai)
    assert.equal(await room.readLink(other), undefined)
    await assert.rejects(room.join(other, { ...mai, name: 'Lan' }), refusedAs('link_gone'))
    assert.ok(await room.readLink(byTerminal))
    assert.ok(await room.member(owner.member.id))
  })

  it('tell what they do, and looking uses nothing up', async () => {
    const { room, owner, clock } = await openRoom()
    const invite = await room.makeLink({ role: 'host', madeBy: owner.actor })
    const back = await room.makeLink({ staffId: owner.member.id, madeBy: owner.actor })
    const soon = await room.makeLink({ role: 'owner', madeBy: 'terminal', lasts: hour })
    for (let times = 0; times < 3; times++) {
      assert.deepEqual(await room.readLink(invite), {
        kind: 'joining',
        role: 'host',
        lapsesAt: clock.now + 7 * day,
      })
      assert.deepEqual(await room.readLink(back), {
        kind: 'returning',
        member: owner.member,
        lapsesAt: clock.now + day,
      })
      assert.equal((await room.readLink(soon))?.lapsesAt, clock.now + hour)
    }
    assert.equal(await room.readLink('no such token'), undefined)
    assert.equal((await room.openLinks()).length, 3)
  })

  it('work once', async () => {
    const { room, owner } = await openRoom()
    const token = await room.makeLink({ role: 'host', madeBy: owner.actor })
    const { member } = await room.join(token, { ...mai, name: '  Mai   Anh ', locale: 'en' })
    assert.deepEqual(
      { ...member, id: '', createdAt: 0 },
      {
        id: '',
        name: 'Mai Anh',
        role: 'host',
        locale: 'en',
        feed: 1,
        hasPassword: true,
        passkeys: 0,
        createdAt: 0,
      },
    )
    assert.equal(await room.readLink(token), undefined)
    await assert.rejects(room.join(token, { ...mai, name: 'Lan' }), refusedAs('link_gone'))
    assert.equal(await room.memberNamed('Lan'), undefined)
  })

  it('let in one of many who come with it at once', async () => {
    const { room, owner } = await openRoom()
    const token = await room.makeLink({ role: 'host', madeBy: owner.actor })
    const names = ['An', 'Bình', 'Chi', 'Dung', 'Em']
    const won = wins(
      await Promise.allSettled(
        names.map((name) => room.join(token, { name, locale: 'vi', device })),
      ),
    )
    assert.equal(won.length, 1)
    assert.equal((await room.members()).length, 2)
    assert.equal((await room.sessionsOf(won[0]?.member.id ?? '')).length, 1)
  })

  it('stay good if something else was wrong', async () => {
    const { room, owner } = await openRoom()
    const token = await room.makeLink({ role: 'host', madeBy: owner.actor })
    await assert.rejects(room.join(token, { ...mai, name: 'cô  ba' }), refusedAs('name_taken'))
    await assert.rejects(
      room.join(token, { ...mai, password: 'ngắn' }),
      refusedAs('password_short'),
    )
    assert.equal((await room.join(token, mai)).member.name, 'Mai')
  })

  it('lapse', async () => {
    const { room, owner, clock } = await openRoom()
    const invite = await room.makeLink({ role: 'host', madeBy: owner.actor })
    const back = await room.makeLink({ staffId: owner.member.id, madeBy: owner.actor })
    clock.now += day
    assert.equal(await room.readLink(back), undefined)
    await assert.rejects(room.comeBack(back, { device }), refusedAs('link_gone'))
    clock.now += 6 * day - 1
    assert.ok(await room.readLink(invite))
    clock.now += 1
    assert.equal(await room.readLink(invite), undefined)
    await assert.rejects(room.join(invite, mai), refusedAs('link_gone'))
  })

  it('let somebody in again, who then has a new password and one session', async () => {
    const { room, owner, bring, historyOf } = await openRoom()
    const { member, token: lost } = await bring('Lan')
    const [one, other] = [
      await room.makeLink({ staffId: member.id, madeBy: 'terminal' }),
      await room.makeLink({ staffId: member.id, madeBy: owner.actor }),
    ]
    const password = 'năm cái ghế màu xanh'
    const back = await room.comeBack(one, { password, device })
    assert.equal(back.member.id, member.id)
    assert.equal(await room.whoHas(lost), undefined)
    assert.equal((await room.whoHas(back.token))?.member.id, member.id)
    assert.equal(await room.readLink(other), undefined)
    await assert.rejects(room.comeBack(one, { device }), refusedAs('link_gone'))
    await assert.rejects(
      room.signInByPassword({ name: 'Lan', password: goodPassword, ...here }),
      refusedAs('wrong'),
    )
    assert.ok(await room.signInByPassword({ name: 'Lan', password, ...here }))
    assert.deepEqual(await historyOf(member.id), [
      `${owner.actor} link_made`,
      'self joined',
      'terminal link_made',
      `${owner.actor} link_made`,
      'self came_back',
      'self signed_in',
    ])
  })

  it('do only what they were made for', async () => {
    const { room, owner } = await openRoom()
    const invite = await room.makeLink({ role: 'host', madeBy: owner.actor })
    const back = await room.makeLink({ staffId: owner.member.id, madeBy: owner.actor })
    await assert.rejects(room.comeBack(invite, { device }), refusedAs('link_gone'))
    await assert.rejects(room.join(back, mai), refusedAs('link_gone'))
    assert.ok(await room.readLink(invite))
    assert.ok(await room.readLink(back))
  })

  it('are for owners to make and to withdraw', async () => {
    const { room, owner, bring } = await openRoom()
    const host = await bring('Lan')
    for (const madeBy of [host.actor, owner.member.id, 'staff:', 'staff:nobody', 'guest', '']) {
      await assert.rejects(room.makeLink({ role: 'host', madeBy }), refusedAs('not_allowed'))
    }
    const token = await room.makeLink({ role: 'host', madeBy: owner.actor })
    const [link] = await room.openLinks()
    assert.equal(link?.madeBy, owner.actor)
    await assert.rejects(room.withdrawLink(link?.hash ?? '', host.actor), refusedAs('not_allowed'))
    await room.withdrawLink(link?.hash ?? '', owner.actor)
    assert.equal(await room.readLink(token), undefined)
    await assert.rejects(room.withdrawLink(link?.hash ?? '', owner.actor), refusedAs('not_found'))
    await assert.rejects(
      room.makeLink({ staffId: 'nobody', madeBy: owner.actor }),
      refusedAs('not_found'),
    )
  })
})

describe('names', () => {
  const unfit = ['', '   ', 'a\nb', 'x'.repeat(61), '\u0301', 'Mai\u202E', 'a\u2028b', 'a\u0000']
  const taken = ['Lan Anh', 'LAN ANH', ' lan  anh ', 'Lân Ánh', 'Lan Anh'.normalize('NFD')]

  it('are short, on one line, and unlike those of others', async () => {
    const { room, owner, bring } = await openRoom()
    const token = await room.makeLink({ role: 'host', madeBy: owner.actor })
    for (const name of unfit) {
      await assert.rejects(room.join(token, { ...mai, name }), refusedAs('name_unfit'), name)
    }
    await bring('Lan Anh')
    for (const name of taken) {
      await assert.rejects(room.join(token, { ...mai, name }), refusedAs('name_taken'), name)
      await assert.rejects(room.rename(owner.member.id, name, owner.actor), refusedAs('name_taken'))
    }
    const longest = 'ễ'.repeat(60)
    assert.equal((await room.join(token, { ...mai, name: longest })).member.name, longest)
  })

  it('change, and may be taken again after a revocation', async () => {
    const { room, owner, bring } = await openRoom()
    const { member, actor } = await bring('Lan')
    await room.rename(member.id, 'Lân', actor)
    assert.equal((await room.member(member.id))?.name, 'Lân')
    await room.revoke(member.id, owner.actor)
    assert.notEqual((await bring('Lan')).member.id, member.id)
  })
})

describe('passwords', () => {
  const refused: [password: string, word: RefusalWord][] = [
    ['chín chữ', 'password_short'],
    ['123456789', 'password_short'],
    ['ổ'.repeat(201), 'password_long'],
    ['aaaaaaaaaaaa', 'password_weak'],
    ['          ', 'password_weak'],
    ['0123456789', 'password_weak'],
    ['1234567890', 'password_weak'],
    ['9876543210', 'password_weak'],
    ['0987654321', 'password_weak'],
    ['abcdefghijkl', 'password_weak'],
    ['Matkhau123456', 'password_weak'],
    ['mật khẩu 123456', 'password_weak'],
    ['QWERTYUIOP', 'password_weak'],
    ['Ngọc Diễm 1990', 'password_weak'],
    ['ngocdiemngocdiem', 'password_weak'],
  ]
  const fine = ['ngọc diễm thích mèo', '10 con vịt', 'correct horse', `${'đ'.repeat(9)}ầ`]

  it('that anybody would try first are refused, in both languages', async () => {
    const { room, owner } = await openRoom()
    const token = await room.makeLink({ role: 'host', madeBy: owner.actor })
    for (const [password, word] of refused) {
      await assert.rejects(
        room.join(token, { ...mai, name: 'Ngọc Diễm', password }),
        (error: unknown) => {
          assert.ok(error instanceof StaffRefusal, password)
          assert.equal(error.word, word, password)
          assert.ok(error.words.vi && error.words.en && error.words.vi !== error.words.en)
          assert.ok(!error.message.includes(password))
          return true
        },
      )
    }
    const { member, token: session } = await room.join(token, { ...mai, name: 'Ngọc Diễm' })
    const sessionHash = (await room.whoHas(session))?.sessionHash ?? ''
    for (const password of fine) await room.setPassword(member.id, password, sessionHash)
  })

  it('are hashed a few at a time, in the order in which they came', async () => {
    const inTurn = createTurns(2)
    const [begun, ended]: [number[], number[]] = [[], []]
    const outcomes = await Promise.allSettled(
      [0, 1, 2, 3, 4, 5, 6].map((place) =>
        inTurn(async () => {
          begun.push(place)
          assert.ok(begun.length - ended.length <= 2)
          await new Promise(setImmediate)
          ended.push(place)
          if (place % 2) throw new Error('failed')
        }),
      ),
    )
    assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6])
    assert.equal(wins(outcomes).length, 4)
    await inTurn(async () => begun.push(7))
    assert.equal(begun.length, 8)
  })

  it('are kept as argon2id, each with a salt of its own', async () => {
    const { store, bring } = await openRoom()
    await bring('Lan')
    const rows = await store.read.all<{ password: string }>('SELECT password FROM staff')
    assert.equal(new Set(rows.map(({ password }) => password)).size, 2)
    for (const { password } of rows) {
      assert.match(
        password,
        /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
      )
    }
  })

  it('may be typed on another keyboard', async () => {
    const { room } = await openRoom()
    const password = goodPassword.normalize('NFD')
    assert.notEqual(password, goodPassword)
    const { member } = await room.signInByPassword({ name: 'co ba', password, ...here })
    assert.equal(member.name, 'Cô Ba')
  })

  it('kept with less effort are kept anew when they are used', async () => {
    const { room, store } = await openRoom()
    const nonce = Buffer.from('sixteen bytes!!!')
    const tag = argon2Sync('argon2id', {
      message: goodPassword.normalize('NFKC'),
      nonce,
      parallelism: 1,
      passes: 1,
      memory: 64,
      tagLength: 32,
    })
    const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
    const old = `$argon2id$v=19$m=64,t=1,p=1$${plain(nonce)}$${plain(tag)}`
    const kept = async () =>
      (await store.read.get<{ password: string }>('SELECT password FROM staff'))?.password
    await store.write((sql) => sql.run('UPDATE staff SET password = ?', old))
    const signIn = { name: 'Cô Ba', password: goodPassword, ...here }
    await assert.rejects(room.signInByPassword({ ...signIn, password: 'x' }), refusedAs('wrong'))
    assert.equal(await kept(), old)
    await room.signInByPassword(signIn)
    assert.match((await kept()) ?? '', /m=19456,t=2,p=1/)
    await room.signInByPassword(signIn)
  })

  it('when changed, end the other sessions', async () => {
    const { room, owner, historyOf } = await openRoom()
    const { id } = owner.member
    const other = await room.signInByPassword({ name: 'Cô Ba', password: goodPassword, ...here })
    const sessionHash = (await room.whoHas(owner.token))?.sessionHash ?? ''
    await room.setPassword(id, 'một câu dài khác hẳn', sessionHash)
    assert.ok(await room.whoHas(owner.token))
    assert.equal(await room.whoHas(other.token), undefined)
    assert.equal((await historyOf(id)).at(-1), 'self password_set')
  })

  it('are not taken away where they are the last way in', async () => {
    const { room, owner } = await openRoom()
    await assert.rejects(
      room.removePassword(owner.member.id, owner.actor),
      refusedAs('last_way_in'),
    )
  })
})

describe('signing in', () => {
  it('takes the name as it is typed in a hurry, and is in the history', async () => {
    const { room, owner, historyOf } = await openRoom()
    for (const name of ['Cô Ba', 'co ba', ' CO  BA ']) {
      const entered = await room.signInByPassword({ name, password: goodPassword, ...here })
      assert.equal(entered.member.id, owner.member.id)
      assert.equal((await room.whoHas(entered.token))?.session.device, device)
    }
    assert.equal(
      (await historyOf(owner.member.id)).filter((one) => /signed_in/.test(one)).length,
      3,
    )
  })

  it('is refused alike for a wrong name, a wrong password, and who has none or was revoked', async () => {
    const { room, owner, bring } = await openRoom()
    const { member } = await bring('Lan')
    await room.revoke(member.id, owner.actor)
    const invite = await room.makeLink({ role: 'host', madeBy: owner.actor })
    await room.join(invite, { name: 'Tâm', locale: 'vi', device })
    for (const [name, password] of [
      ['Cô Ba', 'không phải đâu'],
      ['Cô Tư', goodPassword],
      ['Lan', goodPassword],
      ['Tâm', ''],
    ] as const) {
      await assert.rejects(
        room.signInByPassword({ name, password, client: name, device }),
        refusedAs('wrong'),
        name,
      )
    }
  })

  it('takes as long for a name that nobody has', async () => {
    const { room, clock } = await openRoom()
    const time = async (name: string) => {
      clock.now += day
      const started = performance.now()
      await assert.rejects(
        room.signInByPassword({ name, password: 'không phải đâu', ...here }),
        refusedAs('wrong'),
      )
      return performance.now() - started
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let times = 0; times < 7; times++) {
      known.push(await time('Cô Ba'))
      unknown.push(await time('Cô Tư'))
    }
    const least = (times: number[]) => Math.min(...times)
    assert.ok(least(unknown) > least(known) / 2, `${least(unknown)} ms against ${least(known)} ms`)
  })

  it('makes who fails wait, longer and longer, and not even the right password helps', async () => {
    const { room, clock } = await openRoom()
    const attempt = (password: string, client = 'far away') =>
      room.signInByPassword({ name: 'Cô Ba', password, client, device })
    for (let times = 0; times < 5; times++) {
      await assert.rejects(attempt('sai rồi', `address ${times}`), refusedAs('wrong'))
    }
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      await assert.rejects(attempt(goodPassword), (error: unknown) => {
        assert.ok(error instanceof StaffRefusal)
        assert.deepEqual([error.word, error.seconds], ['wait', minutes * 60])
        assert.match(error.words.vi, new RegExp(`${minutes} phút`))
        return true
      })
      clock.now += minutes * minute - 1
      await assert.rejects(attempt(goodPassword), refusedAs('wait'))
      clock.now += 1
      await assert.rejects(attempt('sai nữa', `address after ${minutes}`), refusedAs('wrong'))
    }
    clock.now += 15 * minute
    assert.ok(await attempt(goodPassword))
    // A success wipes the slate of the name.
    await assert.rejects(attempt('sai'), refusedAs('wrong'))
    assert.ok(await attempt(goodPassword))
  })

  it('counts by the address too, whatever the names', async () => {
    const { room, clock } = await openRoom()
    const from = (client: string, name: string, password = 'sai rồi') =>
      room.signInByPassword({ name, password, client, device })
    // Colleagues share an address, so it has more tries than a name.
    for (let guess = 0; guess < 25; guess++) {
      await assert.rejects(from('a guesser', `khách ${guess}`), refusedAs('wrong'))
    }
    await assert.rejects(from('a guesser', 'Cô Ba', goodPassword), refusedAs('wait'))
    assert.ok(await from('the desk', 'Cô Ba', goodPassword))
    clock.now += minute
    assert.ok(await from('a guesser', 'Cô Ba', goodPassword))
    // A success does not wipe the slate of the address, which others may share.
    await assert.rejects(from('a guesser', 'F'), refusedAs('wrong'))
    await assert.rejects(from('a guesser', 'Cô Ba', goodPassword), refusedAs('wait'))
  })

  it('lets many guesses at once through as few times as one after the other', async () => {
    const { room } = await openRoom()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, place) =>
        room.signInByPassword({
          name: 'Cô Ba',
          password: `lần đoán thứ ${place}`,
          client: `address ${place}`,
          device,
        }),
      ),
    )
    const words = outcomes.map((one) =>
      one.status === 'rejected' && one.reason instanceof StaffRefusal ? one.reason.word : '',
    )
    assert.equal(words.filter((word) => word === 'wrong').length, 5)
    assert.equal(words.filter((word) => word === 'wait').length, 25)
  })

  it('tells a flood of strangers that it is busy, and counts that against nobody', async () => {
    const { room, store } = await openRoom()
    const words: string[] = []
    await Promise.all(
      Array.from({ length: 80 }, (_, place) =>
        room
          .signInByPassword({ name: `n${place}`, password: 'x', client: `c${place}`, device })
          .catch((error: StaffRefusal) => words.push(error.word)),
      ),
    )
    assert.equal(words.filter((word) => word === 'wrong').length, 64)
    assert.equal(words.filter((word) => word === 'busy').length, 16)
    assert.equal((await store.read.all('SELECT id FROM failures')).length, 2 * 64)
    assert.ok(await room.signInByPassword({ name: 'Cô Ba', password: goodPassword, ...here }))
  })

  const waits: [name: string, failures: number[], end: number][] = [
    ['nothing', [], Number.NEGATIVE_INFINITY],
    ['four', [0, 1, 2, 3], 3],
    ['five', [0, 1, 2, 3, 4], 4 + minute],
    [
      'five, the first long ago',
      [0, 30 * minute, 31 * minute, 32 * minute, 33 * minute],
      33 * minute,
    ],
    ['six', [0, 0, 0, 0, 0, minute], 3 * minute],
    ['nine', [0, 0, 0, 0, 0, 1, 3, 7, 15].map((at) => at * minute), 30 * minute],
    ['a row that a quiet time ended', [0, 0, 0, 0, 0, 16 * minute], 16 * minute],
    ['forty', Array.from({ length: 40 }, () => 0), 15 * minute],
  ]
  for (const [name, failures, end] of waits) {
    it(`waits after failures: ${name}`, () => assert.equal(endOfWait(failures), end))
  }
})

describe('sessions', () => {
  it('say who it is, and end by themselves 30 days after the last visit', async () => {
    const { room, owner, clock } = await openRoom()
    const present = await room.whoHas(owner.token)
    assert.deepEqual(present?.member, owner.member)
    assert.equal(present?.sessionHash, present?.session.hash)
    for (const wrong of ['', 'x', owner.token.slice(1), present?.sessionHash ?? '']) {
      assert.equal(await room.whoHas(wrong), undefined)
    }
    for (let visits = 0; visits < 3; visits++) {
      clock.now += 29 * day
      assert.ok(await room.whoHas(owner.token))
    }
    clock.now += 30 * day
    assert.equal(await room.whoHas(owner.token), undefined)
    assert.deepEqual(await room.sessionsOf(owner.member.id), [])
  })

  it('note a visit at most every ten minutes', async () => {
    const { room, owner, clock } = await openRoom()
    const seen = async () => (await room.sessionsOf(owner.member.id))[0]?.seenAt
    const begun = clock.now
    clock.now += 10 * minute - 1
    await room.whoHas(owner.token)
    assert.equal(await seen(), begun)
    clock.now += 1
    await room.whoHas(owner.token)
    assert.equal(await seen(), clock.now)
    assert.equal((await room.members())[0]?.lastSeenAt, clock.now)
  })

  it('are read by their keys alone', onlyOnSqlite(), async () => {
    const { owner, store } = await openRoom()
    const asked: string[] = []
    const read = {
      ...store.read,
      get: (async (statement: string, ...values: string[]) => {
        asked.push(statement)
        return store.read.get(statement, ...values)
      }) as typeof store.read.get,
    }
    const watched = createStaffRoom({ ...store, read }, secret, () => owner.member.createdAt)
    assert.ok(await watched.whoHas(owner.token))
    assert.equal(asked.length, 1)
    const plan = await store.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${asked[0]}`, '', 0)
    for (const { detail } of plan) assert.doesNotMatch(detail, /SCAN/)
  })

  it('are ended by who has them, from another device, and by an owner', async () => {
    const { room, owner, bring, historyOf } = await openRoom()
    const { member, actor, token } = await bring('Lan')
    const signIn = () => room.signInByPassword({ name: 'Lan', password: goodPassword, ...here })
    const hashOf = async (of: string) => (await room.whoHas(of))?.sessionHash ?? ''
    const [one, two, three] = [await signIn(), await signIn(), await signIn()]
    await room.signOut(one.token)
    await room.signOut(one.token)
    assert.equal(await room.whoHas(one.token), undefined)
    await room.endSession(await hashOf(two.token), actor)
    assert.equal(await room.whoHas(two.token), undefined)
    await assert.rejects(
      room.endSession(await hashOf(owner.token), actor),
      refusedAs('not_allowed'),
    )
    assert.ok(await room.whoHas(owner.token))
    assert.equal(await room.endOtherSessions(member.id, await hashOf(three.token), actor), 1)
    assert.equal(await room.whoHas(token), undefined)
    await room.endSession(await hashOf(three.token), owner.actor)
    assert.deepEqual(await room.sessionsOf(member.id), [])
    await assert.rejects(room.endSession('no such', actor), refusedAs('not_found'))
    assert.deepEqual((await historyOf(member.id)).slice(-4), [
      'self signed_out',
      'self session_ended',
      'self sessions_ended',
      `${owner.actor} session_ended`,
    ])
  })
})

describe('owners', () => {
  it('revoke somebody, whose every hold ends at once', async () => {
    const { room, owner, store, bring, historyOf } = await openRoom()
    const { member, token, actor } = await bring('Lan', 'owner')
    const key = room.feedKey(member)
    const [back, given] = [
      await room.makeLink({ staffId: member.id, madeBy: owner.actor }),
      await room.makeLink({ role: 'owner', madeBy: actor }),
    ]
    await store.write(async (sql) => {
      await sql.run(
        "INSERT INTO passkeys (id, staff_id, public_key, counter, transports, created_at) VALUES ('k', ?, '', 0, '[]', 0)",
        member.id,
      )
      await sql.run(
        "INSERT INTO push_subscriptions (id, staff_id, endpoint, p256dh, auth, created_at) VALUES ('p', ?, 'e', '', '', 0)",
        member.id,
      )
    })
    await room.revoke(member.id, owner.actor)
    assert.equal(await room.whoHas(token), undefined)
    assert.equal(await room.memberOfFeed(member.id, key), undefined)
    assert.equal(await room.readLink(back), undefined)
    assert.equal(await room.readLink(given), undefined)
    for (const table of ['sessions', 'passkeys', 'push_subscriptions']) {
      assert.deepEqual(
        await store.read.all(`SELECT staff_id FROM ${table} WHERE staff_id = ?`, member.id),
        [],
        table,
      )
    }
    const { revokedAt, hasPassword } = (await room.member(member.id)) ?? {}
    assert.deepEqual([revokedAt !== undefined, hasPassword], [true, false])
    assert.deepEqual(
      (await room.members()).map(({ name }) => name),
      ['Cô Ba', 'Lan'],
    )
    assert.equal((await historyOf(member.id)).at(-1), `${owner.actor} revoked`)
    for (const again of [
      room.revoke(member.id, owner.actor),
      room.changeRole(member.id, 'host', owner.actor),
      room.rename(member.id, 'Hoa', owner.actor),
      room.makeLink({ staffId: member.id, madeBy: owner.actor }),
      room.setPassword(member.id, 'một câu dài khác hẳn', ''),
    ]) {
      await assert.rejects(again, refusedAs('not_found'))
    }
    await assert.rejects(room.makeLink({ role: 'owner', madeBy: actor }), refusedAs('not_allowed'))
  })

  it('need not fear what a revocation left behind', async () => {
    const { room, owner, store, bring } = await openRoom()
    const { member, token } = await bring('Lan')
    const back = await room.makeLink({ staffId: member.id, madeBy: owner.actor })
    await store.write((sql) => sql.run('UPDATE staff SET revoked_at = 1 WHERE id = ?', member.id))
    assert.equal(await room.whoHas(token), undefined)
    assert.equal(await room.readLink(back), undefined)
    await assert.rejects(room.comeBack(back, { device }), refusedAs('link_gone'))
    assert.equal(await room.memberOfFeed(member.id, room.feedKey(member)), undefined)
    await assert.rejects(
      room.signInByPassword({ name: 'Lan', password: goodPassword, ...here }),
      refusedAs('wrong'),
    )
  })

  it('are never without one', async () => {
    const { room, owner, bring } = await openRoom()
    const { id } = owner.member
    await bring('Lan')
    await assert.rejects(room.revoke(id, owner.actor), refusedAs('last_owner'))
    await assert.rejects(room.revoke(id, 'terminal'), refusedAs('last_owner'))
    await assert.rejects(room.changeRole(id, 'host', owner.actor), refusedAs('last_owner'))
    await room.changeRole(id, 'owner', owner.actor)
    assert.ok(await room.whoHas(owner.token))
    const { member, actor } = await bring('Hoa', 'owner')
    const outcomes = await Promise.allSettled([
      room.revoke(member.id, owner.actor),
      room.revoke(id, actor),
      room.changeRole(id, 'host', 'terminal'),
      room.revoke(id, 'terminal'),
    ])
    assert.equal(wins(outcomes).length, 1)
    assert.equal(await room.hasOwner(), true)
  })

  it('change roles, and who is no owner any more has invited nobody', async () => {
    const { room, owner, bring } = await openRoom()
    const { member, actor, token } = await bring('Lan')
    await room.changeRole(member.id, 'owner', owner.actor)
    assert.equal((await room.whoHas(token))?.member.role, 'owner')
    const invite = await room.makeLink({ role: 'owner', madeBy: actor })
    await room.changeRole(member.id, 'host', owner.actor)
    assert.equal(await room.readLink(invite), undefined)
    await assert.rejects(room.revoke(owner.member.id, actor), refusedAs('not_allowed'))
  })

  it('alone decide about others; everyone looks after themselves', async () => {
    const { room, owner, bring } = await openRoom()
    const { member, actor } = await bring('Lan')
    const other = (await bring('Hoa')).member.id
    for (const act of [
      room.revoke(other, actor),
      room.revoke(member.id, actor),
      room.changeRole(member.id, 'owner', actor),
      room.rename(other, 'X', actor),
      room.setLocale(other, 'en', actor),
      room.renewFeed(other, actor),
      room.removePassword(other, actor),
      room.endOtherSessions(other, '', actor),
    ]) {
      await assert.rejects(act, refusedAs('not_allowed'))
    }
    await room.setLocale(member.id, 'en', actor)
    await room.setLocale(other, 'en', owner.actor)
    assert.equal((await room.member(member.id))?.locale, 'en')
    assert.equal((await room.member(other))?.locale, 'en')
  })
})

describe('the calendar feed', () => {
  it('is found by its key until it is renewed', async () => {
    const { room, owner, bring } = await openRoom()
    const { id } = owner.member
    const key = room.feedKey(owner.member)
    assert.match(key, /^[A-Za-z0-9_-]{32}$/)
    assert.equal((await room.memberOfFeed(id, key))?.id, id)
    for (const wrong of ['', key.slice(1), `${key}A`, 'A'.repeat(32), 'ễ'.repeat(32)]) {
      assert.equal(await room.memberOfFeed(id, wrong), undefined)
    }
    const { member } = await bring('Lan')
    assert.equal(await room.memberOfFeed(member.id, key), undefined)
    assert.equal(await room.memberOfFeed('nobody', key), undefined)
    await room.renewFeed(id, owner.actor)
    assert.equal(await room.memberOfFeed(id, key), undefined)
    const renewed = await room.member(id)
    assert.ok(renewed && (await room.memberOfFeed(id, room.feedKey(renewed))))
  })
})

describe('the store', () => {
  it('forgets what has lapsed, and nothing else', async () => {
    const { room, owner, store, clock } = await openRoom()
    const site = { id: 'localhost', name: 'x', origin: 'http://localhost' }
    const count = async () => {
      const counts: number[] = []
      for (const table of ['sessions', 'staff_links', 'challenges', 'failures']) {
        counts.push((await store.read.all(`SELECT 1 AS one FROM ${table}`)).length)
      }
      return counts
    }
    await room.makeLink({ role: 'host', madeBy: owner.actor })
    await room.passkeyChallenge(site)
    await room.signInByPassword({ name: 'A', password: 'x', ...here }).catch(() => {})
    assert.deepEqual(await count(), [1, 2, 1, 2])
    await room.sweep()
    assert.deepEqual(await count(), [1, 2, 1, 2])
    clock.now += day
    await room.sweep()
    assert.deepEqual(await count(), [1, 1, 0, 0])
    clock.now += 29 * day
    await room.sweep()
    assert.deepEqual(await count(), [0, 0, 0, 0])
    assert.ok(await room.member(owner.member.id))
  })

  it('holds no token and no password, and the history no name', async () => {
    const { room, owner, store, bring, file } = await openRoom()
    const { member, token, actor } = await bring('Ngọc Diễm')
    const invite = await room.makeLink({ role: 'host', madeBy: owner.actor })
    const back = await room.makeLink({ staffId: member.id, madeBy: owner.actor })
    await room.rename(member.id, 'Phương Uyên', actor)
    const again = await room.comeBack(back, { password: 'một câu dài khác hẳn', device })
    await room
      .signInByPassword({ name: 'Phương Uyên', password: 'sai mật khẩu rồi', ...here })
      .catch(() => {})
    const { challenge } = await room.passkeyChallenge({ id: 'x', name: 'x', origin: 'http://x' })
    await room.revoke(member.id, owner.actor)
    const audit = JSON.stringify(await store.read.all('SELECT * FROM audit'))
    for (const name of ['Cô Ba', 'co ba', 'Ngọc Diễm', 'ngoc diem', 'Phương', 'phuong']) {
      assert.ok(!audit.includes(name), name)
    }
    const bytes = await bytesOf(file)
    assert.ok(bytes.includes('Phương Uyên'), 'the file is really read')
    const secrets = [
      owner.token,
      token,
      again.token,
      invite,
      back,
      challenge,
      goodPassword,
      'một câu dài khác hẳn',
      'sai mật khẩu rồi',
      here.client,
      room.feedKey(owner.member),
    ]
    for (const one of secrets) assert.ok(!bytes.includes(one), one)
  })
})
