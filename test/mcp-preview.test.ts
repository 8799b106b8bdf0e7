/** What a guest cannot have known is shown once more, and the consent then names that preview. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import {
  expectSent,
  expectToolError,
  expectToolResult,
  type JsonRecord,
} from './support/assistant.ts'
import { rowCounts } from './support/booking.ts'
import { copyOf } from './support/content-errors.ts'
import { openBefore } from './support/lifetime.ts'
import { type RunningShop, startShop } from './support/shop.ts'

type Preview = JsonRecord & {
  preview?: true
  read_back: string
  consent_text: string
  added?: string[]
  warnings?: string[]
  preview_code: string
}

const restaurant = openBefore(() => startShop('restaurant', { writeLimit: 100 }))
const spa = openBefore(() => startShop('spa', { writeLimit: 100 }))
const salon = openBefore(() => startShop('salon', { writeLimit: 100 }))

const guest = { name: 'Nguyễn Thị Lan', phone: '0912 345 678', locale: 'en' }
const table = { ...guest, date: '2026-11-20', time: '19:00', party_size: 4 }
const massage = { ...guest, service_id: 'massage-sa-chanh', date: '2026-11-20', time: '14:00' }
const agreed = { consent: true }

const reserve = (args: object) => expectToolResult<Preview>(restaurant, 'request_reservation', args)
const appoint = (args: object) => expectToolResult<Preview>(spa, 'request_appointment', args)

describe('a table request with consent', () => {
  it('is sent if the guest could know everything', async () => {
    const sent = await reserve({ ...table, ...agreed })
    assert.deepEqual([sent.status, sent.preview], ['pending', undefined])
    assert.match(sent.read_back, /; no deposit; the table is held for 15 minutes/)
    assert.deepEqual([sent.deposit_vnd, sent.price_vnd, sent.until], [0, undefined, '20:45'])
  })

  it('shows the rules of a large party first, and is sent with the code of the preview', async () => {
    const party = { ...table, party_size: 10, date: '2026-11-21' }
    const before = await rowCounts(restaurant)
    const preview = await reserve({ ...party, ...agreed })
    assert.equal(preview.preview, true)
    assert.deepEqual(preview.added, ['A party of 10 requires a deposit of 1,000,000 ₫.'])
    assert.match(
      preview.read_back,
      /a deposit of 1,000,000 ₫ by bank transfer when staff ask.*24 hours/,
    )
    assert.deepEqual(await rowCounts(restaurant), before)
    const { preview_code } = preview
    const sent = await reserve({ ...party, ...agreed, preview_code })
    assert.deepEqual([sent.status, sent.deposit_vnd], ['pending', 1_000_000])
  })

  it('needs no preview if its policy code covers the rules', async () => {
    const party = { ...table, party_size: 9, date: '2026-11-22' }
    const policy = await expectToolResult(restaurant, 'get_reservation_policy', { party_size: 9 })
    const sent = await reserve({ ...party, ...agreed, policy_code: policy.policy_code })
    assert.equal(sent.status, 'pending')
  })

  it('names the dishes of the set meal that contain what the guest must avoid', async () => {
    const set = {
      ...table,
      date: '2026-11-24',
      set_menu_id: 'mam-bon-nguoi',
      allergens: ['peanuts'],
    }
    const preview = await reserve({ ...set, ...agreed })
    const [warning = '', ...others] = preview.added ?? []
    assert.match(warning, /^Set meal for four contains peanuts: .+\.$/)
    assert.deepEqual([others, preview.warnings], [[], undefined])
    assert.match(preview.read_back, /set meal “Set meal for four”, 1,292,000 ₫/)
    const sent = await reserve({ ...set, ...agreed, preview_code: preview.preview_code })
    assert.deepEqual([sent.warnings, sent.price_vnd], [[warning], 1_292_000])
    const { sets } = await expectToolResult<{ sets: JsonRecord[] }>(restaurant, 'get_set_menus', {
      ...{ set_id: 'mam-bon-nguoi', locale: 'en' },
    })
    const listed = sets[0]?.dish_allergens as JsonRecord
    const dishes = Object.entries(listed).filter(([, ids]) => String(ids).includes('peanuts'))
    assert.equal(warning.split(': ')[1], `${dishes.map(([dish]) => dish).join(', ')}.`)
  })

  it('is answered with the first response if it was sent before', async () => {
    const again = await reserve({ ...table, ...agreed })
    assert.equal(again.already_requested, true)
  })
})

describe('a request for a named area or person', () => {
  /** Holds what is named for one guest; another guest asks for the same. */
  const assertFull = async <Args extends JsonRecord>(
    app: RunningShop,
    tool: string,
    args: Args,
  ) => {
    await expectSent(app, tool, args)
    const before = await rowCounts(app)
    const other = { ...args, name: 'Trần Hà', phone: '0987 654 321' }
    const error = await expectToolError(app, tool, { ...other, ...agreed })
    assert.deepEqual([error.who, error.code], ['guest', 'slot-taken'])
    assert.deepEqual(await rowCounts(app), before)
    return other
  }

  it('gets no other area, although one is free', async () => {
    const room = { ...table, date: '2026-11-28', party_size: 10, table_type: 'phong-rieng' }
    const { table_type: _, ...anywhere } = await assertFull(restaurant, 'request_reservation', room)
    assert.match((await reserve(anywhere)).read_back, /Indoors|Garden veranda/)
  })

  it('gets no other person, although one is free', async () => {
    const named = { ...massage, date: '2026-11-26', therapist_id: 'bich-tram' }
    const { therapist_id: _, ...anyone } = await assertFull(spa, 'request_appointment', named)
    assert.doesNotMatch((await appoint(anyone)).read_back, /Bích Trâm/)
  })
})

describe('an appointment with consent', () => {
  it('is sent with its price, and read back with it', async () => {
    const sent = await appoint({ ...massage, ...agreed })
    assert.deepEqual([sent.status, sent.price_vnd, sent.party_size], ['pending', 450_000, 1])
    assert.match(sent.read_back, /with .+; 450,000 ₫; name/)
    assert.match(sent.read_back, /held for 15 minutes/)
  })

  it('asks for the month of a pregnancy, and applies the rule of the first months', async () => {
    const visit = { ...massage, date: '2026-11-21', health: ['pregnant'] }
    const { field, message } = await expectToolError(spa, 'request_appointment', {
      ...visit,
      ...agreed,
    })
    assert.equal(field, 'health_details')
    assert.match(message, /first 3 months .*which month is it\?/)
    for (const [details, isEarly] of [
      ['I am 3 months pregnant', true],
      ['12 weeks pregnant', true],
      ['mang thai tháng thứ hai', true],
      ['thai 10 tuần', true],
      ['in the first trimester', true],
      ['mang thai 5 tháng', false],
      ['surgery 2 weeks ago, now 6 months pregnant', false],
      ['20 weeks pregnant', false],
    ] as const) {
      const args = { ...visit, health_details: details }
      if (isEarly) {
        const problem = await expectToolError(spa, 'request_appointment', args)
        assert.equal(problem.field, 'health_details', details)
      } else {
        const { added = [], warnings = [] } = await appoint(args)
        assert.match(added.join(), /please ask a doctor first/, details)
        assert.match(warnings.join(), /ask the doctor who is looking after you/)
      }
    }
    const response = await spa.post('/api/booking', {
      ...guest,
      date: visit.date,
      time: visit.time,
      offerId: visit.service_id,
      health: ['pregnant'],
      health_details: 'three months pregnant',
      consent: '1',
    })
    assert.equal(response.status, 422)
    const face = { ...visit, service_id: 'goi-bo-ket', health_details: '2 months pregnant' }
    assert.equal((await appoint(face)).added, undefined, 'a hair wash is not concerned')
  })

  it('says first that a doctor or a patch test comes before it', async () => {
    const facial = { ...massage, service_id: 'nha-dam', health: ['wound'], date: '2026-11-22' }
    const services = await expectToolResult<{ services: { id: string }[] }>(spa, 'list_services', {
      category: 'cham-soc-da-mat',
      limit: 1,
    })
    const service_id = services.services[0]?.id
    const preview = await appoint({ ...facial, service_id, ...agreed })
    assert.match(preview.added?.join() ?? '', /please ask a doctor first/)
    const color = {
      ...guest,
      service_id: 'nhuom-mot-mau-vai',
      date: '2026-11-20',
      time: '10:00',
      health: ['dye_allergy'],
      consent: true,
    }
    const dyed = await expectToolResult<Preview>(salon, 'request_appointment', color)
    assert.equal(dyed.preview, true)
    assert.match(dyed.added?.join() ?? '', /patch test/)
  })

  it('is shown again if a price has changed since the preview', async () => {
    const visit = { ...massage, date: '2026-11-25' }
    const { preview_code } = await appoint(visit)
    const folder = copyOf('spa')
    const file = join(folder, 'treatments/2-massage-body.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('price: 450000', 'price: 480000'))
    const dearer = await startShop('spa', { shop: findTrade('spa').open(folder) })
    const send = (args: object) =>
      expectToolResult<Preview>(dearer, 'request_appointment', { ...visit, ...agreed, ...args })
    const preview = await send({ preview_code })
    assert.equal(preview.preview, true)
    assert.match(preview.added?.join() ?? '', /have changed since the preview/)
    assert.match(preview.read_back, /480,000 ₫/)
    assert.equal((await send({ preview_code: preview.preview_code })).status, 'pending')
  })
})

describe('the consent text', () => {
  it('names the data of the request, the rights and the address of the full text', async () => {
    const plain = await reserve({ ...table, date: '2026-11-26' })
    assert.match(plain.consent_text, /^I agree that Khói Lam uses my name and phone number to /)
    assert.doesNotMatch(plain.consent_text, /allerg|email|note/)
    const careful = await reserve({ ...table, date: '2026-11-26', allergens: ['milk'], note: 'Hi' })
    assert.match(
      careful.consent_text,
      /name, phone number and note .*allergies.*erased 7 days after/,
    )
    for (const { consent_text } of [plain, careful]) {
      const [text = '', address = ''] = consent_text.split(' Full text: ')
      assert.match(text, /, and erases this data after 12 months\. /)
      assert.match(text, /I may ask to see, correct or erase my data, or withdraw this consent/)
      assert.ok(text.split(/\. (?=[A-Z])/).length <= 3, text)
      const page = await (await restaurant.get(new URL(address).pathname)).text()
      assert.match(page, /id="consent"/)
    }
  })

  it('of a cancellation mentions no allergies and, where there are none, no deposits', async () => {
    const booked = await expectToolResult(spa, 'request_appointment', {
      ...massage,
      date: '2026-11-27',
      ...agreed,
    })
    const change = { code: booked.code, phone_last4: '5678', kind: 'cancel', locale: 'en' }
    const preview = await expectToolResult<Preview>(spa, 'request_change', change)
    assert.match(preview.consent_text, /my booking code to handle this change/)
    assert.doesNotMatch(preview.consent_text, /allerg|health/)
    const sent = await expectToolResult(spa, 'request_change', { ...change, ...agreed })
    assert.doesNotMatch(JSON.stringify(sent), /deposit/)
  })
})

describe('a dry run over HTTP', () => {
  it('promises no call and names no status address', async () => {
    const { locale: _, ...body } = { ...table, consent: '1' }
    const response = await restaurant.post('/api/booking?dry_run=1&locale=en', body)
    const output = (await response.json()) as JsonRecord
    assert.equal(output.status_url, undefined)
    assert.match(String(output.next_step), /Nothing was stored, and no one will/)
    assert.match(String(output.code), /^TEST-/)
  })
})
