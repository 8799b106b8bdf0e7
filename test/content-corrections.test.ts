/** Corrections that the content check proposes, and what it must not guess. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import { dayOf } from './support/booking.ts'
import { checkCopy, copyOf, createFolderEditor } from './support/content-errors.ts'
import { startShop, trades } from './support/shop.ts'

const menu = 'menu/1-khoi-vi.yaml'
const business = 'business.yaml'

/** What the check tells the owner to write for a field, in English. */
function instructionsFor(file: string, before: string, written: readonly string[]): string[] {
  return written.map((now) => {
    const { errors } = checkCopy('restaurant', ({ replace }) => replace(file, before, now))
    assert.equal(errors.en.length, 1, errors.en.join('\n'))
    assert.equal(errors.vi.length, 1)
    return errors.en[0]?.split('; write ')[1] ?? ''
  })
}

describe('correction of an amount', () => {
  it('understands how owners write prices', () => {
    const written = ['65 nghìn', '65 ngàn', '65.000 VNĐ', '1tr2', '1.2tr', '1,2 triệu', '1tr200']
    const prices = ['65000', '65000', '65000', '1200000', '1200000', '1200000', '1200000']
    assert.deepEqual(
      instructionsFor(
        menu,
        'price: 145000',
        written.map((text) => `price: ${text}`),
      ),
      prices.map((price) => `price: ${price}`),
    )
  })

  it('is not guessed if the amount is not clear', () => {
    const hint = 'a whole number of dong without dots, such as 75000'
    const written = ['price: 55k/65k', 'price: theo thời giá', 'price: -1']
    assert.deepEqual(instructionsFor(menu, 'price: 145000', written), [hint, hint, hint])
  })
})

describe('correction of a date', () => {
  it('understands the lunar calendar and dates without a year, near the other day of the entry', () => {
    const written = ['4/2', '29 Tết', 'mùng 1 Tết', '28 tháng Chạp', '28/12 âm lịch']
    const dates = ['2027-02-04', '2027-02-05', '2027-02-06', '2027-02-04', '2027-02-04']
    assert.deepEqual(
      instructionsFor(
        business,
        'from: "2027-02-04"',
        written.map((text) => `from: ${text}`),
      ),
      dates.map((date) => `from: "${date}"`),
    )
  })

  it('is not guessed for a day that the year does not have', () => {
    const hint = 'a date as YYYY-MM-DD between quotes, such as "2027-02-05"'
    const written = ['from: 30 Tết', 'from: "31/02/2027"', 'from: Tết']
    assert.deepEqual(instructionsFor(business, 'from: "2027-02-04"', written), [hint, hint, hint])
  })
})

describe('correction of times and weekdays', () => {
  it('understands how owners write them', () => {
    const times = ['from: 9h', 'from: 9 giờ', 'from: "9h30 sáng"']
    assert.deepEqual(instructionsFor(business, 'from: "10:30"', times), [
      'from: "09:00"',
      'from: "09:00"',
      'from: "09:30"',
    ])
    const days = ['days: T3 - CN', 'days: [thứ Ba, thứ 4, Chủ nhật]', 'days: cả tuần', 'days: 2']
    assert.deepEqual(instructionsFor(business, 'days: [2, 3, 4, 5, 6, 7]', days), [
      'days: [2, 3, 4, 5, 6, 7]',
      'days: [2, 3, 7]',
      'days: [1, 2, 3, 4, 5, 6, 7]',
      'days: [2]',
    ])
  })
})

describe('correction of a number with a unit', () => {
  it('converts it to the unit of the field, if that is clear', () => {
    const written = ['horizon_days: 2 tháng', 'horizon_days: 8 tuần', 'horizon_days: 60 xu']
    assert.deepEqual(instructionsFor('policy.yaml', 'horizon_days: 60', written), [
      'horizon_days: 60',
      'horizon_days: 56',
      'a whole number from 1 to 365',
    ])
    const minutes = ['hold_minutes: 1h30', 'hold_minutes: nửa giờ', 'hold_minutes: "15"']
    assert.deepEqual(instructionsFor('policy.yaml', 'hold_minutes: 15', minutes), [
      'hold_minutes: 90',
      'a whole number from 5 to 120',
      'hold_minutes: 15',
    ])
  })
})

describe('correction of links, words and truth values', () => {
  it('gives the value that can be written', () => {
    const links = ['address: facebook.com/khoilam', 'address: http://khoilam.example/a']
    assert.deepEqual(instructionsFor(business, 'address: https://zalo.me/84953180146', links), [
      'address: https://facebook.com/khoilam',
      'address: https://khoilam.example/a',
    ])
    const words = ['search: có', 'search: "true"']
    assert.deepEqual(instructionsFor(business, 'search: true', words), [
      'search: true',
      'search: true',
    ])
    assert.deepEqual(instructionsFor(business, 'name: Khói Lam', ['name: 24']), ['name: "24"'])
  })
})

describe('correction of an allergen', () => {
  it('names the group that a word belongs to, and never one that is only similar', () => {
    const written = ['[đậu phộng]', '[tôm, cá]', '[nuts]', '[hải sản]']
    const list = 'one of gluten, crustaceans, molluscs, eggs, fish, peanuts, soy, milk, sesame'
    assert.deepEqual(
      instructionsFor(
        menu,
        'allergens: [eggs, fish]',
        written.map((ids) => `allergens: ${ids}`),
      ),
      [
        'allergens: [peanuts]',
        'allergens: [crustaceans, fish]',
        'peanuts, or tree_nuts and a line "- tree_nuts" below allergens in kitchen.yaml',
        `${list}, or declare it in kitchen.yaml (- { id: …, name: { vi: …, en: … } }), or remove it`,
      ],
    )
  })
})

describe('ids', () => {
  it('accept dashes and underscores alike', () => {
    const spa = checkCopy('spa', ({ read, write }) => {
      write('rooms.yaml', read('rooms.yaml').replaceAll('hair_wash', 'hair-wash'))
    })
    assert.deepEqual(spa.errors.en, [])
    const restaurant = checkCopy('restaurant', ({ read, replace, write }) => {
      write('tables.yaml', read('tables.yaml').replaceAll('[hien-vuon]', '[hien_vuon]'))
      replace('kitchen.yaml', 'id: no_pork', 'id: no-pork')
    })
    assert.deepEqual(restaurant.errors.en, [])
  })
})

describe('non-breaking space', () => {
  for (const now of ['\u00A0\u00A0\u00A0\u00A0price: 145000', '    price:\u00A0145000']) {
    it(`is named: ${now.startsWith(' ') ? 'after a colon' : 'at the start of a line'}`, () => {
      let line = 0
      const { errors } = checkCopy('restaurant', ({ replace }) => {
        line = replace(menu, '    price: 145000', now)
      })
      assert.equal(errors.en.length, 1, errors.en.join('\n'))
      assert.ok(
        errors.en[0]?.startsWith(`${menu} line ${line}: this line has a non-breaking space`),
      )
      assert.match(errors.vi[0] ?? '', /dấu cách không ngắt.*; hãy xoá /)
    })
  }
})

describe('private room that does not exist', () => {
  it('is reported with the entry that may be removed', () => {
    const { errors } = checkCopy('restaurant', ({ replace }) =>
      replace('policy.yaml', 'table_type: phong-rieng', 'table_type: gac-lung'),
    )
    assert.match(
      errors.en.join('\n'),
      /there is no "gac-lung"; .*, or remove the whole private_room entry if there is no private room$/,
    )
    assert.match(
      errors.vi.join('\n'),
      /, hoặc bỏ cả mục private_room nếu quán không có phòng riêng$/,
    )
  })
})

describe('opening periods', () => {
  it('must not overlap, also in two entries of a weekday or on a special day', () => {
    const { errors } = checkCopy('restaurant', ({ replace }) => {
      replace(
        business,
        'special_days:',
        '  - days: [7]\n    periods:\n      - { from: "15:00", to: "18:00" }\nspecial_days:',
      )
      replace(business, '{ from: "10:30", to: "15:00" }', '{ from: "10:30", to: "17:15" }')
    })
    assert.equal(errors.en.length, 2, errors.en.join('\n'))
    assert.match(
      errors.en[0] ?? '',
      /opening hours of Sunday, period: 15:00–18:00 begins before 10:30–16:00/,
    )
    const night = checkCopy('restaurant', ({ replace }) =>
      replace(
        business,
        '- { from: "17:00", to: "23:30" }',
        '- { from: "17:00", to: "23:30" }\n      - { from: "23:00", to: "02:00" }',
      ),
    )
    assert.match(
      night.errors.en.join('\n'),
      /23:00–02:00 begins before 17:00–23:30 ends; write one period \{ from: "17:00", to: "02:00" \}/,
    )
    assert.match(
      errors.en[1] ?? '',
      /special day 2, period 2: 17:00–24:00 begins before 10:30–17:15/,
    )
  })
})

describe('colors', () => {
  it('must be readable in both modes, and a tone of the same color is proposed', () => {
    const { errors } = checkCopy('restaurant', ({ replace }) => {
      replace('look.yaml', 'quiet: "#6a5c50"', 'quiet: "#b0a090"')
      replace('look.yaml', 'on_accent: "#fffaf3"', 'on_accent: "#552211"')
      replace('look.yaml', 'accent: "#f0946b"', 'accent: "#5a2a15"')
    })
    assert.deepEqual(
      errors.en.map((error) => error.replace(/^look\.yaml line \d+, /, '')),
      [
        'light colors, color of secondary text: "#b0a090" is too light beside the page (contrast 2.3, needed 4.5); write quiet: "#7f6d5b"',
        'light colors, color of text on buttons: "#552211" is too dark beside the buttons (contrast 1.9, needed 4.5); write on_accent: "#f3cec1"',
        'dark colors, color of links and buttons: "#5a2a15" is too dark beside the cards (contrast 1.4, needed 4.5); write accent: "#d06638"',
      ],
    )
  })

  it('are accepted again with the proposed tones', () => {
    const { errors } = checkCopy('restaurant', ({ replace }) => {
      replace('look.yaml', 'quiet: "#6a5c50"', 'quiet: "#7f6d5b"')
      replace('look.yaml', 'on_accent: "#fffaf3"', 'on_accent: "#f3cec1"')
    })
    assert.deepEqual(errors.en, [])
  })
})

describe('link in a text', () => {
  it('is accepted if it leads to a page, a form, a file or another site', () => {
    const links = [
      '/',
      '/menu#khoi-vi',
      '/en/menu',
      '/menu/cha-ruoi',
      '/articles',
      '/articles/doc-mau-than-hoa',
      '/faq?q=1',
      '/booking',
      '/contact/call-back',
      '/privacy/request',
      '/pictures/hero.svg',
      '/llms.txt',
      '#top',
      'https://example.com/none',
      'tel:+842437180146',
    ]
    const text = links.map((link) => `[x](${link})`).join(' ')
    const { errors } = checkCopy('restaurant', ({ replace }) =>
      replace('pages/about.vi.md', /$/, `\n${text}\n\n\`[x](/none)\`\n`),
    )
    assert.deepEqual(errors.en, [])
    const spa = checkCopy('spa', ({ replace }) =>
      replace('pages/about.en.md', /$/, '\n[order](/gift-cards/order)\n'),
    )
    assert.deepEqual(spa.errors.en, [])
  })

  it('is reported with the nearest page, if there is one', () => {
    const { errors } = checkCopy('restaurant', ({ replace }) => {
      replace('pages/about.en.md', /$/, '\n[set meals](set-meal) [z](/qqqq)\n')
    })
    assert.equal(errors.en.length, 2, errors.en.join('\n'))
    assert.match(
      errors.en[0] ?? '',
      /: there is no page set-meal; write \[set meals\]\(\/set-meals\)$/,
    )
    assert.match(
      errors.en[1] ?? '',
      /there is no page \/qqqq; write the address of an existing page/,
    )
  })
})

describe('any value in any field', () => {
  const odd = [
    '[]',
    '{}',
    '~',
    '-1',
    '1e9',
    '[[1], { a: b }]',
    '{ from: 1, to: 2 }',
    '"“x”"',
    '*x*y',
  ]
  for (const trade of trades) {
    it(`is reported without a failure of the check: ${trade}`, () => {
      for (const value of odd) {
        const { errors } = checkCopy(trade, ({ list, read, write }) => {
          for (const file of list().filter((one) => one.endsWith('.yaml'))) {
            const isTrade = file === business
            const text = read(file).replace(/^(\s*(?:- )?([a-z_]+):) .+$/gm, (line, start, key) =>
              isTrade && key === 'trade' ? line : `${start} ${value}`,
            )
            write(file, text)
          }
        })
        assert.ok(errors.en.length >= 5, value)
        assert.equal(errors.vi.length, errors.en.length)
        for (const message of [...errors.en, ...errors.vi]) {
          assert.doesNotMatch(message, /undefined|NaN|\[object|\n/, message)
        }
      }
    })
  }
})

describe('treatment that no therapist does', () => {
  it('does not prevent the start, and has no free time', async () => {
    const folder = copyOf('spa')
    const { read, write } = createFolderEditor(folder)
    write('therapists.yaml', read('therapists.yaml').replaceAll('      - co-vai-gay\n', ''))
    const app = await startShop('spa', { shop: findTrade('spa').open(folder) })
    const { slots } = await dayOf(app, 'date=2026-11-20&offerId=co-vai-gay')
    assert.deepEqual(slots, [])
  })
})
