/** What the health of a guest rules out at the spa and the salon, over every way to book. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectSent, expectToolError, expectToolResult } from './support/assistant.ts'
import { book, countBookings, guest, massage, rejectBooking } from './support/booking.ts'
import { errorsAfter } from './support/content-errors.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { formsOf, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'
import { openPage, pressButton } from './support/site-form.ts'

const spa = openBefore(() => startShop('spa', { writeLimit: 1000 }))
const salon = openBefore(() => startShop('salon', { writeLimit: 1000 }))

const { consent: _, ...contact } = guest
const visit = { ...contact, date: '2026-11-20', time: '10:00', locale: 'en' }
const stones = { ...massage, offerId: 'massage-da-am' }

describe('a treatment that a health box rules out', () => {
  it('is rejected by the API with the reason and an alternative, and is not stored', async () => {
    const before = await countBookings(spa)
    for (const reported of [
      { health: ['pregnant'] },
      { health: ['pregnant'], health_details: 'six months pregnant' },
      { health_details: 'I am six months pregnant' },
      { note: 'Em đang có bầu 6 tháng.' },
    ]) {
      const [error, ...others] = await rejectBooking(spa, { ...stones, ...reported })
      assert.deepEqual([error?.name, error?.code, others], ['offerId', 'not_open', []])
      assert.match(error?.message ?? '', /do not offer Warm Stone Massage with .*“Pregnant”/)
      assert.match(error?.message ?? '', /Warm stones and compresses are left out/)
      assert.match(error?.message ?? '', /choose instead: Bồ Kết Hair Wash\./)
    }
    assert.equal(await countBookings(spa), before)
    const well = await book(spa, { ...stones, health_details: 'I am not pregnant' })
    assert.equal(well.status, 202)
  })

  it('is an error of the guest for an assistant, with services to choose from', async () => {
    const args = { ...visit, service_id: 'tui-chuom-thao-moc', health: ['pregnant'] }
    for (const consent of [undefined, true]) {
      const error = await expectToolError(spa, 'request_appointment', { ...args, consent })
      assert.deepEqual(
        [error.who, error.field, error.choices],
        ['guest', 'service_id', ['goi-bo-ket']],
      )
      assert.match(error.message, /Herbal Compress Massage/)
    }
    const wash = { ...args, service_id: 'goi-bo-ket', time: '15:00' }
    await expectSent(spa, 'request_appointment', wash)
  })

  it('is rejected on the site, which keeps what was chosen and typed', async () => {
    const path = '/en/booking?offerId=massage-da-am&therapist=any&date=2026-11-20&time=10:00'
    const before = await countBookings(spa)
    const form = await openPage(spa, path)
    const page = await pressButton(
      spa,
      form,
      { ...contact, health: 'pregnant' },
      { step: 'review' },
    )
    assert.equal(page.status, 422)
    assert.match(visibleTextOf(page.text), /We do not offer Warm Stone Massage with/)
    assert.match(visibleTextOf(page.text), /choose instead: Bồ Kết Hair Wash/)
    assert.match(page.text, /value="pregnant" checked/)
    assert.match(page.text, /name="offerId" value="massage-da-am"/)
    assert.match(page.text, /value="Nguyễn Thị Lan"/)
    assert.equal(await countBookings(spa), before)
  })

  it('is left out of suggestions, which say why', async () => {
    const args = { body: ['tay-chan-lanh', 'moi-lung'], health: ['pregnant'], locale: 'en' }
    const later = await suggest({ ...args, health_details: 'sixth month' })
    assert.ok(later.suggestion)
    for (const one of [later.suggestion, later.alternative]) {
      assert.doesNotMatch(one?.service_id ?? '', /massage-da-am|tui-chuom/)
    }
    assert.match(
      later.why,
      /do not offer .*Warm Stone Massage.* with the health condition “Pregnant”/,
    )
    const early = await suggest({ ...args, health_details: 'second month' })
    assert.equal(early.suggestion?.service_id, 'goi-bo-ket')
  })

  it('can be entered by staff, who see the reason first', async () => {
    const hoa = await addStaff(spa, 'Hoa')
    const before = await countBookings(spa)
    const line = encodeURIComponent('20/11 13h massage đá ấm chị Thảo 0912345678')
    const [entry] = formsOf(await hoa.read(`/entry?line=${line}`)).filter(
      ({ action }) => action === '/entry',
    )
    assert.ok(entry)
    assert.equal(entry.fields.shown_warnings, undefined)
    const ticked = { ...entry.fields, offerId: 'massage-da-am', 'answer.health': 'pregnant' }
    const warned = await hoa.post('/entry', ticked)
    assert.equal(warned.status, 409)
    const page = await warned.text()
    assert.match(visibleTextOf(page), /Chúng tôi không nhận Massage đá ấm/)
    assert.match(visibleTextOf(page), /Bạn vẫn lưu được/)
    assert.equal(await countBookings(spa), before)
    const [again] = formsOf(page).filter(({ action }) => action === '/entry')
    const saved = await hoa.post('/entry', { ...again?.fields, offerId: 'massage-da-am' })
    assert.equal(saved.status, 303, await saved.text())
    assert.equal(await countBookings(spa), before + 1)
    const fine = await hoa.read('/entry?line=20/11%2013h%20massage%20da%20am%20Lan')
    assert.doesNotMatch(visibleTextOf(fine), /Khách không tự đặt được/)
  })

  it('is a perm at the salon for a sore scalp; a wash is proposed for any length of hair', async () => {
    const perm = { ...guest, date: '2026-11-20', time: '10:00', offerId: 'uon-nong-dai' }
    const [error] = await rejectBooking(salon, { ...perm, health: ['scalp_condition'] })
    assert.equal(error?.name, 'offerId')
    assert.match(error?.message ?? '', /let it heal before .*perm/)
    assert.match(error?.message ?? '', /choose instead: Wash/)
  })

  it('is found in the list of services, with what must be asked before', async () => {
    type Listed = { id: string; ask_first: string[]; not_with?: string[] }
    const { services } = await expectToolResult<{ services: Listed[] }>(spa, 'list_services', {
      category: 'massage-body',
      max_minutes: 75,
      limit: 3,
    })
    const compress = services.find(({ id }) => id === 'tui-chuom-thao-moc')
    assert.deepEqual(compress?.not_with, ['pregnant'])
    assert.ok(compress.ask_first.includes('blood_pressure'))
    assert.equal(services.find(({ id }) => id === 'co-vai-gay')?.not_with, undefined)
    const { table } = await expectToolResult<{ table: { columns: string[]; rows: string[][] } }>(
      spa,
      'list_services',
    )
    const column = table.columns.indexOf('ask_first')
    const row = table.rows.find(([id]) => id === 'co-vai-gay')
    assert.match(row?.[column] ?? '', /pregnant/)
  })

  it('is marked in the free times and on its page', async () => {
    const { note } = await expectToolResult(spa, 'check_slots', {
      ...{ service_id: 'massage-da-am', date: '2026-11-20', locale: 'en' },
    })
    assert.equal(note, 'Not offered with the health condition “Pregnant”.')
    const page = await (await spa.get('/en/treatments/co-vai-gay')).text()
    assert.match(visibleTextOf(page), /Not booked in the first 3 months of pregnancy\./)
    const wash = await (await spa.get('/en/treatments/goi-bo-ket')).text()
    assert.doesNotMatch(visibleTextOf(wash), /Not (booked|offered)/)
  })

  it('names a box that exists; otherwise the error proposes one', () => {
    const [unknown, service] = errorsAfter('spa', ({ read, write }) => {
      const file = 'treatments/2-massage-body.yaml'
      write(file, read(file).replace('not_with: [pregnant]', 'not_with: [pregnent]'))
      write('health.yaml', read('health.yaml').replace('[goi-bo-ket]', '[goi-bo-kett]'))
    })
    assert.match(`${unknown}${service}`, /pregnent.*not_with: \[pregnant\]/s)
    assert.match(`${unknown}${service}`, /goi-bo-kett.*suggest_instead: \[goi-bo-ket\]/s)
  })
})

describe('the month of a pregnancy', () => {
  const neck = { ...massage, date: '2026-11-21', health: ['pregnant'] }

  it('is required by the API for what is not done in the first months', async () => {
    const before = await countBookings(spa)
    const [error, ...others] = await rejectBooking(spa, neck)
    assert.deepEqual([error?.name, error?.code, others], ['health_details', 'missing', []])
    assert.match(error?.message ?? '', /some treatments, such as .*: which month is it\?/)
    assert.match(error?.message ?? '', /Bồ Kết Hair Wash/)
    assert.equal(
      (await rejectBooking(spa, { ...neck, health_details: 'hello' }))[0]?.code,
      'missing',
    )
    assert.equal(await countBookings(spa), before)
    const { status, body } = await book(spa, { ...neck, health_details: '5' })
    assert.equal(status, 202)
    assert.equal(body.needs_doctor_first, true)
  })

  it('is asked in the preview, and no code of a preview replaces the answer', async () => {
    const args = { ...visit, date: '2026-11-22', service_id: 'co-vai-gay', health: ['pregnant'] }
    for (const more of [
      {},
      { consent: true },
      { consent: true, preview_code: 'abcdef-12345678' },
    ]) {
      const error = await expectToolError(spa, 'request_appointment', { ...args, ...more })
      assert.deepEqual([error.who, error.field], ['guest', 'health_details'])
      assert.match(error.message, /which month is it\?/)
    }
    const sent = await expectSent(spa, 'request_appointment', {
      ...args,
      health_details: 'in week 22',
    })
    assert.equal(sent.needs_doctor_first, true)
  })

  it('is asked on the site, at the field for it', async () => {
    const path = '/en/booking?offerId=co-vai-gay&therapist=any&date=2026-11-23&time=10:00'
    const typed = { ...contact, health: 'pregnant' }
    const form = await openPage(spa, path)
    const page = await pressButton(spa, form, typed, { step: 'review' })
    assert.equal(page.status, 422)
    assert.match(page.text, /id="health_details-error">[^<]*which month is it\?/)
    const answers = { ...typed, health_details: 'tháng thứ năm' }
    const answered = await pressButton(spa, page, answers, { step: 'review' })
    assert.equal(answered.status, 200, visibleTextOf(answered.text))
  })

  for (const [details, isPossible] of [
    ['week 8', false],
    ['tuần thứ 10', false],
    ['2', false],
    ['12', false],
    ['tháng thứ năm', true],
    ['3 tháng cuối', true],
    ['24', true],
    ['breastfeeding my 2 months old daughter', true],
  ] as const) {
    it(`is read from the words of the guest: ${details}`, async () => {
      const body = { ...neck, date: '2026-11-24', health_details: details, locale: 'en' }
      const { status } = await spa.post('/api/booking?dry_run=1', body)
      assert.equal(status, isPossible ? 202 : 422)
    })
  }
})

describe('suggest_treatment', () => {
  it('says the same about a doctor in the field and in the advice', async () => {
    for (const [health, isNeeded] of [
      ['pregnant', true],
      ['recent_surgery', true],
      ['wound', true],
      ['allergy_to_herbs', false],
    ] as const) {
      const advice = await suggest({ health: [health], locale: 'en' })
      assert.equal(advice.needs_doctor_first, isNeeded, health)
      assert.equal(/doctor/.test(advice.ask_first.join()), isNeeded, health)
    }
  })

  it('stays within a category and a price', async () => {
    const facial = await suggest({ category: 'Chăm sóc da mặt', max_price: '450k' })
    const found = [facial.suggestion, facial.alternative]
    assert.deepEqual(found.map((one) => one?.service_id).toSorted(), [
      'cap-am-nha-dam',
      'lam-sach-diu-nhe',
    ])
    assert.equal((await suggest({ max_price: 10_000 })).suggestion, null)
    const massages = { category: 'massage-body', health: ['pregnant'], locale: 'en' }
    const none = await suggest({ ...massages, health_details: 'month 2' })
    assert.equal(none.suggestion, null)
    assert.match(none.why, /choose instead: Bồ Kết Hair Wash/)
  })
})

type Suggested = { service_id: string } | null

function suggest(args: object) {
  return expectToolResult<{
    suggestion: Suggested
    alternative: Suggested
    needs_doctor_first: boolean
    why: string
    ask_first: string[]
  }>(spa, 'suggest_treatment', args)
}
