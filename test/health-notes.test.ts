/** An allergy or a health condition in a note is moved to its own question, which only staff see. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isMentioned } from '../src/domain/guest/note.ts'
import { applyRetention } from '../src/domain/privacy/retention.ts'
import { foldDiacritics } from '../src/kernel/fold-diacritics.ts'
import { expectSent, expectToolResult, type JsonRecord } from './support/assistant.ts'
import { book, table } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { fuzzRuns, seed } from './support/seed.ts'
import { loadSampleShop, openForEachTrade, type RunningShop, startShop } from './support/shop.ts'

const guest = { name: 'Nguyễn Thị Lan', phone: '0912 345 678' }
const requests = {
  restaurant: {
    tool: 'request_reservation',
    args: { ...guest, date: '2026-11-20', time: '19:00', party_size: 2 },
  },
  spa: {
    tool: 'request_appointment',
    args: { ...guest, date: '2026-11-20', time: '14:00', service_id: 'goi-bo-ket' },
  },
  salon: {
    tool: 'request_appointment',
    args: { ...guest, date: '2026-11-20', time: '14:00', service_id: 'goi-say' },
  },
} as const
type Trade = keyof typeof requests

const apps = openForEachTrade((trade) => startShop(trade, { writeLimit: 1000 }))

async function readBackOf(trade: Trade, more: object, locale = 'en'): Promise<string> {
  const { tool, args } = requests[trade]
  const preview = await expectToolResult(apps[trade], tool, { ...args, ...more, locale })
  return String(preview.read_back)
}

const answersOf = async (app: RunningShop) =>
  Object.fromEntries(
    (
      await app.store.read.all<{ question: string; answer: string; sensitive: number }>(
        'SELECT question, answer, sensitive FROM booking_answers',
      )
    ).map(({ question, answer, sensitive }) => [question, [JSON.parse(answer), sensitive]]),
  )

describe('a note about an allergy', () => {
  for (const [note, avoids] of [
    ['severe peanut allergy, anaphylaxis', 'Peanuts'],
    ['My son is allergic to shellfish.', 'Crustaceans, Molluscs'],
    ['con tôi dị ứng lạc rất nặng', 'Peanuts'],
    ['con toi di ung dau phong', 'Peanuts'],
    ['no peanuts please', 'Peanuts'],
    ['không ăn được trứng và sữa', 'Eggs, Milk'],
    ['kiêng hải sản', 'Crustaceans, Molluscs, Fish'],
    ['one of us is coeliac', 'Gluten'],
  ] as const) {
    it(`is read back as an allergy, in the words of the guest: ${note}`, async () => {
      const readBack = await readBackOf('restaurant', { note })
      assert.match(readBack, new RegExp(`; must avoid: ${avoids}; about the allergy: ${note}`))
      assert.doesNotMatch(readBack, /note:|no allergies/)
    })
  }

  it('keeps the other sentences in the note', async () => {
    const note = 'Window seat please. My wife is allergic to fish! We come by car.'
    const readBack = await readBackOf('restaurant', { note, allergens: ['milk'] })
    assert.match(
      readBack,
      /must avoid: Fish, Milk; about the allergy: My wife is allergic to fish!/,
    )
    assert.match(readBack, /note: Window seat please. We come by car.;/)
  })

  it('is kept as words if the kitchen does not track it', async () => {
    const readBack = await readBackOf('restaurant', { note: 'allergic to walnuts' })
    assert.match(readBack, /about the allergy: allergic to walnuts/)
    assert.doesNotMatch(readBack, /must avoid|no allergies/)
  })

  it('that only mentions a food stays a note, with a warning and without a claim', async () => {
    const { tool, args } = requests.restaurant
    for (const note of ['a table at the fish tank', 'bàn gần bể cá']) {
      const more = { ...args, note, locale: 'en' }
      const { read_back, warnings } = await expectToolResult(apps.restaurant, tool, more)
      assert.match(String(read_back), new RegExp(`note: ${note}`))
      assert.doesNotMatch(String(read_back), /must avoid|no allergies/)
      assert.match(JSON.stringify(warnings), /mentions: Fish/)
    }
    for (const note of ['cả nhà đi cùng', 'We have no allergies']) {
      assert.doesNotMatch(await readBackOf('restaurant', { note }), /must avoid/, note)
    }
    assert.match(await readBackOf('restaurant', { note: 'cả nhà' }), /no allergies reported/)
  })

  it('is stored with the allergies, which staff see and which are deleted with them', async () => {
    const app = await startShop('restaurant')
    const { tool, args } = requests.restaurant
    const note = 'Gần cửa sổ. Con tôi dị ứng lạc, rất nặng.'
    await expectSent(app, tool, { ...args, note })
    assert.deepEqual(await answersOf(app), {
      allergens: [['peanuts'], 1],
      allergy_details: [['Con tôi dị ứng lạc, rất nặng.'], 1],
    })
    const row = await app.store.read.get<{ note: string }>('SELECT note FROM booking_guests')
    assert.equal(row?.note, 'Gần cửa sổ.')
    const staff = await addStaff(app, 'Hoa')
    assert.match(await staff.read('/?date=2026-11-20'), /Lạc, Con tôi dị ứng lạc, rất nặng\./)
    app.clock.now += 20 * 24 * 3_600_000
    await applyRetention(app.store, { guest_days: 365, health_days: 7 }, () => app.clock.now)
    assert.deepEqual(await answersOf(app), {})
  })
})

describe('a note about health', () => {
  for (const [trade, note, box] of [
    ['spa', 'I am 5 months pregnant', 'Pregnant'],
    ['spa', 'Em đang có bầu', 'Pregnant'],
    ['spa', 'huyet ap hoi cao', 'High or low blood pressure'],
    ['spa', 'allergic to honey', 'Allergy to herbs, oils, honey or nuts'],
    ['salon', 'dị ứng thuốc nhuộm', 'A reaction to hair dye or black henna before'],
  ] as const) {
    it(`ticks its box at the ${trade}: ${note}`, async () => {
      const readBack = await readBackOf(trade, { note })
      assert.match(readBack, new RegExp(`; health: ${box}; about health: ${note}`))
      assert.doesNotMatch(readBack, /no health condition|note:/)
    })
  }

  it('that denies a condition ticks nothing', async () => {
    const readBack = await readBackOf('spa', { note: 'I am not pregnant' })
    assert.match(readBack, /note: I am not pregnant/)
    assert.doesNotMatch(readBack, /health: /)
  })
})

describe('details of an allergy', () => {
  const app = openBefore(() => startShop('restaurant'))

  it('are a field of the API and of the form, and no one else sees them', async () => {
    const details = 'con trai 6 tuổi, phải tiêm EpiPen'
    const { status, body } = await book(app, { ...table, allergy_details: details })
    assert.equal(status, 202)
    assert.deepEqual(await answersOf(app), { allergy_details: [[details], 1] })
    const shown = await app.json(`/api/booking/${body.code}`)
    assert.doesNotMatch(JSON.stringify([body, shown]), /EpiPen/)
    const form = await (await app.get('/booking?party_size=2&date=2026-11-20&time=19:00')).text()
    assert.match(form, /<textarea[^>]*name="allergy_details"/)
    const long = await book(app, { ...table, allergy_details: 'a'.repeat(501) })
    assert.deepEqual([long.status, long.body.fields[0]?.name], [422, 'allergy_details'])
  })

  it('are entered by staff', async () => {
    const staff = await addStaff(app, 'Mai')
    const page = await staff.read(`/entry?line=${encodeURIComponent('20/11 19h 4 người Lan')}`)
    assert.match(page, /name="answer\.allergy_details"/)
  })
})

it('a note with a word for an allergy or a condition is never read back as if there were none', async () => {
  const cases = (['restaurant', 'spa', 'salon'] as const).flatMap((trade) =>
    loadSampleShop(trade).booking.questions.flatMap((question) => {
      const { inNote, options, noneText } = question
      const words = [
        ...options.flatMap(({ name }) => [name.vi, name.en]),
        ...(inNote ? [...inNote.cues, ...Object.values(inNote.words).flat()] : []),
      ]
      return inNote && noneText ? [{ trade, question, words, noneText }] : []
    }),
  )
  assert.equal(cases.length, 3)
  const around = fc.constantFrom('', 'please note', 'xin lưu ý', 'We are four', 'bàn cạnh cửa sổ')
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...cases).chain((one) =>
        fc.record({
          one: fc.constant(one),
          word: fc.constantFrom(...one.words),
          isFolded: fc.boolean(),
          before: around,
          after: around,
          locale: fc.constantFrom('vi' as const, 'en' as const),
        }),
      ),
      async ({ one: { trade, question, noneText }, word, isFolded, before, after, locale }) => {
        const named = isFolded ? foldDiacritics(word) : word
        const note = `${before} ${named} ${after}`.trim()
        assert.ok(isMentioned(question, note), note)
        const { tool, args } = requests[trade]
        const result = await expectToolResult<JsonRecord>(apps[trade], tool, {
          ...args,
          note,
          locale,
        }).catch((error: unknown) => {
          // The rule of the first months may reject a request whose note tells the month.
          if (/trimester/.test(note)) return { read_back: '' }
          throw error
        })
        assert.ok(
          !String(result.read_back).includes(noneText[locale]),
          `${note}: ${result.read_back}`,
        )
      },
    ),
    { seed, numRuns: fuzzRuns },
  )
})
