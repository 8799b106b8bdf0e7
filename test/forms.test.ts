import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, rowCounts } from './support/booking.ts'
import { samples } from './support/samples.ts'
import { openForEachTrade, type RunningShop, startShop, trades } from './support/shop.ts'

// The newsletter is offered only if its emails can be sent.
const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'chao@quan.example' }
const apps = openForEachTrade((trade) => startShop(trade, { notifications: mail }))

const path = '/contact/call-back'

/** The fields that a browser sends: hidden fields and the input of the guest. */
async function fillIn(app: RunningShop, at: string, typed: Record<string, string>) {
  return fieldsOf(await (await app.get(at)).text(), typed)
}

function fieldsOf(page: string, typed: Record<string, string>): URLSearchParams {
  const hidden = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
  const body = new URLSearchParams()
  for (const [, name = '', value = ''] of hidden) body.set(name, value)
  for (const [name, value] of Object.entries(typed)) body.set(name, value)
  return body
}

function send(app: RunningShop, at: string, body: URLSearchParams) {
  return app.get(at, { method: 'POST', body, headers: { origin: `http://127.0.0.1:${app.port}` } })
}

for (const trade of trades) {
  describe(`contact form of the ${trade}`, () => {
    const app = apps[trade]
    const typed = {
      name: 'Nguyễn "Lan" <b>',
      phone: '12',
      preferred_time: 'sau 18 giờ',
      message: 'Hai dòng\n</textarea><script>alert(1)</script>',
    }

    it('is returned with all input and an error beside each field', async () => {
      const before = await rowCounts(app)
      const body = await fillIn(app, `/en${path}`, typed)
      app.clock.now += 5_000
      const response = await send(app, `/en${path}`, body)
      assert.equal(response.status, 422)
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
      assert.equal(response.headers.get('cache-control'), 'no-store')
      const text = await response.text()
      assert.match(text, /Everything you wrote is still here/)
      assert.match(text, /value="Nguyễn &quot;Lan&quot; &lt;b&gt;"/)
      assert.match(text, /value="sau 18 giờ"/)
      assert.match(text, />Hai dòng\s+&lt;\/textarea&gt;&lt;script&gt;/)
      assert.match(
        text,
        /aria-describedby="phone-hint phone-error"[\s\S]*id="phone-error">Write a Vietnamese number/,
      )
      assert.doesNotMatch(text, /id="name-error"|<script>|name="consent"/)
      assert.deepEqual(await rowCounts(app), before)
    })

    it('is accepted after correction, and stored once if sent repeatedly', async () => {
      const before = await rowCounts(app)
      const body = await fillIn(app, path, typed)
      app.clock.now += 5_000
      const rejected = await (await send(app, path, body)).text()
      assert.ok(rejected.includes(`value="${body.get('form_token')}"`))
      body.set('phone', '0912 345 678')
      const review = await send(app, path, body)
      assert.equal(review.status, 200)
      const reviewPage = await review.text()
      assert.match(reviewPage, /<dd>0912 345 678<\/dd>[\s\S]*Chưa gửi\./)
      const agreed = fieldsOf(reviewPage, { ...typed, phone: '0912 345 678', step: 'send' })
      const unticked = await send(app, path, agreed)
      assert.equal(unticked.status, 422)
      assert.match(await unticked.text(), /id="consent-error">Xin đánh dấu nếu bạn đồng ý/)
      assert.deepEqual(await rowCounts(app), before)
      agreed.set('consent', '1')
      for (let time = 0; time < 2; time++) {
        const response = await send(app, path, agreed)
        assert.equal(response.status, 200, await response.clone().text())
        assert.match(await response.text(), /sẽ gọi lại cho bạn/)
      }
      assert.equal((await rowCounts(app)).leads, (before.leads ?? 0) + 1)
      const row = await app.store.read.get('SELECT * FROM leads')
      assert.equal(row?.source, 'web')
    })

    it('keeps the input if its token has expired, and can then be sent', async () => {
      const complete = { ...typed, phone: '0912345678', consent: '1', step: 'send' }
      const body = await fillIn(app, path, complete)
      app.clock.now += 3 * 3600_000
      const late = await send(app, path, body)
      assert.equal(late.status, 403)
      const text = await late.text()
      assert.match(text, /value="sau 18 giờ"/)
      body.set('form_token', /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? '')
      app.clock.now += 5_000
      assert.equal((await send(app, path, body)).status, 200)
    })

    it('is sent without waiting by a guest with autofill', async () => {
      const complete = { ...typed, phone: '0987654321', consent: '1', step: 'send' }
      const body = await fillIn(app, path, complete)
      const response = await send(app, path, body)
      assert.equal(response.status, 200, await response.text())
    })

    it('names a field that it does not have, and can be sent again without it', async () => {
      const complete = { ...typed, phone: '0987654322', website: 'https://lan.example' }
      const body = await fillIn(app, `/en${path}`, complete)
      app.clock.now += 5_000
      const response = await send(app, `/en${path}`, body)
      assert.equal(response.status, 422)
      const text = await response.text()
      assert.match(text, /This form has no field “website”, so it was left out/)
      assert.match(text, /value="sau 18 giờ"/)
      const { website: _, ...corrected } = complete
      app.clock.now += 5_000
      const review = await send(app, `/en${path}`, fieldsOf(text, corrected))
      assert.equal(review.status, 200)
      assert.match(await review.text(), /Not sent yet/)
    })

    it('is rejected from another site', async () => {
      const body = await fillIn(app, path, typed)
      app.clock.now += 5_000
      const headers = { origin: 'https://elsewhere.example' }
      assert.equal((await app.get(path, { method: 'POST', body, headers })).status, 403)
    })
  })
}

/** Each form of a page as HTML. */
const formsIn = (page: string) => [...page.matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) => form)

for (const trade of trades) {
  it(`offers no consent and no honeypot to assistants in the browser at the ${trade}`, async () => {
    const app = apps[trade]
    const sitemap = await (await app.get('/sitemap.xml')).text()
    const paths = [...sitemap.matchAll(/<loc>https:\/\/[^/<]+([^<]*)<\/loc>/g)].map(
      ([, at = '']) => at,
    )
    const { request } = samples[trade]
    const { code } = (await book(app, { ...request, date: '2026-11-25' })).body
    const tools = new Set<string>()
    for (const path of [...paths, `/booking/${code}/change`]) {
      for (const form of formsIn(await (await app.get(path || '/')).text())) {
        assert.doesNotMatch(form, /name="website"/, path)
        const [, name] = / toolname="(\w+)"/.exec(form) ?? []
        if (name === undefined) continue
        tools.add(name)
        assert.doesNotMatch(form, /name="consent"/, path)
      }
    }
    assert.deepEqual(
      [...tools].sort(),
      [
        'ask_to_be_called_back',
        'ask_to_change_a_booking',
        'choose_day_and_time',
        'look_up_my_booking',
        ...(trade === 'spa' ? ['order_a_gift_card', 'order_a_membership'] : []),
        'sign_up_for_the_newsletter',
      ].sort(),
    )
  })
}
