import assert from 'node:assert/strict'
import { it } from 'node:test'
import { vietQr } from './vietqr.ts'

/** Codes published by third parties, with their inputs. */
const published = [
  {
    payee: { bin: '970416', account: '257678859' },
    amount: 10_000,
    purpose: 'Chuyen tien',
    text: '00020101021238530010A0000007270123000697041601092576788590208QRIBFTTA53037045405100005802VN62150811Chuyen tien630453E6',
  },
  {
    payee: { bin: '970415', account: '0011001932418' },
    amount: 120_000,
    purpose: 'ung ho lu lut',
    text: '00020101021238570010A00000072701270006970415011300110019324180208QRIBFTTA530370454061200005802VN62170813ung ho lu lut6304C15C',
  },
]

for (const { payee, amount, purpose, text } of published) {
  it(`generates the published code for ${purpose}`, () => {
    assert.equal(vietQr(payee, amount, purpose), text)
  })
}

/** Splits a code into ids and values. */
function fieldsOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (let offset = 0; offset < text.length; ) {
    const length = Number(text.slice(offset + 2, offset + 4))
    found.set(text.slice(offset, offset + 2), text.slice(offset + 4, offset + 4 + length))
    offset += 4 + length
  }
  return found
}

it('contains the EMVCo and NAPAS fields in order', () => {
  const payee = { bin: '970436', account: '0123456789' }
  const fields = fieldsOf(vietQr(payee, 1_500_000, 'BAN7K3M9Q2X4D'))
  assert.deepEqual([...fields.keys()], ['00', '01', '38', '53', '54', '58', '62', '63'])
  assert.deepEqual(
    ['00', '01', '53', '54', '58'].map((id) => fields.get(id)),
    ['01', '12', '704', '1500000', 'VN'],
  )
  const napas = fieldsOf(fields.get('38') ?? '')
  assert.deepEqual([napas.get('00'), napas.get('02')], ['A000000727', 'QRIBFTTA'])
  assert.deepEqual(
    [...fieldsOf(napas.get('01') ?? '')],
    [
      ['00', '970436'],
      ['01', '0123456789'],
    ],
  )
  assert.deepEqual([...fieldsOf(fields.get('62') ?? '')], [['08', 'BAN7K3M9Q2X4D']])
  assert.match(fields.get('63') ?? '', /^[0-9A-F]{4}$/)
})
