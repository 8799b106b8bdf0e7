/** What a model reads if a limit is reached, or if the same request was sent before. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import {
  call,
  expectSent,
  expectToolError,
  type JsonRecord,
  type ToolError,
} from './support/assistant.ts'
import { rowCounts } from './support/booking.ts'
import { samples } from './support/samples.ts'
import { languages, type RunningShop, startShop, trades } from './support/shop.ts'

/** Only the shop can change it: the model learns when to try again, and the guest whom to call. */
function assertLimit(app: RunningShop, error: ToolError, code: string): void {
  assert.deepEqual([error.who, error.code, error.stored], ['shop', code, false])
  assert.ok(error.retry_after && error.retry_after > 0 && error.retry_after <= 86_400)
  assert.ok(error.message.includes(app.shop.business.phone), error.message)
  const text = JSON.stringify(error)
  assert.ok(countTokens(text) <= 150, `${countTokens(text)} tokens: ${text}`)
}

for (const trade of trades) {
  const { bookTool } = samples[trade].tools
  const { offerId, consent: _, ...fields } = samples[trade].request as JsonRecord
  const request = { ...fields, ...(offerId !== undefined && { service_id: offerId }) }

  describe(`${bookTool} of the ${trade}`, () => {
    for (const locale of languages) {
      it(`says when the write limit ends, and that others may share the address (${locale})`, async () => {
        const app = await startShop(trade, { writeLimit: 1 })
        await expectSent(app, bookTool, { ...request, locale })
        const again = { ...request, time: samples[trade].otherTimes[0], consent: true, locale }
        const error = await expectToolError(app, bookTool, again)
        assertLimit(app, error, 'rate-limited')
        assert.match(error.message, /nhiều người dùng chung|several people may share/)
      })

      it(`says that the shop has not answered the earlier requests of a phone number (${locale})`, async () => {
        const app = await startShop(trade)
        const dates = ['2026-11-20', '2026-11-21', '2026-11-27']
        for (const date of dates) await expectSent(app, bookTool, { ...request, date, locale })
        const fourth = { ...request, date: '2026-11-28', consent: true, locale }
        const error = await expectToolError(app, bookTool, fourth)
        assertLimit(app, error, 'too-many-open-requests')
        assert.match(error.message, /3 yêu cầu từ một số điện thoại|3 requests from one phone/)
      })

      it(`says that the same request had been sent before (${locale})`, async () => {
        const app = await startShop(trade)
        const first = await expectSent(app, bookTool, { ...request, locale })
        assert.doesNotMatch(String(first.summary), /đã được gửi trước đó|had been sent before/)
        const before = await rowCounts(app)
        const { structuredContent } = await call(app, bookTool, {
          ...{ ...request, consent: true, locale },
        })
        assert.deepEqual(
          [structuredContent?.already_requested, structuredContent?.code],
          [true, first.code],
        )
        assert.match(
          String(structuredContent?.summary),
          /đã được gửi trước đó, mã .*không có yêu cầu thứ hai|had been sent before, code .*no second/,
        )
        assert.deepEqual(await rowCounts(app), before)
      })
    }
  })
}
