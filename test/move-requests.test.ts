/** Moves that a guest requests through an assistant, in every trade: checked, read back, and nothing held. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { call, expectToolError, expectToolResult } from './support/assistant.ts'
import { book, rowCounts } from './support/booking.ts'
import { samples } from './support/samples.ts'
import { openForEachTrade, startShop, trades } from './support/shop.ts'

const apps = openForEachTrade((trade) => startShop(trade, { writeLimit: 1000 }))

type Recorded = { recorded: boolean; kind: string; read_back: string }

for (const trade of trades) {
  const app = apps[trade]
  const { request, otherTimes, tools } = samples[trade]
  const proof = tools.byPhone ? { phone_last4: '5678' } : {}
  const [newTime, fullTime] = otherTimes

  const move = (code: string, fields: object) => ({
    ...{ code, kind: 'move', consent: true, locale: 'en' },
    ...proof,
    ...fields,
  })

  describe(`${tools.changeTool} of the ${trade}`, () => {
    it('records a move, names what was booked with both times, and holds nothing', async () => {
      const { body } = await book(app, request)
      const before = await rowCounts(app)
      const fields = { date: request.date, weekday: 'friday', time: newTime }
      const moved = await expectToolResult<Recorded>(app, tools.changeTool, move(body.code, fields))
      assert.deepEqual([moved.recorded, moved.kind], [true, 'move'])
      const { offer } = await app.json(`/api/booking/${body.code}?locale=en`)
      const { name } = offer as { name: string }
      const day = 'Friday 20 November 2026'
      for (const part of [body.code, name, `${day} at ${request.time}`, `to ${day} at ${newTime}`])
        assert.ok(moved.read_back.includes(part), moved.read_back)
      const after = await rowCounts(app)
      assert.equal(after.cells, before.cells)
      assert.equal(after.booking_changes, Number(before.booking_changes) + 1)
      const status = await expectToolResult(app, 'get_booking_status', { code: body.code })
      assert.deepEqual([status.time, status.change_requested], [request.time, true])
    })

    it('offers free times if the new time is full', async () => {
      const date = '2026-11-27'
      const { body } = await book(app, { ...request, date: '2026-12-04' })
      // Requests of other guests until nothing is left at the new time.
      for (let guest = 0; guest < 60; guest++) {
        const phone = `09123${String(guest).padStart(2, '0')}678`
        const { status } = await book(app, { ...request, date, time: fullTime, phone })
        if (status === 409) break
        assert.equal(status, 202)
      }
      const before = await rowCounts(app)
      const fields = { date, time: fullTime }
      const response = await app.post(`/api/booking/${body.code}/change`, {
        ...{ kind: 'move', phone_last4: '5678', consent: '1' },
        ...fields,
      })
      assert.equal(response.status, 409)
      const error = await expectToolError(app, tools.changeTool, move(body.code, fields))
      const { alternatives } = (await response.json()) as { alternatives: { time: string }[] }
      assert.ok(alternatives.length > 0)
      assert.ok(JSON.stringify(error).includes(alternatives[0]?.time ?? '?'))
      assert.deepEqual(await rowCounts(app), before)
    })

    it('asks for the day and the time of a move, and accepts none with a cancellation', async () => {
      const { body } = await book(app, { ...request, date: '2026-11-28' })
      const missing = await expectToolError(app, tools.changeTool, move(body.code, {}))
      assert.match(JSON.stringify(missing), /date.*time/)
      const cancel = move(body.code, { kind: 'cancel', date: '2026-11-29' })
      assert.match(JSON.stringify(await expectToolError(app, tools.changeTool, cancel)), /date/)
      const wrongDay = move(body.code, { date: '2026-11-29', weekday: 'friday', time: newTime })
      const { isError, content } = await call(app, tools.changeTool, wrongDay)
      assert.equal(isError, true)
      assert.match(String(content[0]?.text), /Sunday 29 November 2026/)
    })
  })
}
