import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readOfferLines } from './offer-lines.ts'

const dish = (...lines: string[]) =>
  readOfferLines(
    lines.map((line) => line.split('\t')),
    { hasMinutes: false },
  ).slice(1)

const service = (line: string, defaultMinutes?: number) =>
  readOfferLines([line.split('\t')], { hasMinutes: true, defaultMinutes })[1]

describe('readOfferLines', () => {
  for (const line of [
    'Phở bò 65k',
    'Phở bò - 65k',
    'Phở bò: 65k',
    'Phở bò......65k',
    'Phở bò\t65k',
    'Phở bò\tbát lớn\t65k',
  ]) {
    it(`reads ${JSON.stringify(line)}`, () => assert.deepEqual(dish(line), [['', 'Phở bò', '65k']]))
  }

  for (const price of [
    '65.000',
    '65,000',
    '65000đ',
    '65.000 VNĐ',
    '65 nghìn',
    '1tr2',
    '1tr 200',
    '1,2 triệu',
  ])
    it(`reads the price ${price}`, () =>
      assert.deepEqual(dish(`Lẩu ${price}`), [['', 'Lẩu', price]]))

  it('reads a price with a space', () => {
    assert.deepEqual(dish('Phở bò 65 000', 'Bia 333 25k'), [
      ['', 'Phở bò', '65000'],
      ['', 'Bia 333', '25k'],
    ])
  })

  it('takes short prices as thousands only if all are short', () => {
    assert.deepEqual(
      dish('Phở 65', 'Trà đá 5').map(([, , price]) => price),
      ['65000', '5000'],
    )
    assert.deepEqual(
      dish('Phở 65', 'Lẩu 250k').map(([, , price]) => price),
      ['65', '250k'],
    )
  })

  it('never takes one of two prices', () => {
    const lines = [
      'Phở bò 55k/65k',
      'Phở bò 55k 65k',
      'Phở bò 55k - 65k',
      'Phở bò 55-65k',
      'Lẩu 1tr2 1tr5',
    ]
    for (const line of [...lines, 'Phở bò 55.000đ, 65.000đ', 'Sơn 10k/ngón'])
      assert.deepEqual(dish(line), [['', line, '']])
    assert.deepEqual(dish('Phở bò\t55k\t65k', 'Phở bò 55k\t65k'), [
      ['', 'Phở bò', ''],
      ['', 'Phở bò 55k', ''],
    ])
  })

  it('takes a line in capitals or with a colon as the category of the next ones', () => {
    assert.deepEqual(dish('ĐỒ UỐNG', 'Trà đá 5k', 'Món thêm:', 'Quẩy 5k'), [
      ['Đồ uống', 'Trà đá', '5k'],
      ['Món thêm', 'Quẩy', '5k'],
    ])
  })

  for (const line of [
    'Gội đầu 90 phút 120k',
    "Gội đầu 90' 120k",
    'Gội đầu (90p) - 120k',
    'Gội đầu 1h30 120k',
    'Gội đầu 1 tiếng 30 phút: 120k',
    'Gội đầu\t90\t120k',
    'Gội đầu\t90 phút\t120k',
  ]) {
    it(`reads the length in ${JSON.stringify(line)}`, () =>
      assert.deepEqual(service(line), ['', 'Gội đầu', '90', '120k']))
  }

  it('uses the usual length for a line without one', () => {
    assert.deepEqual(service('Cắt tóc nam 100k', 45), ['', 'Cắt tóc nam', '45', '100k'])
  })
})
