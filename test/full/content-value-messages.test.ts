/** Messages of the content check about YAML, names, keys and values. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDays } from '../../proof/support/scratch.ts'
import { sampleFolder } from '../../src/content/sample.ts'
import type { Locale } from '../../src/kernel/locale.ts'
import { checkAfter, checkFolder, copyOf, openShop, others } from '../support/checked-content.ts'
import { runInProcess } from '../support/command.ts'

describe('invalid YAML', () => {
  const treatments = 'treatments/2-massage-body.yaml'
  const misindented = {
    vi: 'dòng này thụt vào không thẳng với các dòng cùng mục; hãy chỉnh số dấu cách đầu dòng cho bằng dòng cùng mục ở trên hoặc ở dưới',
    en: 'this line is not indented like the others of its entry; indent it like the line above or below it',
  }
  const noQuote = {
    vi: 'thiếu dấu ngoặc kép đóng ("); hãy viết dấu " ở cuối',
    en: 'the closing quote (") is missing; write a " at the end',
  }
  const cases: [name: string, before: RegExp, now: string, expected: Record<Locale, string>][] = [
    ['a line indented too little', /^ {4}price: 350000/m, '   price: 350000', misindented],
    ['a line indented too much', /^ {4}price: 350000/m, '     price: 350000', misindented],
    ['a line indented far too much', /^ {4}price: 350000/m, '        price: 350000', misindented],
    [
      'the first of two lines indented too little',
      /^ {6}vi: Một buổi/m,
      '     vi: Một buổi',
      misindented,
    ],
    [
      'the first of two lines indented too much',
      /^ {6}vi: Một buổi/m,
      '       vi: Một buổi',
      misindented,
    ],
    [
      'the first line of a long text indented too much',
      /^ {6}vi: >-/m,
      '       vi: >-',
      misindented,
    ],
    ['a dash indented too little', /^ {2}- id: (?!co-vai-gay)/m, ' - id: ', misindented],
    ['a dash indented too much', /^ {2}- id: (?!co-vai-gay)/m, '   - id: ', misindented],
    ['a list item indented too little', /^ {6}- \{ vi: "Túi/m, '     - { vi: "Túi', misindented],
    [
      'a missing quote at the end of a text',
      /vi: Một buổi.*/,
      'vi: "Một buổi ngắn. # lời mới',
      {
        vi: 'thiếu dấu ngoặc kép đóng ("); hãy viết vi: "Một buổi ngắn."',
        en: 'the closing quote (") is missing; write vi: "Một buổi ngắn."',
      },
    ],
    ['a missing quote at the end of a long text', /vi: (Túi vải hấp)/, 'vi: "$1', noQuote],
    ['a missing quote at the end within braces', /trên, 35 phút"/, 'trên, 35 phút', noQuote],
    [
      'text outside the quotes',
      /vi: Một buổi ngắn/,
      'vi: "Một buổi" ngắn',
      {
        vi: 'có chữ đứng ngoài dấu ngoặc kép; hãy viết cả câu trong một cặp ngoặc kép; bên trong thì dùng “ ”',
        en: 'there is text outside the quotes; write all of it between one pair of quotes, with “ ” inside',
      },
    ],
    [
      'a missing brace at the end',
      /en: Neck and Shoulders \}/,
      'en: Neck and Shoulders',
      {
        vi: 'thiếu dấu ngoặc nhọn đóng (}); hãy viết dấu } ở cuối',
        en: 'the closing brace (}) is missing; write a } at the end',
      },
    ],
    [
      'a missing colon',
      /price: 350000/,
      'price 350000',
      {
        vi: 'sau price thiếu dấu hai chấm; hãy viết dấu hai chấm rồi dấu cách: price: 350000',
        en: 'there is no colon after price; write a colon and a space: price: 350000',
      },
    ],
    [
      'a missing space after a dash',
      /- id: co-vai-gay/,
      '-id: co-vai-gay',
      {
        vi: 'sau dấu gạch ngang đầu dòng thiếu dấu cách; hãy viết một dấu cách sau dấu gạch ngang: - id: co-vai-gay',
        en: 'there is no space after the dash; write one there: - id: co-vai-gay',
      },
    ],
  ]
  for (const [name, before, now, expected] of cases) {
    it(`is reported with the line of the error: ${name}`, async () => {
      let line = 0
      const { vi, en } = await checkAfter('spa', ({ replace }) => {
        line = replace(treatments, before, now)
      })
      assert.deepEqual(en, [`${treatments} line ${line}: ${expected.en}`])
      assert.deepEqual(vi, [`${treatments} dòng ${line}: ${expected.vi}`])
    })
  }

  it('is never reported in the words of the parser', async () => {
    const { vi, en } = await checkAfter('spa', ({ replace }) => {
      replace(treatments, 'price: 350000', 'price: @350000')
    })
    assert.match(
      en[0] ?? '',
      /this is not valid YAML \(the text starts with a special character and must /,
    )
    assert.match(vi[0] ?? '', /chưa đúng cách viết YAML \(câu chữ bắt đầu bằng một ký hiệu, /)
  })
})

describe('name that is not in its list', () => {
  const massages = 'treatments/2-massage-body.yaml'

  it('is reported with what was meant, or else with the list', async () => {
    const lists = {
      en: 'one of facial, massage, hair_wash, double',
      vi: 'một trong: facial, massage, hair_wash, double',
    }
    const meant = { en: 'room: massage', vi: 'room: massage' }
    for (const [name, reason, write] of [
      ['Phòng massage', '"Phòng massage" is written as massage here', meant],
      ['masage', 'there is no "masage"', meant],
      ['"1 2"', 'there is no "1 2"', lists],
    ] as const) {
      const { vi, en } = await checkAfter('spa', ({ replace }) => {
        replace(massages, /room: massage/, `room: ${name}`)
      })
      assert.equal(en.length, 1, en.join('\n'))
      assert.ok(
        en[0]?.endsWith(`, the room of Massage cổ vai gáy: ${reason}; write ${write.en}`),
        en[0],
      )
      assert.ok(vi[0]?.endsWith(`; hãy viết ${write.vi}`), vi[0])
    }
    const { vi, en } = await checkAfter('spa', ({ replace }) => {
      replace(massages, /feelings: \[moi-vai-gay/, 'feelings: [mỏi-vai-gáy')
    })
    assert.equal(en.length, 1, en.join('\n'))
    assert.match(en[0] ?? '', /: there is no "mỏi-vai-gáy"; write feelings: \[moi-vai-gay, /)
    assert.match(vi[0] ?? '', /: không có "mỏi-vai-gáy"; hãy viết feelings: \[moi-vai-gay, /)
  })

  it('is reported with the file if there is no name at all', async () => {
    const { vi, en } = await checkAfter('spa', ({ replace }) => {
      replace('memberships.yaml', /^ {4}treatment: .*\n/m, '')
    })
    assert.match(
      en.join('\n'),
      /: the treatment of .* is missing; write treatment: an id from treatments$/,
    )
    assert.match(
      vi.join('\n'),
      /: thiếu liệu trình của .*; hãy viết treatment: một id lấy từ treatments$/,
    )
  })

  it('can be removed if it is one of several', async () => {
    const { vi, en } = await checkAfter('spa', ({ remove }) => remove(massages))
    const therapists = en.filter((line) => line.startsWith('therapists.yaml'))
    assert.ok(therapists.length > 3, en.join('\n'))
    for (const line of therapists) assert.match(line, /, or remove it$/)
    for (const line of vi.filter((one) => one.startsWith('therapists.yaml'))) {
      assert.match(line, /, hoặc bỏ đi$/)
    }
    const meal = await checkAfter('restaurant', ({ replace }) => {
      replace('set-meals.yaml', /^ {6}- \{ dish: [a-z-]+/m, '      - { dish: pizza')
    })
    assert.match(meal.en.join('\n'), /there is no "pizza"; .*, or remove it$/)
  })
})

describe('duplicate file', () => {
  it('is reported with the advice to remove one', async () => {
    const massages = 'treatments/2-massage-body.yaml'
    const { vi, en } = await checkAfter('spa', ({ read, write }) => {
      write('treatments/2-massage-body - Copy.yaml', read(massages))
    })
    assert.ok(en.length > 3, en.join('\n'))
    for (const line of en)
      assert.match(
        line,
        /is used twice, first in .*; write another id, or remove one of the two files$/,
      )
    for (const line of vi) assert.match(line, /; hãy viết một id khác, hoặc bỏ một trong hai tệp$/)
    const { en: within } = await checkAfter('spa', ({ replace }) => {
      replace(massages, '- id: co-vai-gay', '- id: massage-sa-chanh')
    })
    assert.match(
      within.join('\n'),
      /"massage-sa-chanh" is used twice, first in .*; write id: massage-dau-sa-chanh$/m,
    )
  })
})

describe('file with an almost correct name', () => {
  it('is reported with the correct name, without errors that follow from it', async () => {
    const { vi, en } = await checkAfter('spa', ({ rename }) => {
      rename('faqs.yaml', 'faqs.yaml.txt')
      rename('rooms.yaml', 'rooms.yml')
      rename('treatments/2-massage-body.yaml', 'treatments/2-massage-body.yaml.txt')
      rename('pages/about.vi.md', 'pages/about.vi.md.txt')
      rename('pages/privacy.vi.md', 'pages/privacy.vi.MD')
      rename('pages/privacy.en.md', 'pages/privacy.en.MD')
    })
    assert.deepEqual(en, [
      'faqs.yaml.txt line 1: its name does not end in .yaml; rename it to faqs.yaml',
      'pages/about.vi.md.txt line 1: its name does not end in .md; rename it to about.vi.md',
      'pages/privacy.vi.MD line 1: its name does not end in .md; rename it to privacy.vi.md',
      'pages/privacy.en.MD line 1: its name does not end in .md; rename it to privacy.en.md',
      'treatments/2-massage-body.yaml.txt line 1: its name does not end in .yaml; rename it to 2-massage-body.yaml',
      'rooms.yml line 1: its name does not end in .yaml; rename it to rooms.yaml',
    ])
    assert.equal(
      vi[0],
      'faqs.yaml.txt dòng 1: tên tệp chưa kết thúc bằng .yaml; hãy đổi tên thành faqs.yaml',
    )
    assert.equal(vi.length, en.length)
  })

  it('is not reported beside a correct file', async () => {
    const { en } = await checkAfter('spa', ({ read, write }) =>
      write('faqs.yaml.txt', read('faqs.yaml')),
    )
    assert.deepEqual(others(en, 'of the sample shop'), [])
  })
})

describe('unknown key', () => {
  it('is quoted in the message, with the known name', async () => {
    const { vi, en } = await checkAfter('spa', ({ replace }) => {
      replace('treatments/2-massage-body.yaml', 'price: 350000', 'giá: 350000')
      replace('business.yaml', /^name:/m, 'tên:')
      replace('rooms.yaml', 'turn_minutes: 15', 'turn_minutes: 15\nxyz: 1')
    })
    assert.equal(vi.length, 3, vi.join('\n'))
    assert.match(vi.join('\n'), /: "tên" ở đây viết là name; hãy viết name: Vườn Sương$/m)
    assert.match(
      vi.join('\n'),
      /, Massage cổ vai gáy: "giá" ở đây viết là price; hãy viết price: 350000$/m,
    )
    assert.match(
      vi.join('\n'),
      /: tệp này không có mục "xyz" \(tên mục giữ nguyên tiếng Anh\); hãy viết một trong: kinds, /,
    )
    assert.match(en.join('\n'), /: "tên" is written as name here; write name: Vườn Sương$/m)
    assert.match(en.join('\n'), /: "xyz" is not a known name here; write one of kinds, /)
  })
})

describe('count of one', () => {
  it('has the singular form', async () => {
    const { en } = await checkAfter('spa', ({ replace }) => {
      replace('treatments/2-massage-body.yaml', '- id: co-vai-gay', '- id: co-va-vai')
    })
    assert.match(
      en.join('\n'),
      /therapists\.yaml line \d+, Thanh Mai, treatments, entry \d+: there is no "co-vai-gay"; write - goi-co-vai-gay, or remove it/,
    )

    const copy = copyOf('restaurant')
    const { book } = await openShop(copy)
    const [date = ''] = openDays(6)
    const lan = { name: 'Nguyễn Thị Lan', phone: '0912 345 678', consent: '1' }
    await book({ ...lan, date, time: '18:30', party_size: 1 })
    const check = ['content', 'check', sampleFolder('spa')]
    const { output } = await runInProcess(check, { DATABASE_URL: `${copy.folder}.sqlite` })
    assert.match(output, / 18:30 {2}1 guest: /)
  })
})

describe('value that needs quotes', () => {
  it('is reported in both languages, with the kind of quotes', async () => {
    const { vi, en } = await checkAfter('spa', ({ replace }) => {
      replace('business.yaml', /from: "09:00"/, 'from: “09:00”')
      replace('business.yaml', /from: "2026-12-24"/, 'from: 24/12/2026')
      replace('business.yaml', /^phone: .*/m, 'phone: 0283932')
    })
    assert.equal(en.length, 3, en.join('\n'))
    assert.match(en.join('\n'), /: “09:00” is in curly quotes \(“ ”\); write from: "09:00"\n/)
    assert.match(en.join('\n'), /: "24\/12\/2026" is not a date .*; write from: "2026-12-24"$/m)
    assert.match(en.join('\n'), /; write an international number between quotes, such as "\+84/)
    assert.match(
      vi.join('\n'),
      /: “09:00” nằm trong ngoặc kép cong \(“ ”\); hãy viết from: "09:00"\n/,
    )
    assert.match(
      vi.join('\n'),
      /: "24\/12\/2026" chưa phải là ngày .*; hãy viết from: "2026-12-24"$/m,
    )
  })
})

describe('suspicious price', () => {
  it('is reported if it is zero or far from all others', async () => {
    const { vi, en } = await checkAfter('spa', ({ replace }) => {
      replace('treatments/2-massage-body.yaml', 'price: 350000', 'price: 0')
      replace('treatments/1-cham-soc-da-mat.yaml', /price: \d+/, 'price: 45000000')
    })
    const found = others(en, 'of the sample shop')
    assert.equal(found.length, 2, en.join('\n'))
    assert.match(
      found[0] ?? '',
      /: the price of Làm sạch dịu nhẹ is 45,000,000 ₫, more than 10 times the highest of the others; write it again if that was a mistake$/,
    )
    assert.match(
      found[1] ?? '',
      /: the price of Massage cổ vai gáy is 0 ₫, which guests read as free; write/,
    )
    assert.match(
      vi.join('\n'),
      /: giá của Làm sạch dịu nhẹ là 45\.000\.000 ₫, hơn 10 lần giá cao nhất trong các giá còn lại; hãy viết lại nếu gõ nhầm$/m,
    )
    assert.match(
      vi.join('\n'),
      /: giá của Massage cổ vai gáy là 0 ₫, khách sẽ hiểu là miễn phí; hãy viết lại/,
    )
    for (const [trade, file] of [
      ['restaurant', 'menu/1-khoi-vi.yaml'],
      ['salon', 'services/4-uon-va-duoi.yaml'],
    ] as const) {
      const cheap = await checkAfter(trade, ({ replace }) =>
        replace(file, /price: \d+/, 'price: 1500'),
      )
      assert.match(
        cheap.en.join('\n'),
        /is 1,500 ₫, less than a tenth of the lowest of the others;/,
      )
    }
  })

  it('is not reported for the samples', async () => {
    for (const trade of ['restaurant', 'spa', 'salon']) {
      assert.deepEqual(
        others(await checkFolder(sampleFolder(trade), 'en'), 'of the sample shop'),
        [],
      )
    }
  })
})
