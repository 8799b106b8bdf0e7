/** Sending an article to the subscribers of the newsletter: preview, test, rate, one-click unsubscription, failures. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createNewsletter } from '../src/domain/newsletter/newsletter.ts'
import { queueEmails } from '../src/domain/newsletter/sendings.ts'
import { day, minute } from '../src/kernel/time.ts'
import { addStaff, audited } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { openMailbox } from './support/receivers.ts'
import { formsOf, formTo, visibleTextOf } from './support/screen.ts'
import { type RunningShop, secret, startShop } from './support/shop.ts'

async function subscribe(app: RunningShop, email: string, fields: object = {}): Promise<string> {
  const response = await app.post('/api/subscribe', { email, consent: '1', ...fields })
  assert.equal(response.status, 202)
  const row = await app.store.read.get<{ id: string }>(
    'SELECT id FROM subscribers WHERE email = ?',
    email,
  )
  return row?.id ?? ''
}

async function confirm(app: RunningShop, id: string): Promise<void> {
  const links = createNewsletter(app.store, secret, () => app.clock.now)
  await app.get(links.linkFor('confirm', id), { method: 'POST' })
}

/** More than one client may subscribe in an hour. */
async function addSubscribers(app: RunningShop, count: number): Promise<void> {
  await app.store.write(async (sql) => {
    for (let index = 0; index < count; index++)
      await sql.run(
        `INSERT INTO subscribers (email, id, locale, state, consent_version, consent_text, created_at,
          updated_at) VALUES (?, ?, 'vi', 'confirmed', '2026-10-01', 'Đồng ý', ?, ?)`,
        ...[`guest${index}@example.com`, `zz-${String(index).padStart(3, '0')}`],
        ...[app.clock.now, app.clock.now],
      )
  })
}

const startWithMail = (url: string) =>
  startShop('spa', {
    writeLimit: 100_000,
    notifications: { SMTP_URL: url, MAIL_FROM: 'spa@vuonsuong.example' },
  })

async function openWithSubscribers() {
  const mailbox = await openMailbox()
  const app = await startWithMail(mailbox.url)
  const mai = await addStaff(app, 'Mai')
  await addSubscribers(app, 60)
  await mai.confirm()
  return { app, mai }
}

const queue = (app: RunningShop) => queueEmails(app.store, () => app.clock.now)

describe('a newsletter', () => {
  const mailbox = openBefore(() => openMailbox())
  const app = openBefore(() => startWithMail(mailbox.url))
  const mai = openBefore(() => addStaff(app, 'Mai'))
  const tuan = openBefore(() => addStaff(app, 'Tuấn', 'host'))
  const articleOf = () => app.shop.articles[0]?.slug ?? ''

  it('is previewed in both languages, and a test goes to the address of the shop only', async () => {
    await confirm(app, await subscribe(app, 'lan@example.com'))
    await confirm(app, await subscribe(app, 'ann@example.com', { locale: 'en' }))
    await subscribe(app, 'unconfirmed@example.com')
    await app.dispatch()
    mailbox.mails.splice(0)
    const path = `/newsletter/${articleOf()}`
    assert.ok((await mai.read('/subscribers')).includes(`href="${path}"`))
    const [article] = app.shop.articles
    const preview = visibleTextOf(await mai.read(path))
    assert.ok(preview.includes(article?.vi.head.description ?? ''))
    assert.ok(preview.includes(article?.en.head.description ?? ''))
    assert.equal((await tuan.get(path)).status, 403)
    const { action, fields } = formTo(await mai.read(path), `${path}/test`)
    assert.equal((await mai.post(action, fields)).status, 303)
    await app.dispatch()
    const mails = mailbox.mails.splice(0)
    assert.deepEqual(
      mails.map(({ to }) => to),
      [[app.shop.business.email]],
    )
  })

  it('is sent to each confirmed subscriber in their language, once, and left with one click', async () => {
    const path = `/newsletter/${articleOf()}`
    await mai.confirm()
    const { action, fields } = formTo(await mai.read(path), `${path}/send`)
    assert.equal((await mai.post(action, fields)).status, 303)
    assert.equal((await mai.post(action, fields)).status, 409)
    assert.equal(await queue(app), 2)
    await app.dispatch()
    const mails = mailbox.mails.splice(0)
    assert.deepEqual(mails.map(({ to }) => to.join()).sort(), [
      'ann@example.com',
      'lan@example.com',
    ])
    const [article] = app.shop.articles
    const english = mails.find(({ to }) => to.includes('ann@example.com'))
    assert.ok(english?.subject.includes(article?.en.head.title ?? ''), english?.subject)
    const [, url = ''] =
      /^List-Unsubscribe: <([^>]+)>/im.exec(english?.raw.replace(/\r\n\s+/g, ' ') ?? '') ?? []
    assert.match(english?.raw ?? '', /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im)
    const { pathname, search } = new URL(url)
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    await app.get(`${pathname}${search}`, { method: 'POST', body })
    const left = await app.store.read.all(
      "SELECT id FROM subscribers WHERE email = 'ann@example.com'",
    )
    assert.deepEqual(left, [])
    assert.match(visibleTextOf(await mai.read('/subscribers')), /đã xếp hàng: 2 · đã đi: 2/)
    app.clock.now += minute
    assert.equal(await queue(app), 0)
  })

  it('enters the outbox fifty a minute, and what cannot be delivered is listed', async () => {
    const path = `/newsletter/${app.shop.articles[1]?.slug}`
    await addSubscribers(app, 60)
    app.clock.now += minute
    await mai.confirm()
    const { action, fields } = formTo(await mai.read(path), `${path}/send`)
    assert.equal((await mai.post(action, fields)).status, 303)
    assert.equal(await queue(app), 50)
    assert.equal(await queue(app), 0)
    app.clock.now += minute
    assert.equal(await queue(app), 11)
    mailbox.react(550)
    await app.dispatch()
    for (let tries = 0; tries < 40; tries++) {
      app.clock.now += day / 20
      await app.dispatch()
    }
    mailbox.react('take')
    const failed = await app.store.read.get<{ count: number }>(
      "SELECT COUNT(*) AS count FROM deliveries WHERE state = 'dead'",
    )
    assert.equal(failed?.count, 61)
    assert.match(visibleTextOf(await mai.read('/subscribers')), /không gửi được: 61/)
  })
})

describe('two newsletters', () => {
  it('share the emails of a minute, one after the other', async () => {
    const { app, mai } = await openWithSubscribers()
    for (const { slug } of app.shop.articles.slice(0, 2)) {
      const { action, fields } = formTo(
        await mai.read(`/newsletter/${slug}`),
        `/newsletter/${slug}/send`,
      )
      assert.equal((await mai.post(action, fields)).status, 303)
    }
    const queued: number[] = []
    for (let minutes = 0; minutes < 5; minutes++) {
      queued.push((await queue(app)) + (await queue(app)))
      app.clock.now += minute
    }
    assert.deepEqual(queued, [50, 10, 50, 10, 0])
  })

  it('do not wait for a time that a wrong clock has stored', async () => {
    const { app, mai } = await openWithSubscribers()
    const path = `/newsletter/${app.shop.articles[0]?.slug}`
    const { action, fields } = formTo(await mai.read(path), `${path}/send`)
    await mai.post(action, fields)
    app.clock.now += 30 * day
    assert.equal(await queue(app), 50)
    app.clock.now -= 30 * day
    assert.equal(await queue(app), 10)
  })
})

it('is not offered without email', async () => {
  const app = await startShop('spa', { writeLimit: 100_000 })
  const mai = await addStaff(app, 'Mai')
  assert.doesNotMatch(await mai.read('/subscribers'), /href="\/newsletter\//)
  const response = await mai.get(`/newsletter/${app.shop.articles[0]?.slug}`)
  assert.equal(response.headers.get('location'), '/subscribers')
})

it('a sending is stopped by an owner, and goes on with those who are left', async () => {
  const { app, mai } = await openWithSubscribers()
  const tuan = await addStaff(app, 'Tuấn', 'host')
  const path = `/newsletter/${app.shop.articles[0]?.slug}`
  const send = formTo(await mai.read(path), `${path}/send`)
  await mai.post(send.action, send.fields)
  assert.equal(await queue(app), 50)
  const formNow = async (action: string) =>
    formsOf(await mai.read('/subscribers')).find((form) => form.action.endsWith(`/${action}`))
  assert.equal(await formNow('resume'), undefined)
  const stop = await formNow('stop')
  assert.ok(stop)
  assert.equal((await tuan.post(stop.action, stop.fields)).status, 403)
  for (const _ of [1, 2]) assert.equal((await mai.post(stop.action, stop.fields)).status, 303)
  app.clock.now += minute
  assert.equal(await queue(app), 0)
  assert.match(visibleTextOf(await mai.read('/subscribers')), /đã dừng · đã xếp hàng: 50/)
  assert.equal(await formNow('stop'), undefined)
  const resume = await formNow('resume')
  assert.ok(resume)
  for (const _ of [1, 2]) assert.equal((await mai.post(resume.action, resume.fields)).status, 303)
  assert.equal(await queue(app), 10)
  assert.match(visibleTextOf(await mai.read('/subscribers')), /đã xếp hàng hết · đã xếp hàng: 60/)
  for (const action of ['stop', 'resume']) assert.equal(await formNow(action), undefined)
  // A page that was open before.
  await mai.post(stop.action, stop.fields)
  await mai.post(resume.action, resume.fields)
  app.clock.now += minute
  assert.equal(await queue(app), 0)
  const [, id = ''] = /newsletter\/([^/]+)\/stop/.exec(stop.action) ?? []
  assert.deepEqual(await audited(app, `newsletter:${id}`), [
    ...['Mai sent', 'Mai stopped', 'Mai resumed'],
  ])
})
