/** Desk: every screen in English. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBusyDay } from './support/busy-day.ts'
import { addStaff } from './support/desk.ts'
import { openMailbox } from './support/receivers.ts'
import { samples } from './support/samples.ts'
import { noticeOf, press, visibleTextOf } from './support/screen.ts'
import { type RunningShop, startShop, trades } from './support/shop.ts'

describe('English', () => {
  /** Texts of owners and guests, which are not translated. */
  const theirs = (shop: RunningShop): string[] => [
    ...shop.shop.booking.resources.flatMap(({ name, group }) => [name.en, group.en]),
    ...shop.shop.booking.resources.map(({ name }) => name.en.split(' · ')[0] ?? ''),
    ...shop.shop.booking.questions.flatMap(({ options }) => options.map(({ name }) => name.en)),
    ...shop.shop.assortment.offers.map(({ name }) => name.en),
    ...shop.shop.articles.map((article) => article.en.head.title),
    shop.shop.business.name,
    shop.shop.booking.quickEntryExample.en,
    'Tiếng Việt',
    'Cô Ba',
  ]

  for (const trade of trades) {
    it(`is on every screen of the ${trade}`, async () => {
      const mailbox = await openMailbox()
      const notifications = {
        SMTP_URL: mailbox.url,
        MAIL_FROM: 'desk@shop.example',
        STAFF_MAIL: 'a@shop.example',
      }
      const shop = await startShop(trade, { writeLimit: 100_000, notifications })
      const day = await createBusyDay(shop, trade, mailbox)
      const owner = await addStaff(shop, 'Cô Ba')
      await owner.post('/closed/close', { date: '2026-12-01', reason: 'Nghỉ', reason_en: 'Closed' })
      const registered = await owner.post('/guest-data/requests', {
        ...{ kind: 'see', contact: '0912345678', way: 'phone', came_on: '2026-11-20' },
      })
      const { receipt } = (await (
        await owner.post('/guest-data/export', { guest: '0912345678' })
      ).json()) as { receipt: string }
      const paths = [
        ...[
          '/guest-data',
          registered.headers.get('location') ?? '',
          `/guest-data/receipts/${receipt}`,
        ],
        '/guest-data/receipts/unknown',
        ...[
          '/',
          '/tonight',
          '/tonight?walk-in=1',
          `/tonight?booking=${day.seated}`,
          '/timeline',
          '/day',
          '/search?q=09',
          '/entry',
          '/leads',
          '/closed',
          '/numbers',
          '/sold-out',
        ],
        ...[
          '/subscribers',
          '/channels',
          '/channels?tested=1',
          '/team',
          '/account',
          '/more',
          '/nowhere',
        ],
        '/orders',
        `/?did=confirmed&of=${day.confirmed}`,
        '/entry?line=19h&resource=x',
        '/bookings/BAN-0000-0000-00',
        ...Object.values(day)
          .filter((code) => !code.startsWith('/'))
          .map((code) => `/bookings/${code}`),
      ]
      const guests = await shop.store.read.all<Record<string, string | null>>(
        'SELECT name, note, staff_note, desk_note FROM booking_guests',
      )
      const wrote = await shop.store.read.all<Record<string, string | null>>(
        `SELECT note FROM booking_changes UNION SELECT reason AS note FROM blocks
         UNION SELECT name FROM leads UNION SELECT message FROM leads UNION SELECT preferred_time FROM leads
         UNION SELECT name FROM order_guests UNION SELECT message FROM order_guests UNION SELECT recipient FROM order_guests`,
      )
      const known = [...theirs(shop), ...[...guests, ...wrote].flatMap((row) => Object.values(row))]
        .flatMap((text) => (text ? [text] : []))
        .sort((one, other) => other.length - one.length)
      const english = async (path: string): Promise<string> => {
        const page = (await (await owner.get(path)).text())
          .replace(/<(?!html)([a-z]+) [^>]*lang="vi"[^>]*>[\s\S]*?<\/\1>/g, ' ')
          // The text for the guest is in the guest's language.
          .replace(/<button[^>]* name="reason"[\s\S]*?<\/button>/g, ' ')
        const labels = [...page.matchAll(/ (?:aria-label|title|placeholder)="([^"]*)"/g)]
        const [, title] = /<title>([^<]*)</.exec(page) ?? []
        const words = `${title} ${visibleTextOf(page)} ${labels.map(([, text]) => text).join(' ')}`
        return known.reduce((text, one) => text.replaceAll(one, ' '), words)
      }
      const vietnamese = /\S*[À-ÖØ-öø-ỹ]\S*/g
      assert.ok([...(await english('/')).matchAll(vietnamese)].length > 20)
      assert.match(await owner.read('/'), /<html lang="vi">/)
      assert.equal((await press(owner, '/account', '/account/language')).status, 303)
      for (const path of paths) {
        assert.match(await (await owner.get(path)).text(), /<html lang="en">/, path)
        assert.deepEqual(
          [...(await english(path)).matchAll(vietnamese)].map(([word]) => word),
          [],
          path,
        )
      }
      assert.equal(
        (await owner.get('/orders')).status,
        samples[trade].orders.length > 0 ? 200 : 404,
      )
      // Error messages are translated too.
      const rejected = await owner.post(`/bookings/${day.confirmed}/move`, { version: '1' })
      assert.match(noticeOf(await rejected.text()), /Someone has changed this in the meantime/)
      assert.equal((await press(owner, '/account', '/account/language')).status, 303)
      assert.match(await owner.read('/'), /<html lang="vi">/)
      await shop.stop()
    })
  }
})
