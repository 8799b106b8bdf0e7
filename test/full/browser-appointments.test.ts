/**
 * A Saturday at a spa and at a hair salon on a phone, by touch: a therapist is ill, guests are late or want another
 * treatment, a color takes longer. Each situation is handled within the taps that the front desk has for it.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBrowser, type Page, startBrowserShop } from '../support/browser.ts'
import { addStaff } from '../support/desk.ts'
import { collectPageErrors, isUnexpectedError, openDeskAs } from '../support/desk-page.ts'
import { createHostHand, describeSituations } from '../support/host-hand.ts'
import { waitForNavigation } from '../support/input-methods.ts'
import type { TradeName } from '../support/shop.ts'

const { skip, newPage } = openBrowser()

const saturday = '2026-11-21'
const timeOnSaturday = (time: string) => Date.parse(`${saturday}T${time}:00+07:00`)

/** Many steps, each of which can be slow while other tests run. */
const timeout = 900_000

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

type Guest = { name: string; time: string; offerId: string; resource: string }

async function openSaturday(trade: TradeName, guests: readonly Guest[]) {
  const app = await startBrowserShop(trade, { now: timeOnSaturday('08:55') })
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  for (const guest of guests) {
    const fields = { date: saturday, phone: '', note: '', party: '', ...guest }
    assert.equal((await host.post('/entry', fields)).status, 303, guest.name)
  }
  const page = await newPage(phone)
  await openDeskAs(page, app, host, '/tonight')
  const errors = collectPageErrors(page)
  return { app, host, page, errors, hand: createHostHand(page, app.deskUrl) }
}

const tab = (page: Page, name: string) => page.locator('.tabs a').getByText(name, { exact: true })
const sheet = (page: Page) => page.locator('#sheet')
const labelOf = (page: Page, resource: string) =>
  page.locator(`[data-resource="${resource}"] .label`)
const rowOf = (page: Page, name: string) => page.locator('.tn-row', { hasText: name })

/** Three therapists are on duty; each has a full day. */
const spaGuests: readonly Guest[] = ['hong-nhung', 'quoc-bao', 'thanh-mai'].flatMap((id, index) =>
  ['10:00', '11:30', '13:00', '14:30', '16:00', '17:30'].map((time, turn) => ({
    ...{ name: `Khách ${index + 1}.${turn + 1}`, time },
    offerId: id === 'thanh-mai' ? 'cap-am-nha-dam' : 'co-vai-gay',
    resource: `therapist:${id}`,
  })),
)

const stylist = { offerId: 'cat-nu', resource: 'stylist:thuy-vy' }
const salonGuests: readonly Guest[] = [
  { name: 'Nhuộm Lâu', time: '10:00', ...stylist },
  { name: 'Sau Đó', time: '11:00', ...stylist },
]

/**
 * Runs in the page: the body of a refresh arrives only after `releaseRefreshes()`, and the heading that the page then
 * has is stored in `headings`.
 */
const holdRefreshes = `
  let release
  const released = new Promise((resolve) => (release = resolve))
  globalThis.releaseRefreshes = release
  globalThis.headings = []
  const send = globalThis.fetch
  globalThis.fetch = async (address, options) => {
    const response = await send(address, options)
    if (options?.method !== undefined) return response
    return Object.assign(response, {
      async text() {
        await released
        const body = await Response.prototype.text.call(response)
        setTimeout(() => headings.push(document.querySelector('h1').textContent))
        return body
      },
    })
  }`

describe('a Saturday on a phone', { skip }, () => {
  it('of a spa handles its situations within the taps of the front desk', {
    timeout,
  }, async (t) => {
    const { app, host, page, errors, hand } = await openSaturday('spa', spaGuests)
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    const nextPage = (action: () => Promise<void>) => waitForNavigation(page, action)

    await hand.startAt('/tonight')
    await hand.situation(48, 3, async () => {
      await hand.tap(page.getByRole('link', { name: 'Nhận khách lẻ' }))
      await hand.tap(
        sheet(page)
          .getByRole('link', { name: /vai gáy/i })
          .first(),
      )
      await hand.tap(sheet(page).locator('button.tn-option').first())
      await hand.sees(/Khách lẻ.*, đến \d/)
    })
    await hand.undo()
    await hand.situation(42, 3, async () => {
      await nextPage(() => hand.tap(tab(page, 'Sơ đồ')))
      await nextPage(() => hand.tap(labelOf(page, 'therapist:bich-tram')))
      await nextPage(() => hand.tap(button(/^Tới làm, chỉ quầy/)))
      await page.getByRole('heading', { name: /^Ca làm: \d/ }).waitFor()
    })
    await hand.startAt(`/day?date=${saturday}`)
    await hand.situation(41, 2, async () => {
      await nextPage(() => hand.tap(page.getByRole('link', { name: 'Khách 2.6', exact: true })))
      await nextPage(() => hand.tap(page.locator('#colleagues button').first()))
      await page.getByText('đổi chỗ hoặc số người').first().waitFor()
    })
    await hand.startAt('/tonight')
    await hand.situation(40, 5, async () => {
      await nextPage(() => hand.tap(tab(page, 'Sơ đồ')))
      await nextPage(() => hand.tap(labelOf(page, 'therapist:hong-nhung')))
      await nextPage(() => hand.tap(button('Nghỉ từ giờ đến hết hôm nay')))
      await nextPage(() => hand.tap(button(/^Nhận cả \d+ đề xuất/)))
      await page
        .getByText(/^Đã dời \d+ lượt/)
        .first()
        .waitFor()
    })
    await hand.startAt(`/day?date=${saturday}`)
    await hand.situation(43, 3, async () => {
      await nextPage(() => hand.tap(page.getByRole('link', { name: 'Khách 3.6', exact: true })))
      await hand.tap(page.locator('#offer summary'))
      await nextPage(() =>
        hand.tap(page.locator('#offer').getByRole('button', { name: /phút/ }).first()),
      )
      await hand.sees(/đổi dịch vụ/)
    })
    // The first guest of the second therapist comes 20 minutes late.
    app.clock.now = timeOnSaturday('10:20')
    await host.read('/tonight')
    await hand.startAt('/tonight')
    await hand.situation(44, 2, async () => {
      await hand.tap(rowOf(page, 'Khách 2.1').getByRole('link').first())
      await hand.tap(sheet(page).getByRole('button', { name: '11:00', exact: true }))
      await hand.sees(/Khách 2\.1.*đến 11:00/)
    })
    for (const line of describeSituations(hand.done)) t.diagnostic(line)
    assert.deepEqual(errors.filter(isUnexpectedError), [])
  })

  it('of a salon extends a service, and moves those after it: 3 taps', async (t) => {
    const { app, page, errors, hand } = await openSaturday('salon', salonGuests)
    app.clock.now = timeOnSaturday('10:05')
    await hand.startAt('/tonight')
    await hand.tap(page.getByRole('button', { name: /: Nhuộm Lâu$/ }))
    await hand.sees(/Nhuộm Lâu/)
    // Two taps list those who must be moved, and one more moves them.
    await hand.situation(49, 3, async () => {
      await hand.tap(rowOf(page, 'Nhuộm Lâu').getByRole('link').first())
      await waitForNavigation(page, () =>
        hand.tap(sheet(page).getByRole('link', { name: '11:30', exact: true })),
      )
      assert.match(await page.locator('.late-list').innerText(), /11:00 → 11:30\s+Sau Đó/)
      await waitForNavigation(page, () =>
        hand.tap(page.getByRole('button', { name: /^Dời các lượt đã chọn/ })),
      )
      await page.getByRole('heading', { name: 'Báo cho khách' }).waitFor()
    })
    for (const line of describeSituations(hand.done)) t.diagnostic(line)
    assert.deepEqual(errors.filter(isUnexpectedError), [])
  })

  it('shows the result of an action, not the page before it that arrives later', async () => {
    const { host, page, hand } = await openSaturday('salon', salonGuests)
    await page.addInitScript(holdRefreshes)
    await hand.startAt(`/late?resource=stylist:thuy-vy&date=${saturday}&minutes=30`)
    const refresh = page.waitForResponse((response) => response.url().includes('minutes=30'))
    const entry = { date: saturday, phone: '', note: '', party: '', name: 'Người Khác' }
    const place = { time: '15:00', offerId: 'cat-nu', resource: 'stylist:thuy-vy' }
    assert.equal((await host.post('/entry', { ...entry, ...place })).status, 303)
    await refresh
    await waitForNavigation(page, () =>
      hand.tap(page.getByRole('button', { name: /^Dời các lượt đã chọn/ })),
    )
    await page.getByRole('heading', { name: 'Báo cho khách' }).waitFor()
    await page.evaluate('releaseRefreshes()')
    await page.waitForFunction('headings.length > 0')
    const headings = await page.evaluate('headings')
    assert.deepEqual([...new Set(headings as string[])], ['Báo cho khách'])
  })
})
