/** Words in arguments that are no id or number: what is near, and amounts as people say them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectToolError, expectToolResult } from './support/assistant.ts'
import { guest } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { startShop } from './support/shop.ts'

const { consent: _, ...contact } = guest

describe('words that are no id or number', () => {
  const spa = openBefore(() => startShop('spa'))

  it('lead to the only treatment with one of them', async () => {
    const error = await expectToolError(spa, 'list_therapists', {
      service_id: 'hot stone',
      locale: 'en',
    })
    assert.deepEqual([error.who, error.nearest], ['model', 'massage-da-am'])
    assert.equal(
      error.message,
      'There is no “hot stone”. One word is the same in Warm Stone Massage.',
    )
    const nothing = await expectToolError(spa, 'check_slots', { service_id: 'pizza' })
    assert.equal(nothing.nearest, undefined)
  })

  it('are read as an amount', async () => {
    const { read_back } = await expectToolResult(spa, 'request_gift_card', {
      ...{ ...contact, amount: '1 million', recipient: 'Lan', delivery: 'printed_card' },
      locale: 'en',
    })
    assert.match(String(read_back), /gift card of 1,000,000 ₫/)
  })
})
