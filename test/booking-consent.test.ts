/** The consent text of a booking belongs to the questions that the shop asks, on every interface. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { issueFormToken } from '../src/domain/guard/form-token.ts'
import { changeConsent } from '../src/domain/guest/consent.ts'
import type { GuestQuestion } from '../src/domain/scheduling/guest-question.ts'
import type { Shop } from '../src/domain/trade/trade.ts'
import { localPath } from '../src/kernel/locale.ts'
import { expectToolResult, type JsonRecord } from './support/assistant.ts'
import { book } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { samples } from './support/samples.ts'
import { visibleTextOf } from './support/screen.ts'
import {
  languages,
  loadSampleShop,
  type RunningShop,
  secret,
  startShop,
  type TradeName,
  trades,
} from './support/shop.ts'

type Language = (typeof languages)[number]

/** The sentence about the health question of each sample. */
const sentences: Record<TradeName, Record<Language, string>> = {
  restaurant: {
    vi: 'Nếu tôi ghi dị ứng (dữ liệu nhạy cảm), tôi đồng ý để nhân viên nhận đặt bàn báo cho bếp, ngoài ra không cho ai khác biết; thông tin này được lưu riêng và xoá 7 ngày sau bữa ăn.',
    en: 'If I state allergies (sensitive data), I agree that the staff who take the booking pass them to the kitchen and to no one else; this information is stored separately and erased 7 days after the meal.',
  },
  spa: {
    vi: 'Nếu tôi báo điều gì về sức khoẻ (dữ liệu nhạy cảm), tôi đồng ý cho quầy lễ tân và kỹ thuật viên phục vụ tôi xem, ngoài ra không ai khác; thông tin này được lưu riêng và xoá 7 ngày sau buổi hẹn.',
    en: 'If I report a health condition (sensitive data), I agree that the front desk and the therapist who looks after me see it, and no one else; this information is stored separately and erased 7 days after the visit.',
  },
  salon: {
    vi: 'Nếu tôi báo điều gì về dị ứng hay sức khoẻ (dữ liệu nhạy cảm), tôi đồng ý cho quầy và người thợ làm tóc cho tôi xem, ngoài ra không ai khác; thông tin này được lưu riêng và xoá 7 ngày sau lần hẹn.',
    en: 'If I report anything about allergies or health (sensitive data), I agree that the desk and the stylist who does my hair see it, and no one else; this information is stored separately and erased 7 days after the visit.',
  },
}

/** The text as it must be everywhere: that of the owner, then the sentence if there is one. */
function textOf({ business }: Shop, sentence: Record<Language, string> | undefined, at: Language) {
  return [business.consent.booking.ownerText[at], ...(sentence ? [sentence[at]] : [])].join(' ')
}

/** The text beside the checkbox of the review on the site. */
async function textOnSite(
  app: RunningShop,
  { path, operation, fields }: { path: string; operation: string; fields: object },
  language: Language,
) {
  const body = new URLSearchParams({ step: 'review', request_id: `review-${language}` })
  for (const [name, value] of Object.entries(fields)) {
    if (name !== 'consent') body.set(name, String(value))
  }
  body.set('form_token', issueFormToken(secret, operation, app.clock.now - 5_000))
  const headers = { origin: `http://127.0.0.1:${app.port}` }
  const url = localPath(path, language, languages)
  const response = await app.get(url, { method: 'POST', body, headers })
  const [cookie = ''] = response.headers.get('set-cookie')?.split(';') ?? []
  const location = response.headers.get('location')
  const shown = location === null ? response : await app.get(location, { headers: { cookie } })
  const page = await shown.text()
  assert.equal(shown.status, 200, page)
  return consentOn(page)
}

function consentOn(page: string) {
  const [, label = ''] = /<input [^>]*name="consent"[^>]*>([\s\S]*?)<\/label>/.exec(page) ?? []
  const [, fullText = ''] = /<details class="full-text">[\s\S]*?<p>([\s\S]*?)<\/p>/.exec(page) ?? []
  return { label: visibleTextOf(label), text: visibleTextOf(fullText) }
}

/** The consent texts in the documentation, by path. */
async function textsInDocs(app: RunningShop, language: Language) {
  const page = (
    await (await app.get(localPath('/docs.md', language, languages))).text()
  ).replaceAll('\\', '')
  return new Map(
    [...page.matchAll(/^- (\/api\/\S+): “(.*)”$/gm)].map(([, at = '', text]) => [at, text]),
  )
}

type ConsentSchema = { 'x-consent': { version: string; text: Record<Language, string> } }

/** The consent of an operation in /openapi.json. */
async function consentInOpenApi(app: RunningShop, path: string) {
  const { paths } = (await app.json('/openapi.json')) as unknown as {
    paths: Record<
      string,
      {
        post: {
          requestBody: {
            content: Record<string, { schema: { properties: { consent: ConsentSchema } } }>
          }
        }
      }
    >
  }
  const content = paths[path]?.post.requestBody.content ?? {}
  const found = Object.values(content).map(({ schema }) => schema.properties.consent['x-consent'])
  assert.equal(found.length, 2, 'JSON and form')
  assert.deepEqual(found[0], found[1])
  return found[0]
}

function bookArguments(trade: TradeName): JsonRecord {
  const { name, phone } = samples[trade].request
  const { query } = samples[trade].tools
  return { ...query, time: samples[trade].request.time, name, phone }
}

/** The text of a tool mentions no health data that was not sent, and has the address of the full text. */
function assertReference(text: unknown, language: Language): void {
  const [statement = '', address = ''] = String(text).split(/(?:Full text|Toàn văn): /)
  assert.doesNotMatch(statement, /sensitive data|dữ liệu nhạy cảm/)
  const { pathname, hash } = new URL(address)
  assert.equal(`${pathname}${hash}`, `${localPath('/docs', language, languages)}#consent`)
}

it('does not compile for a question about health without its consent', () => {
  type Incomplete = Omit<Extract<GuestQuestion, { sensitivity: 'health' }>, 'consent'>
  const isRejected: Incomplete extends GuestQuestion ? false : true = true
  assert.ok(isRejected)
})

for (const trade of trades) {
  const shop = loadSampleShop(trade)
  const ordinary = shop.booking.questions.filter(({ sensitivity }) => sensitivity === 'ordinary')
  const withoutHealth: Shop = {
    ...shop,
    booking: { ...shop.booking, questions: ordinary },
    withStaffChanges: () => withoutHealth,
  }
  for (const [kind, opened, sentence] of [
    ['asks about health', shop, sentences[trade]],
    ['asks nothing about health', withoutHealth, undefined],
  ] as const) {
    describe(`a ${trade} that ${kind}`, () => {
      const app = openBefore(() => startShop(trade, { shop: opened, writeLimit: 100 }))
      const { request, tools } = samples[trade]
      const expected = (language: Language) => textOf(shop, sentence, language)

      it('shows the same text on the review and in /docs, to which the tools refer', async () => {
        for (const language of languages) {
          const form = { path: '/booking', operation: 'requestBooking', fields: request }
          const { label, text } = await textOnSite(app, form, language)
          assert.equal(text, expected(language))
          assert.ok(label.split(' ').length <= 25, label)
          assert.equal(/health|sức khoẻ/.test(label), sentence !== undefined, label)
          assert.equal((await textsInDocs(app, language)).get('/api/booking'), expected(language))
          const preview = await expectToolResult(app, tools.bookTool, {
            ...bookArguments(trade),
            locale: language,
          })
          assertReference(preview.consent_text, language)
        }
        const { documentation } = (await app.json('/api')) as {
          documentation: { consent: string }
        }
        const { pathname, hash } = new URL(documentation.consent)
        assert.match(await (await app.get(pathname)).text(), new RegExp(`id="${hash.slice(1)}"`))
      })

      it('stores, exports and shows to staff what the guest agreed to, with the published version', async () => {
        const published = await consentInOpenApi(app, '/api/booking')
        assert.deepEqual(published?.text, { vi: expected('vi'), en: expected('en') })
        const staff = await addStaff(app, 'Hoa')
        for (const [index, language] of languages.entries()) {
          const time = samples[trade].otherTimes[index]
          const { status, body } = await book(app, { ...request, time, locale: language })
          assert.equal(status, 202, JSON.stringify(body))
          const stored = await app.store.read.get(
            `SELECT consent_version AS version, consent_text AS text FROM booking_guests
             JOIN bookings ON bookings.id = booking_id WHERE code = ?`,
            body.code.replaceAll('-', ''),
          )
          assert.deepEqual({ ...stored }, { version: published?.version, text: expected(language) })
          const page = visibleTextOf(await staff.read(`/bookings/${body.code}`))
          assert.ok(page.includes(`bản ${published?.version} ${expected(language)}`), page)
        }
        const exported = await staff.post('/guest-data/export', { guest: String(request.phone) })
        const { bookings } = JSON.parse(await exported.text()) as {
          bookings: { consent_version: string; consent_text: string }[]
        }
        assert.deepEqual(
          bookings.map((one) => [one.consent_version, one.consent_text]).sort(),
          languages.map((language) => [published?.version, expected(language)]).sort(),
        )
      })

      it('names in the text of a change request only what is passed on', async () => {
        const { text: own } = changeConsent(app.shop.business)
        const path = '/api/booking/{code}/change'
        assert.deepEqual((await consentInOpenApi(app, path))?.text, own)
        assert.doesNotMatch(`${own.vi} ${own.en}`, /health|sức khoẻ|email|my name|tên của tôi/)
        const { code } = (await book(app, request)).body
        const digits = String(request.phone).replaceAll(' ', '').slice(-4)
        for (const language of languages) {
          assert.equal((await textsInDocs(app, language)).get(path), own[language])
          const preview = await expectToolResult(app, tools.changeTool, {
            ...{ code, kind: 'cancel', locale: language },
            ...(tools.byPhone && { phone_last4: digits }),
          })
          assertReference(preview.consent_text, language)
          const address = localPath(`/booking/${code}/change?kind=cancel`, language, languages)
          const { label, text } = consentOn(await (await app.get(address)).text())
          assert.equal(text, own[language])
          assert.doesNotMatch(label, /health|sức khoẻ/)
        }
      })
    })
  }
}
