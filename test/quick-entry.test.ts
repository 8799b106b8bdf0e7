/** Quick-entry lines as staff type them on a phone, with the vocabulary of the sample shops. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLineReader, type LineReader } from '../src/desk/line-reader.ts'
import { toBookingInput } from '../src/domain/quick-entry/parse.ts'
import { samples } from './support/samples.ts'
import { forEachTrade, loadSampleShop, type TradeName, trades } from './support/shop.ts'

/** Tuesday 17 November 2026, 10:00 in Vietnam. */
const now = Date.UTC(2026, 10, 17, 3)

const shops = await forEachTrade(loadSampleShop)

const readers = forEachReader()

function forEachReader() {
  const read = (trade: TradeName) => [trade, createLineReader(shops[trade])] as const
  return Object.fromEntries(trades.map(read)) as Record<TradeName, LineReader>
}

function read(trade: TradeName, text: string) {
  return readers[trade](text, now)
}

/** "17/11 19:00 4 Lan +84912345678 [table_type=hien-vuon] (sinh nhật) ?unclear <choices>", without the parts that are missing. */
function inShort(trade: TradeName, text: string): string {
  const entry = read(trade, text)
  const { date, time, partySize, name, phone, note, fields, warnings: unclear } = entry
  return [
    date.slice(5).split('-').reverse().join('/'),
    time,
    partySize,
    name,
    phone,
    ...Object.entries(fields)
      .sort()
      .map(([field, value]) => `[${field}=${value}]`),
    note && `(${note})`,
    ...unclear.map((one) => `?${one.text}`),
    ...(entry.offerChoices.length > 0 ? [`<${entry.offerChoices.join(' ')}>`] : []),
  ]
    .filter((part) => part !== undefined)
    .join(' ')
}

for (const trade of trades) {
  it(`parses quick-entry lines of the ${trade}`, () => {
    for (const [text, expected] of Object.entries(samples[trade].lines)) {
      assert.equal(inShort(trade, text), expected, text)
    }
  })

  it(`has one meaning for each phrase of the ${trade}`, () => {
    const vocabulary = shops[trade].booking.quickEntryPhrases()
    const meanings = Map.groupBy(
      vocabulary,
      ({ phrase, field }) => `${field} ${phrase.toLowerCase()}`,
    )
    for (const [phrase, all] of meanings) assert.equal(all.length, 1, phrase)
    for (const { phrase, field, value, after = [''] } of vocabulary) {
      const { fields, note } = read(trade, `15h ${after[0]} ${phrase}, Lan`)
      assert.deepEqual([fields, note], [{ [field]: value }, undefined], phrase)
    }
  })
}

it('finds every treatment by its names, with or without diacritics', () => {
  const treatments = shops.spa.assortment.offers.filter(({ bookable }) => bookable)
  for (const { id, name } of treatments) {
    const plain = name.vi.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase()
    for (const spelling of [name.vi, name.en, plain, name.vi.toUpperCase()]) {
      assert.equal(read('spa', `15h ${spelling}, Lan`).fields.offerId, id, spelling)
    }
  }
})

it('passes the fields to the trade, and reports missing ones', () => {
  const parseDetailsOf = (trade: TradeName, text: string) => {
    const { booking } = shops[trade]
    const { input, missing } = toBookingInput(read(trade, text), booking)
    const parsed = booking.parseDetails(input, 'request')
    return {
      missing: missing.map(({ message }) => message.en),
      details: parsed.details?.[0],
      input,
    }
  }
  assert.deepEqual(parseDetailsOf('restaurant', '19h 4n Lan hiên, mâm 4 người').details, {
    offerId: 'mam-bon-nguoi',
    partySize: 4,
    types: ['hien-vuon'],
  })
  assert.deepEqual(parseDetailsOf('restaurant', '19h Lan').missing, [
    'The number of guests is missing. Add it, such as 4 people.',
  ])
  assert.deepEqual(parseDetailsOf('restaurant', '19h 40 người Lan').input, { party_size: 40 })
  assert.deepEqual(parseDetailsOf('spa', '15h đá ấm với Bảo, Lan'), {
    missing: [],
    input: { offerId: 'massage-da-am', therapist_id: 'quoc-bao' },
    details: { offerId: 'massage-da-am', partySize: 1, therapistId: 'quoc-bao' },
  })
  assert.deepEqual(parseDetailsOf('spa', '15h Lan 0912345678').missing, [
    'Say which treatment, so that free times can be found.',
  ])
  assert.equal(
    parseDetailsOf('spa', '15h gội bồ kết 2 người Lan').details,
    undefined,
    'the service is for one guest',
  )
  assert.deepEqual(parseDetailsOf('salon', '15h cắt nữ 2 người Lan').missing, [
    'A booking is for one guest. Enter one booking for each guest.',
  ])
  assert.deepEqual(parseDetailsOf('salon', '15h cắt nữ 1 người Lan').missing, [])
})
