/** Surcharges for named days: shown before a booking, and stored with it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { guestDelayMs } from '../src/domain/messages/routes.ts'
import { call, callWithConsent, expectToolResult } from './support/assistant.ts'
import { openBar } from './support/bar.ts'
import { book, guest, massage, table } from './support/booking.ts'
import { type Change, checkCopy } from './support/content-errors.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { openChangedShop, surcharges } from './support/priced-shops.ts'
import { openMailbox } from './support/receivers.ts'
import { visibleTextOf } from './support/screen.ts'
import { loadSampleShop, type RunningShop, startShop } from './support/shop.ts'

type Money = { amount: number; display: string }
type Surcharge = {
  name: string
  display: string
  percent?: number
  amount?: Money
  per?: string
  total?: Money
}

const weekend = '{ name: { vi: Cuối tuần, en: Weekend }, percent: 10, days: [6, 7] }'
const [friday, saturday, sunday] = ['2026-11-20', '2026-11-21', '2026-11-22']

const surchargeOf = async (app: RunningShop, path: string) =>
  (await app.json(path)).surcharge as Surcharge | undefined
const pageText = async (app: RunningShop, path: string) =>
  visibleTextOf(await (await app.get(path)).text())

describe('a surcharge in percent for appointments', () => {
  const mailbox = openBefore(() => openMailbox())
  const app = openBefore(() =>
    startShop('spa', {
      shop: openChangedShop('spa', surcharges(weekend)),
      writeLimit: 1000,
      notifications: { SMTP_URL: mailbox.url, MAIL_FROM: 'spa@vuonsuong.example' },
    }),
  )
  const mai = openBefore(() => addStaff(app, 'Mai'))
  const onSaturday = { ...massage, date: saturday }
  const mails = async () => {
    await app.dispatch()
    app.clock.now += guestDelayMs
    await app.dispatch()
    return mailbox.mails.splice(0).map(({ text }) => text)
  }

  it('is in the availability of its days only', async () => {
    const on = (date: string) =>
      surchargeOf(app, `/api/availability?date=${date}&offerId=co-vai-gay&locale=en`)
    assert.equal(await on(friday), undefined)
    const { price } = (await app.json('/api/offers/co-vai-gay')) as { price: Money }
    const surcharge = await on(saturday)
    assert.equal(surcharge?.percent, 10)
    assert.equal(surcharge?.total?.amount, price.amount / 10)
    assert.equal(
      surcharge?.display,
      `Weekend, 10% of the price (${surcharge?.total?.display} in all)`,
    )
    assert.equal((await on(sunday))?.name, 'Weekend')
    const query = { service_id: 'co-vai-gay', date: saturday, locale: 'en' }
    const result = await expectToolResult(app, 'check_slots', query)
    assert.equal(result.surcharge, surcharge?.display)
    const { content } = await call(app, 'check_slots', query)
    assert.match(content[0]?.text ?? '', /Surcharge: Weekend, 10% of the price/)
  })

  it('is shown on the booking pages before the guest sends anything', async () => {
    const step = '/en/booking?offerId=co-vai-gay&therapist=any&date='
    assert.match(await pageText(app, `${step}${saturday}`), /Surcharge: Weekend, 10% of the price/)
    const form = await pageText(app, `${step}${saturday}&time=10:00`)
    assert.match(form, /Surcharge: Weekend, 10% of the price/)
    assert.doesNotMatch(await pageText(app, `${step}${friday}`), /Surcharge/)
  })

  it('is on the policy page, also if the owner did not mention it', async () => {
    assert.match(
      await pageText(app, '/en/policy'),
      /Surcharges Weekend \(Saturday, Sunday\): 10%\./,
    )
    assert.match(await pageText(app, '/policy'), /Phụ thu Cuối tuần \(Thứ Bảy, Chủ nhật\): 10%\./)
    const written = openChangedShop('spa', surcharges(weekend), (folder) => {
      for (const page of ['pages/policy.vi.md', 'pages/policy.en.md']) {
        folder.write(page, `${folder.read(page)}\n(+ {surcharges})\n`)
      }
    })
    const other = await startShop('spa', { shop: written })
    const text = await pageText(other, '/en/policy')
    assert.match(text, /\(\+ Weekend \(Saturday, Sunday\): 10%\)/)
    assert.equal(text.match(/Weekend/g)?.length, 1)
  })

  it('is added to the preview of an assistant, which must be confirmed', async () => {
    const request = {
      ...{ service_id: 'co-vai-gay', date: saturday, time: '14:00', locale: 'en' },
      ...{ name: guest.name, phone: '0987 654 321' },
    }
    const { structuredContent: shown } = await call(app, 'request_appointment', {
      ...request,
      consent: true,
    })
    assert.equal(shown?.preview, true)
    assert.match(
      JSON.stringify(shown?.added),
      /Surcharge: Weekend, 10% of the price \(.* ₫ in all\)\./,
    )
    assert.match(String(shown?.read_back), /Surcharge: Weekend, 10% of the price/)
    const { structuredContent: sent } = await callWithConsent(app, 'request_appointment', request)
    assert.match(String(sent?.surcharge), /^Weekend, 10% of the price/)
  })

  it('is in the response, the status, the emails and on the desk, and stays after a change of the content', async () => {
    const { status, body } = await book(app, {
      ...onSaturday,
      email: 'lan@example.com',
      locale: 'en',
    })
    assert.equal(status, 202, JSON.stringify(body))
    const { code } = body
    const { display: text } = body.surcharge as Surcharge
    assert.match(text, /^Weekend, 10% of the price/)
    assert.match(await pageText(app, `/en/booking/${code}`), /Surcharge Weekend, 10% of the price/)
    assert.match((await mails()).join('\n'), /Surcharge: +Weekend, 10% of the price/)
    assert.match(
      visibleTextOf(await mai.read(`/bookings/${code}`)),
      /Phụ thu Cuối tuần, 10% giá \(tổng /,
    )

    await app.appHost.replace(loadSampleShop('spa'))
    assert.equal((await surchargeOf(app, `/api/booking/${code}?locale=en`))?.display, text)
    const later = await book(app, { ...onSaturday, date: sunday, phone: '0909 111 222' })
    assert.equal(later.body.surcharge, undefined)
    await app.appHost.replace(openChangedShop('spa', surcharges(weekend)))
    const stored = await surchargeOf(app, `/api/booking/${later.body.code}`)
    assert.equal(stored, undefined)
  })

  it('is in the price list, the status of a booking and the response to a request to move', async () => {
    const { not_included } = await expectToolResult<{ not_included: string[] }>(
      app,
      'get_pricing',
      { locale: 'en' },
    )
    assert.ok(not_included.includes('Weekend (Saturday, Sunday): 10%'))
    const { body } = await book(app, { ...massage, date: '2026-11-26', phone: '0909 555 666' })
    const { code } = body
    const move = {
      ...{ code, kind: 'move', date: '2026-11-28', time: '10:00', locale: 'en' },
      phone_last4: '5666',
    }
    const { structuredContent, content } = await call(app, 'request_change', move)
    assert.ok(structuredContent, content[0]?.text)
    assert.match(String(structuredContent.read_back), /Surcharge: Weekend, 10% of the price/)
    const { code: _, ...fields } = move
    const change = await app.post(`/api/booking/${code}/change`, { ...fields, consent: '1' })
    const response = (await change.json()) as { surcharge: Surcharge; next_step: string }
    assert.equal(response.surcharge.percent, 10, JSON.stringify(response))
    assert.match(response.next_step, /Surcharge: Weekend, 10% of the price \(.* ₫ in all\)\.$/)
    const moved = await book(app, { ...massage, date: '2026-11-28', phone: '0909 777 888' })
    const status = await expectToolResult(app, 'get_booking_status', { code: moved.body.code })
    assert.match(String(status.surcharge), /^Cuối tuần, 10% giá/)
    assert.equal(status.price_vnd, (moved.body.price as Money).amount)
  })

  it('is named with the times that staff suggest to a guest', async () => {
    const { body } = await book(app, {
      ...{ ...massage, date: '2026-12-03', phone: '0909 999 000', locale: 'en' },
      email: 'tu@example.com',
    })
    await mails()
    const targets = ['2026-12-04', '2026-12-05'].map((date) => ({ date, time: '10:00' }))
    await app.desk.offer({ code: body.code, version: 1, actor: 'staff:test', targets })
    const text = (await mails()).join('\n')
    assert.match(
      text,
      /Friday 4 December 2026, 10:00–[\d:]+.*\r\n- Saturday 5 December 2026, 10:00–[\d:]+; .*Surcharge: Weekend, 10%/,
    )
    assert.equal(text.match(/Surcharge/g)?.length, 1)
  })

  it('follows a booking that staff move to another day, and an undo', async () => {
    const { body } = await book(app, {
      ...{ ...massage, time: '16:00', phone: '0909 333 444', locale: 'en' },
      email: 'hoa@example.com',
    })
    const path = `/api/booking/${body.code}`
    assert.equal(await surchargeOf(app, path), undefined)
    await mails()
    const actor = 'staff:test'
    const { code } = body
    await app.desk.move({ code, version: 1, actor, date: friday, time: '17:00' })
    assert.equal(await surchargeOf(app, path), undefined)
    await app.desk.move({ code, version: 2, actor, date: saturday, time: '16:00' })
    assert.equal((await surchargeOf(app, path))?.percent, 10)
    assert.match((await mails()).join('\n'), /Surcharge: +Weekend, 10% of the price/)
    await app.desk.undo({ code, version: 3, actor })
    assert.equal(await surchargeOf(app, path), undefined)
  })
})

describe('surcharges of a restaurant', () => {
  const holiday =
    '{ name: { vi: Ngày lễ, en: Holiday }, amount: 30000, per: guest, from: "2026-11-20", to: "2026-11-20" }'
  const app = openBefore(() =>
    startShop('restaurant', {
      shop: openChangedShop('restaurant', surcharges(holiday, weekend)),
      writeLimit: 1000,
    }),
  )

  it('can be an amount for each guest', async () => {
    const { body } = await book(app, { ...table, locale: 'en' })
    const surcharge = body.surcharge as Surcharge
    assert.deepEqual([surcharge.amount?.amount, surcharge.per], [30_000, 'guest'])
    assert.equal(surcharge.total?.amount, 120_000)
    assert.equal(surcharge.display, 'Holiday, 30,000 ₫ a guest (120,000 ₫ in all)')
    assert.equal(body.price, undefined)
    await app.desk.move({
      ...{ code: body.code, version: 1, actor: 'staff:test', partySize: 2 },
      ...{ date: table.date, time: table.time },
    })
    const status = await surchargeOf(app, `/api/booking/${body.code}`)
    assert.equal(status?.total?.amount, 60_000)
  })

  it('in percent apply to the bill, whose total is not known', async () => {
    const query = `date=${saturday}&party_size=4&locale=en`
    const surcharge = await surchargeOf(app, `/api/availability?${query}`)
    assert.equal(surcharge?.display, 'Weekend, 10% of the bill')
    assert.equal(surcharge?.total, undefined)
  })

  it('are added to the preview of a table, and the first that applies is charged', async () => {
    const shop = openChangedShop(
      'restaurant',
      surcharges(weekend, holiday.replaceAll(friday, saturday)),
    )
    const other = await startShop('restaurant', { shop })
    const request = {
      ...{ date: saturday, time: '18:30', party_size: 4, locale: 'en' },
      ...{ name: guest.name, phone: guest.phone },
    }
    const { structuredContent } = await call(other, 'request_reservation', request)
    assert.deepEqual(structuredContent?.added, ['Surcharge: Weekend, 10% of the bill.'])
  })

  it('belong to the day on which a night begins', async () => {
    const bar = await startShop('restaurant', {
      shop: openBar({
        'business.yaml': {
          vat: 'surcharges:\n  - { name: { vi: Thứ Sáu, en: Friday }, amount: 50000, per: booking, days: [5] }\n',
        },
      }),
      writeLimit: 1000,
    })
    const surchargeAt = async (date: string, time: string, phone: string) => {
      const { body } = await book(bar, { ...table, date, time, phone, party_size: 2, locale: 'en' })
      assert.ok(body.code, JSON.stringify(body))
      return (body.surcharge as Surcharge | undefined)?.display
    }
    assert.equal(await surchargeAt(friday, '21:00', '0909 111 001'), 'Friday, 50,000 ₫')
    assert.equal(await surchargeAt(saturday, '00:30', '0909 111 002'), 'Friday, 50,000 ₫')
    assert.equal(await surchargeAt(saturday, '21:00', '0909 111 003'), undefined)
  })
})

describe('the check of surcharges', () => {
  const name = 'name: { vi: Lễ, en: Holiday }'
  const check = (...entries: string[]) => checkCopy('restaurant', surcharges(...entries))
  const errorOf = (entry: string) => check(entry).errors.en.join('\n')

  it('rejects what cannot be charged', () => {
    assert.match(errorOf(`{ ${name}, percent: 101, days: [6] }`), /101.*from 1 to 100|1 to 100/)
    assert.equal(errorOf(`{ ${name}, percent: 100, days: [6] }`), '')
    assert.match(errorOf(`{ ${name}, days: [6] }`), /either percent, or amount with per/)
    assert.match(errorOf(`{ ${name}, amount: 30000, days: [6] }`), /amount with per: guest/)
    assert.match(errorOf(`{ ${name}, percent: 5, amount: 30000, days: [6] }`), /either percent/)
    assert.match(errorOf(`{ ${name}, percent: 5 }`), /days \(weekdays\), or from and to/)
    assert.match(errorOf(`{ ${name}, percent: 5, from: "2027-02-05" }`), /or from and to/)
    const reversed = `{ ${name}, percent: 5, from: "2027-02-12", to: "2027-02-05" }`
    assert.match(errorOf(reversed), /from.*to/)
  })

  it('asks about days on which the shop is closed', () => {
    const notesOf = (entry: string) =>
      check(entry)
        .notes.en.filter((line) => line.startsWith('business.yaml'))
        .join('\n')
    assert.match(notesOf(`{ ${name}, percent: 5, days: [1, 6] }`), /the shop is closed on Monday/)
    assert.equal(notesOf(`{ ${name}, percent: 5, days: [6] }`), '')
    const monday = `{ ${name}, percent: 5, from: "2026-11-23", to: "2026-11-23" }`
    assert.match(notesOf(monday), /the shop is closed on all of these days/)
    assert.equal(notesOf(monday.replace('to: "2026-11-23"', 'to: "2026-11-24"')), '')
  })

  it('proposes to remove one that is over', () => {
    const entry = `{ ${name}, percent: 5, from: "2026-11-20", to: "2026-11-21" }`
    const textsOn = (day: string) =>
      openChangedShop('restaurant', surcharges(entry))
        .notesOn(day)
        .map(({ wrong }) => wrong.en)
    const text = 'the last day of this surcharge was 2026-11-21'
    assert.ok(!textsOn('2026-11-21').includes(text))
    assert.ok(textsOn('2026-11-22').includes(text))
  })

  it('knows the placeholder only if there is a surcharge', () => {
    const mention: Change = (folder) =>
      folder.write('pages/policy.en.md', `${folder.read('pages/policy.en.md')}\n{surcharges}\n`)
    const { errors } = checkCopy('restaurant', mention)
    assert.match(errors.en.join('\n'), /\{surcharges\} has no value/)
  })
})
