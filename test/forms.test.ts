import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, rowCounts } from './support/booking.ts'
import { samples } from './support/samples.ts'
import { openForEachTrade, startShop, trades } from './support/shop.ts'
import { type FormPage, openPage, pressButton } from './support/site-form.ts'

// The newsletter is offered only if its emails can be sent.
const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'chao@quan.example' }
const apps = openForEachTrade((trade) => startShop(trade, { notifications: mail }))

const path = '/contact/call-back'

const titleOf = ({ text }: FormPage) => /<title>([^<]*)<\/title>/.exec(text)?.[1] ?? ''

for (const trade of trades) {
  describe(`contact form of the ${trade}`, () => {
    const app = apps[trade]
    const typed = {
      name: 'Nguyễn "Lan" <b>',
      phone: '12',
      preferred_time: 'sau 18 giờ',
      message: 'Hai dòng\n</textarea><script>alert(1)</script>',
    }

    it('is shown again with all input, and an error beside each field and in the summary', async () => {
      const before = await rowCounts(app)
      const rejected = await pressButton(app, await openPage(app, `/en${path}`), typed)
      assert.equal(rejected.status, 422)
      const { text } = rejected
      assert.match(titleOf(rejected), /^Error: Request a callback/)
      assert.match(text, /<h1>Request a callback<\/h1>/)
      assert.match(text, /role="alert"[\s\S]*<a href="#phone">Phone: Write a Vietnamese number/)
      assert.match(text, /Everything you wrote is still here/)
      assert.match(text, /value="Nguyễn &quot;Lan&quot; &lt;b&gt;"/)
      assert.match(text, /value="sau 18 giờ"/)
      assert.match(text, />Hai dòng\s+&lt;\/textarea&gt;&lt;script&gt;/)
      assert.match(
        text,
        /aria-describedby="phone-hint phone-error"[\s\S]*id="phone-error">Write a Vietnamese number/,
      )
      assert.doesNotMatch(text, /id="name-error"|<script>|name="consent"/)
      const inVietnamese = await openPage(app, `${path}?step=review`, rejected.cookie)
      assert.match(titleOf(inVietnamese), /^Lỗi: Xin được gọi lại/)
      assert.match(inVietnamese.text, /value="sau 18 giờ"/)
      assert.deepEqual(await rowCounts(app), before)
    })

    it('is accepted after correction, stored once if sent repeatedly, and confirmed on a page of its own', async () => {
      const before = await rowCounts(app)
      const rejected = await pressButton(app, await openPage(app, path), typed)
      const review = await pressButton(app, rejected, { ...typed, phone: '0912 345 678' })
      assert.equal(review.status, 200)
      assert.match(review.text, /<dd>0912 345 678<\/dd>[\s\S]*Chưa gửi\./)
      const unticked = await pressButton(app, review, {}, { step: 'send' })
      assert.equal(unticked.status, 422)
      assert.match(unticked.text, /id="consent-error">Xin đánh dấu nếu bạn đồng ý/)
      assert.deepEqual(await rowCounts(app), before)
      for (let time = 0; time < 2; time++) {
        const sent = await pressButton(app, unticked, { consent: '1' }, { step: 'send' })
        assert.equal(sent.status, 200, sent.text)
        assert.match(sent.text, /sẽ gọi lại cho bạn/)
        const again = await openPage(app, `/en${path}?step=sent`, sent.cookie)
        assert.match(again.text, /will call you back/)
      }
      assert.equal((await rowCounts(app)).leads, (before.leads ?? 0) + 1)
      const row = await app.store.read.get('SELECT * FROM leads')
      assert.equal(row?.source, 'web')
    })

    it('keeps the input if its token has expired, and can then be sent', async () => {
      const complete = { ...typed, phone: '0912345678', consent: '1' }
      const form = await openPage(app, path)
      app.clock.now += 3 * 3600_000
      const late = await pressButton(app, form, complete, { step: 'send' })
      assert.equal(late.status, 422)
      assert.match(late.text, /<dd>sau 18 giờ<\/dd>/)
      const sent = await pressButton(app, late, { consent: '1' }, { step: 'send' })
      assert.equal(sent.status, 200, sent.text)
      assert.match(sent.text, /sẽ gọi lại cho bạn/)
    })

    it('names a field that it does not have, and can be sent again without it', async () => {
      const complete = { ...typed, phone: '0987654322' }
      const form = await openPage(app, `/en${path}`)
      const rejected = await pressButton(app, form, { ...complete, website: 'https://lan.example' })
      assert.equal(rejected.status, 422)
      assert.match(rejected.text, /This form has no field “website”, so it was left out/)
      assert.match(rejected.text, /value="sau 18 giờ"/)
      const review = await pressButton(app, rejected, complete)
      assert.equal(review.status, 200)
      assert.match(review.text, /Not sent yet/)
    })

    it('works in a browser that stores no draft', async () => {
      const lost = await openPage(app, `${path}?step=review`)
      assert.match(lost.text, /Chưa gửi gì cả/)
      const review = await pressButton(app, lost, { ...typed, phone: '0912345679' })
      assert.equal(review.cookie, undefined)
      const sent = await pressButton(app, review, { consent: '1' }, { step: 'send' })
      assert.match(sent.text, /sẽ gọi lại cho bạn/)
    })

    it('is rejected from another site', async () => {
      const body = new URLSearchParams(typed)
      const headers = { origin: 'https://elsewhere.example' }
      const response = await app.get(path, { method: 'POST', body, headers })
      assert.equal(response.status, 403)
      assert.equal(response.headers.get('set-cookie'), null)
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
        'ask_about_personal_data',
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
