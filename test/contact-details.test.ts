/** Phone numbers, names and notes that staff could not use are rejected with an explanation, on every face. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBefore } from './support/lifetime.ts'
import { base, startShop } from './support/shop.ts'

const app = openBefore(() => startShop('restaurant', { writeLimit: 100_000 }))

const guest = { name: 'Nguyễn Thị Lan', phone: '0912 345 678', consent: '1' }

type FieldRecord = { name: string; code: string; message: string }

async function fieldErrors(fields: object, locale = 'en'): Promise<FieldRecord[]> {
  const response = await app.post(`/api/lead?dry_run=1&locale=${locale}`, { ...guest, ...fields })
  if (response.status === 201) return []
  assert.equal(response.status, 422)
  const problem = (await response.json()) as { fields: FieldRecord[] }
  return problem.fields
}

describe('the phone number', () => {
  for (const phone of ['0123456789', '0111111111', '0000000000', '+84 123 456 789']) {
    it(`${phone} is rejected with an explanation in both languages`, async () => {
      const [english] = await fieldErrors({ phone })
      assert.equal(english?.name, 'phone')
      assert.match(english.message, /does not exist/)
      const [vietnamese] = await fieldErrors({ phone }, 'vi')
      assert.match(vietnamese?.message ?? '', /không tồn tại/)
    })
  }

  for (const phone of ['0912345678', '(024) 3718 0146', '+33 6 12 34 56 78', '+1 415 555 2671']) {
    it(`${phone} is accepted`, async () => assert.deepEqual(await fieldErrors({ phone }), []))
  }
})

describe('the name', () => {
  const rejected = {
    test: /real name/,
    'Test TEST': /real name/,
    asdf: /real name/,
    'n/a': /real name/,
    xxx: /real name/,
    Tên: /real name/,
    Khách: /real name/,
    'Test 1': /real name/,
    test1: /real name/,
    'test test 2': /real name/,
    'Guest 2': /real name/,
    guest_02: /real name/,
    'User #3': /real name/,
    'Guest A': /real name/,
    'Khách 1': /real name/,
    'KHÁCH 1': /real name/,
    'Kha\u0301ch 1': /real name/,
    khach2: /real name/,
    'Khách hàng 12': /real name/,
    'Khách lẻ': /real name/,
    'Tên 1': /real name/,
    abc123: /real name/,
    'ABC 123': /real name/,
    '123 abc': /real name/,
    qwerty1: /real name/,
    'aaa 1': /real name/,
    'foo bar': /real name/,
    'Test １': /real name/,
    'Khách 18:30': /real name/,
    'Khách!': /real name/,
    'Guest/2': /real name/,
    'no-name': /real name/,
    'Test, test': /real name/,
    test1test: /real name/,
    'Nguyen Van A': /a title such as Anh/,
    'Nguyễn Văn A': /a title such as Anh/,
    'Trần Thị B': /a title such as Anh/,
    'John Doe': /a title such as Anh/,
    'khách hàng': /real name/,
    'https://example.com/win': /not a web or email address/,
    'www.example.vn': /not a web or email address/,
    'Lan example.com': /not a web or email address/,
    'lan@example.com': /not a web or email address/,
    '...': /with letters/,
    '12345': /with letters/,
    '🍜🍜': /with letters/,
    '\u3164': /invisible/,
  }
  for (const [name, message] of Object.entries(rejected)) {
    it(`${JSON.stringify(name)} is rejected`, async () => {
      const [error] = await fieldErrors({ name })
      assert.equal(error?.name, 'name')
      assert.match(error.message, message)
    })
  }

  const accepted = [
    ...['Na', 'Khổng', 'Ngô Test', 'Lê Khách', 'T.Lan', 'Đỗ Tên', 'Bo', 'A', 'Ý', 'Y', 'Ô', 'Á'],
    ...['An 2', 'Lan 1', 'Chị Hoa 2', 'Anh Nguyễn Văn A', 'Mr John Doe', 'Nguyễn Á', 'Lê A'],
    ...['Nguyễn Văn An', 'Nguyễn Thị Ân', 'Nguyễn Văn T', 'Trần Thị Bé', 'Lê Văn Cư', 'Lê Thị'],
    ...['Như Ý', 'Y Moan Ênuôl', 'H Hen Niê', 'A Tên', 'Giàng A Páo', 'Thử', 'Thu', 'Khánh'],
    ...['Khách Sơn', 'Đỗ Thị Khách', 'Tôn Nữ Thị Ninh', 'Dương Thị A Mỹ', 'Lý A Sìn', 'Bùi Ký'],
    ...["O'Neil", "O'Brien", 'D’Angelo', 'Jean-Luc', 'María José', 'Þór', 'Søren', 'Łukasz'],
    ...['Bar Refaeli', 'Bar', 'Nil', 'Foo Mee Har', 'Jon Tester', 'Christopher Guest', 'U Nu'],
    ...['Doe', 'Jane', 'Ng', 'Oo', 'Ai', 'Bo Bo', 'Lala', 'Mimi', 'Nana', 'Kiki', 'Ann Test-Berg'],
    ...[
      '李',
      '王小明',
      '田中 太郎',
      'さくら',
      '김민수',
      'Мария',
      'Ω Παπαδόπουλος',
      'محمد',
      'สมชาย',
    ],
    ...['John Smith III', 'Henry 8', 'Anna B.', 'J. R. Tolkien', 'X Æ A-12', 'Abcde', 'Sample-Ray'],
    ...['A. A. Milne', 'A.A.A.', 'N. A.', 'Bé (Test)', 'Chị Hoa 18:30', 'Hà/Test', 'Lan: 2'],
  ]
  for (const name of accepted) {
    it(`${name} is accepted`, async () => assert.deepEqual(await fieldErrors({ name }), []))
  }
})

describe('a text', () => {
  const hidden = {
    'a zero-width space': 'a\u200Bb',
    'a tag character': 'a\u{E0061}',
    BOM: 'a\uFEFF b',
  }
  for (const [kind, message] of Object.entries(hidden)) {
    it(`with ${kind} is rejected`, async () => {
      const [error] = await fieldErrors({ message })
      assert.equal(error?.name, 'message')
      assert.match(error.message, /invisible characters/)
    })
  }

  it('with emoji and Vietnamese letters is accepted', async () => {
    assert.deepEqual(await fieldErrors({ message: 'Sinh nhật bé 👨‍👩‍👧 ❤️, ghế trẻ em nhé' }), [])
  })

  it('with invisible characters is rejected as a note of a booking', async () => {
    const response = await app.post('/api/booking?dry_run=1&locale=en', {
      ...guest,
      date: '2026-11-20',
      time: '18:30',
      party_size: 2,
      note: 'cửa\u2060 sổ',
    })
    assert.equal(response.status, 422)
    const { fields } = (await response.json()) as { fields: FieldRecord[] }
    assert.deepEqual(
      fields.map(({ name }) => name),
      ['note'],
    )
  })
})

it('a tool rejects the same contact details', async () => {
  const response = await app.post(
    '/mcp',
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'submit_contact_request',
        arguments: { name: 'test', phone: '0123456789', consent: true, locale: 'en' },
      },
    },
    { Accept: 'application/json, text/event-stream', Origin: base },
  )
  const text = await response.text()
  assert.match(text, /does not exist/)
  assert.match(text, /What name can staff use/)
})
