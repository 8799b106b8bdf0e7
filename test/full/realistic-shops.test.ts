/** Five shops as owners would write them: all pages, all ways to book, and the content check. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDays } from '../../src/kernel/time.ts'
import { validateHtml } from '../support/access.ts'
import { expectSent, expectToolResult } from '../support/assistant.ts'
import { book, guest } from '../support/booking.ts'
import { runInProcess } from '../support/command.ts'
import { addStaff } from '../support/desk.ts'
import { openBefore } from '../support/lifetime.ts'
import { modern } from '../support/mcp.ts'
import { sharedPhotoFolder, startPhotoFolder } from '../support/photos.ts'
import { realisticShops, smallPhotos } from '../support/realistic-shops.ts'
import { findSampleFacts } from '../support/sample-facts.ts'
import { formTo, visibleTextOf } from '../support/screen.ts'
import { startShop } from '../support/shop.ts'
import { openPage, pressButton } from '../support/site-form.ts'
import { emptyHeadings, emptyLinks, isHtml, sitemapPaths, walkSite } from '../support/walk-site.ts'

/** A missing value, a placeholder, or a time after midnight as it is stored. */
const brokenText =
  /undefined|\[object|\{(name|phone|email|address|hours|notice)\}|(?<![:0-9])(2[5-9]|30):[0-5][0-9]/

for (const realistic of realisticShops) {
  const { trade, homePages, tools, booking, start } = realistic
  /** Each way to book has a week of its own, because a small shop may serve one guest at a time. */
  const startIn = (weeks: number) => ({ ...start, date: addDays(start.date, 7 * weeks) })
  const serviceDayIn = (weeks: number) => addDays(realistic.serviceDay, 7 * weeks)

  describe(realistic.name, () => {
    const app = openBefore(async () => {
      const folder = await realistic.createFolder(smallPhotos)
      const startWithLimit: typeof startShop = (_, options) =>
        startShop(trade, { ...options, writeLimit: 100 })
      return startPhotoFolder(trade, folder, startWithLimit, sharedPhotoFolder())
    })
    const hoa = openBefore(() => addStaff(app, 'Hoa'))

    it('serves every page of the sitemap and every link, in each language', async () => {
      const pages = await walkSite(app, [...homePages, ...(await sitemapPaths(app))])
      for (const { path, status, headers, text } of pages.values()) {
        assert.equal(status, 200, path)
        assert.deepEqual(findSampleFacts(text), [], path)
        if (!isHtml(headers)) continue
        // The reference of the API is long, and its HTML is validated with the samples.
        if (!path.endsWith('/docs')) assert.deepEqual(await validateHtml(path, text), [])
        assert.deepEqual(emptyHeadings(text), [], path)
        assert.deepEqual(emptyLinks(text), [], path)
        assert.doesNotMatch(visibleTextOf(text), brokenText, path)
      }
    })

    it('has nothing of a sample in what programs and assistants read', async () => {
      for (const path of ['/llms.txt', '/AGENTS.md', '/openapi.json', '/sitemap.xml']) {
        assert.deepEqual(findSampleFacts(await (await app.get(path)).text()), [], path)
      }
      for (const method of ['tools/list', 'prompts/list', 'resources/list']) {
        assert.deepEqual(findSampleFacts((await modern(app, method)).text), [], method)
      }
    })

    it('is booked on the site, confirmed at the desk, and has a status', async () => {
      const { date, time } = startIn(0)
      const form = await openPage(app, `/booking?${booking.query}&date=${date}&time=${time}`)
      const { name, phone } = guest
      const review = await pressButton(app, form, { name, phone }, { step: 'review' })
      assert.equal(review.status, 200)
      assert.match(visibleTextOf(review.text), new RegExp(name))
      const sent = await pressButton(app, review, { consent: '1' }, { step: 'send' })
      assert.equal(sent.status, 303, visibleTextOf(sent.text))
      const code = sent.location?.split('/').at(-1) ?? ''
      await confirm(code, 0)
      assert.match(
        visibleTextOf((await openPage(app, sent.location ?? '')).text),
        /Đã xác nhận|đã được xác nhận/,
      )
    })

    it('is booked by API, confirmed at the desk, and has a status', async () => {
      const { status, body } = await book(app, { ...guest, ...booking.fields, ...startIn(1) })
      assert.equal(status, 202, JSON.stringify(body))
      assert.equal(body.status, 'pending')
      await confirm(body.code, 1)
      const { date, time } = startIn(1)
      const { status: now, starts_at } = await app.json(`/api/booking/${body.code}`)
      assert.deepEqual([now, starts_at], ['confirmed', `${date}T${time}:00+07:00`])
    })

    it('is booked by an assistant: times, preview, consent, status', async () => {
      const { name } = guest
      const contact = {
        name,
        phone: '0987 654 321',
        locale: homePages.includes('/en') ? 'en' : 'vi',
      }
      const day = await expectToolResult(app, tools.availability, {
        ...booking.arguments,
        date: serviceDayIn(2),
      })
      assert.match(JSON.stringify(day), new RegExp(serviceDayIn(2)))
      const request = { ...contact, ...booking.arguments, ...startIn(2) }
      const preview = await expectToolResult(app, tools.request, request)
      assert.equal(preview.preview, true)
      assert.match(String(preview.read_back), new RegExp(start.time))
      assert.ok(String(preview.consent_text).includes(app.shop.business.name))
      const { code, status } = await expectSent(app, tools.request, request)
      assert.equal(status, 'pending')
      await confirm(String(code), 2)
      const result = await expectToolResult(app, 'get_booking_status', { code })
      assert.equal(result.status, 'confirmed')
    })

    it('passes the content check with the expected notes', async () => {
      const { code, output } = await runInProcess(['content', 'check', app.contentFolder], {})
      assert.equal(code, 0, output)
      // Which holidays are ahead depends on the day of the test.
      const note = /^ {2}(\S+?)(?: line \d+)?: (?!no special day mentions)/gm
      const noted = [...output.matchAll(note)].map(([, file]) => file)
      assert.deepEqual(noted, realistic.notes, output)
    })

    /** At the desk, which lists the request on the day of the service. */
    async function confirm(code: string, weeks: number): Promise<void> {
      assert.match(await hoa.read(`/day?date=${serviceDayIn(weeks)}`), new RegExp(code))
      const { action, fields } = formTo(
        await hoa.read(`/bookings/${code}`),
        `/bookings/${code}/confirm`,
      )
      assert.equal((await hoa.post(action, fields)).status, 303)
    }
  })
}
