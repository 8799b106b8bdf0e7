import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readPhone } from './phone.ts'

it('reads nothing out of nothing, before the first number and after it', () => {
  assert.equal(readPhone(''), undefined)
  assert.equal(readPhone('0912 345 678'), '+84912345678')
  assert.equal(readPhone('+84912345678'), '+84912345678')
  assert.equal(readPhone(''), undefined)
  assert.equal(readPhone('091234'), undefined)
})
