/** The sample shops, and inconsistent content: all errors are reported together, each with its fix. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { z } from 'zod'
import { allBlocks, type Block, type Document } from '../src/content/document.ts'
import type { FileKind } from '../src/content/file-kinds.ts'
import { sharedFiles } from '../src/content/shop.ts'
import { bookingConsent, changeConsent } from '../src/domain/guest/consent.ts'
import type { Shop } from '../src/domain/trade/trade.ts'
import { findTrade } from '../src/variants/index.ts'
import { files as restaurantFiles } from '../src/variants/restaurant/files.ts'
import { files as salonFiles } from '../src/variants/salon/files.ts'
import { files as spaFiles } from '../src/variants/spa/files.ts'
import {
  assertErrors,
  type ContentErrorCase,
  copyOf,
  englishWords,
  errorsAfter,
  firstArticle,
  stripNames,
} from './support/content-errors.ts'
import { languages, loadSampleShop, trades } from './support/shop.ts'

describe('sample shops', () => {
  it('are complete', () => {
    const restaurant = loadSampleShop('restaurant')
    const spa = loadSampleShop('spa')
    const kinds = (shop: typeof spa) =>
      Object.fromEntries(
        Object.entries(Object.groupBy(shop.assortment.offers, ({ kind }) => kind)).map(
          ([kind, offers]) => [kind, offers.length],
        ),
      )
    assert.deepEqual(kinds(restaurant), { dish: 31, set_meal: 5, table: 3 })
    assert.deepEqual(kinds(spa), { treatment: 16, package: 4, membership: 2, gift_card: 4 })
    for (const shop of trades.map(loadSampleShop)) {
      assert.ok(shop.articles.length >= 4)
      assert.ok(shop.faqs.faqs.length >= 15)
    }
  })

  it('have six signature dishes, each with six stages and accompaniments', () => {
    const { tradePages } = loadSampleShop('restaurant')
    const hasHeading = (blocks: readonly Block[], id: string) =>
      blocks.some((block) => block.kind === 'heading' && block.id === id)
    const journeys = tradePages.filter(({ document }) =>
      hasHeading(listBlocks(document('vi')), 'journey'),
    )
    assert.equal(journeys.length, 6)
    for (const { document, path } of journeys) {
      const blocks = listBlocks(document('en'))
      const stages = blocks.find((block) => block.kind === 'stages')
      assert.equal(stages?.stages.length, 6, path)
      assert.match(JSON.stringify(blocks), /"id":"completes"/)
    }
  })

  it('are immutable after loading', () => {
    for (const trade of trades) {
      const { business, faqs, assortment } = loadSampleShop(trade)
      assert.throws(() => Object.assign(assortment.offers[0] as object, { price: 1 }), TypeError)
      assert.throws(() => Object.assign(business, { name: 'x' }), TypeError)
      assert.throws(() => Object.assign(faqs.faqs[0] as object, { id: 'x' }), TypeError)
    }
  })
})

describe('content error', () => {
  const cases: ContentErrorCase[] = [
    [
      'a folder of another trade, without errors that follow from it',
      'restaurant',
      ({ replace }) => replace('business.yaml', 'trade: restaurant', 'trade: spa'),
      [/^business\.yaml line 6: trade is spa; write restaurant, or start with VARIANT=spa$/],
    ],
    [
      'overlapping special days',
      'restaurant',
      ({ replace }) =>
        replace(
          'business.yaml',
          'special_days:',
          'special_days:\n  - { from: "2026-12-20", to: "2026-12-24", reason: { vi: Cưới, en: A wedding } }',
        ),
      [
        /^business\.yaml line \d+: 2026-12-24 is already a special day, in business\.yaml line 60; write each day once$/,
      ],
    ],
    [
      'an id used twice in different files',
      'restaurant',
      ({ replace }) => replace('set-meals.yaml', '- id: mam-hai-nguoi', '- id: nem-ran-cua-be'),
      [
        /^set-meals\.yaml line \d+: the id "nem-ran-cua-be" is used twice, first in menu\/1-khoi-vi\.yaml line \d+; write id: mam-hai-nguoi$/,
      ],
    ],
    [
      'an unknown allergen',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', /allergens: \[\w+/, 'allergens: [nuts'),
      [
        /Chả rươi vỏ quýt, allergens, entry 1: "nuts" may be peanuts or tree nuts; write peanuts, or tree_nuts and a line/,
      ],
    ],
    [
      'a set meal with an unknown dish',
      'restaurant',
      ({ replace }) =>
        replace('set-meals.yaml', /^ {6}- \{ dish: [a-z-]+/m, '      - { dish: ca-kho-vu-dai'),
      [
        /^set-meals\.yaml line \d+, Mâm hai người, dishes, entry 1, dish: there is no "ca-kho-vu-dai"; write dish: ca-kho-lang-vu-dai, or remove it$/,
      ],
    ],
    [
      'five stages instead of six',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', /( {8}- name:(?:.|\n)*?)(?= {8}- name:)/, ''),
      [/Chả rươi vỏ quýt, signature dish, journey: it has 5 entries; write exactly six stages/],
    ],
    [
      'a therapist with an unknown treatment',
      'spa',
      ({ replace }) =>
        replace('therapists.yaml', /treatments:\s+- [a-z0-9-]+/, 'treatments:\n      - pizza'),
      [/^therapists\.yaml line \d+, Thanh Mai, treatments, entry 1: there is no "pizza"/],
    ],
    [
      'an unknown VAT kind',
      'spa',
      ({ replace }) =>
        replace('treatments/1-cham-soc-da-mat.yaml', /^ {4}price: /m, '    vat: odd\n    price: '),
      [/the VAT of Làm sạch dịu nhẹ: there is no "odd"; write one of usual$/],
    ],
    [
      'a category in two files',
      'restaurant',
      ({ replace }) => replace('menu/2-nuong-than.yaml', 'id: nuong-than', 'id: khoi-vi'),
      [
        /^menu\/2-nuong-than\.yaml line \d+: the category "khoi-vi" is used twice, first in menu\/1-khoi/,
      ],
    ],
    [
      'a duplicate person',
      'restaurant',
      ({ replace }) => replace('team.yaml', /- id: (\S+)([\s\S]*?)- id: \S+/, '- id: $1$2- id: $1'),
      [/^team\.yaml line \d+: the id "\S+" is used twice/],
    ],
    [
      'a day that ends before it starts',
      'restaurant',
      ({ replace }) => replace('business.yaml', 'from: "10:30"', 'from: "16:30"'),
      [
        /^business\.yaml line \d+, opening hours of .*, period 1: \{ from: "16:30", to: "16:00" \} is not a period; write a "from" that is earlier than its "to"; a "to" after midnight is "06:00" or earlier$/,
      ],
    ],
    [
      'a night that ends after the next day opens',
      'restaurant',
      ({ replace }) => {
        replace('business.yaml', 'from: "10:30"', 'from: "00:30"')
        replace('business.yaml', 'to: "23:30"', 'to: "01:00"')
      },
      [
        /^business\.yaml line \d+.* is 01:00 on the next day, which opens at 00:30; write .*"00:30"/,
      ],
    ],
    [
      'an account of an unknown bank',
      'restaurant',
      ({ replace }) =>
        replace(
          'business.yaml',
          /^bank:\n.*\n.*\n.*$/m,
          'bank:\n  name: Ngân hàng Trên Trời\n  account: "0123 456"\n  holder: Khói Lam',
        ),
      [
        /bank, name: "Ngân hàng Trên Trời" is not the name of a bank; write the short name of a bank, such as Vietcombank/,
        /bank, account number: "0123 456" is not an account number; write account: "0123456"$/,
        /bank, account holder: "Khói Lam" is not a name as banks print it; write holder: KHOI LAM$/,
      ],
    ],
    [
      'a price without a hair length and without minutes',
      'salon',
      ({ replace }) => replace('services/3-nhuom.yaml', '    minutes: 75\n', ''),
      [
        /^services\/3-nhuom\.yaml line \d+: the price of Dặm chân tóc is not clear; write minutes and/,
      ],
    ],
    [
      'an unknown hair length',
      'salon',
      ({ replace }) =>
        replace(
          'services/3-nhuom.yaml',
          'length: ngan, minutes: 120',
          'length: ngang, minutes: 120',
        ),
      [
        /^services\/3-nhuom\.yaml line \d+, Nhuộm một màu, price by length, entry 1, length: there is no "ngang"; write length: ngan, or remove it$/,
      ],
    ],
    [
      'a duplicate hair length, reported once',
      'salon',
      ({ replace }) =>
        replace('services/3-nhuom.yaml', 'length: vai, minutes: 135', 'length: ngan, minutes: 135'),
      [/, Nhuộm một màu, price by length, entry 2: "ngan" is there twice; write it once$/],
    ],
    [
      'a service with the name of another service and hair length',
      'salon',
      ({ write, read }) => {
        for (const file of ['services/3-nhuom.yaml', 'stylists.yaml']) {
          write(file, read(file).replaceAll('dam-chan-toc', 'phu-bac-dai'))
        }
      },
      [
        /Nhuộm phủ bạc for dai would be "phu-bac-dai", which is the id of another service; write another id/,
      ],
    ],
    [
      'a kind of seat that the salon does not have',
      'salon',
      ({ replace }) => {
        replace(
          'seats.yaml',
          'kinds:\n',
          'kinds:\n  - { id: sofa, name: { vi: Sofa, en: Sofa } }\n',
        )
        replace('services/3-nhuom.yaml', 'seat: chair', 'seat: sofa')
      },
      [
        /the seat of Nhuộm một màu is "sofa", but there is no seat of that kind; write the kind of a seat/,
      ],
    ],
    [
      'a room with too few places',
      'spa',
      ({ replace }) => replace('rooms.yaml', /guests: 2/, 'guests: 1'),
      [
        /the room of Cho hai người is "double", but no room of that kind is large enough for 2; write the kind of a room/,
      ],
    ],
    [
      'a last start time before the first',
      'spa',
      ({ replace }) => replace('policy.yaml', 'last_start: "19:30"', 'last_start: "08:00"'),
      [/^policy\.yaml line \d+: the last start is before the first start; write a later time$/],
    ],
    [
      'inconsistent tables',
      'restaurant',
      ({ replace }) => {
        replace('tables.yaml', 'seats: 2, least: 1', 'seats: 2, least: 3')
        replace('tables.yaml', 'nha-4, nha-5], seats: 8', 'nha-4, hien-5], seats: 8')
        replace('tables.yaml', 'hien-2, hien-3], seats: 8', 'hien-2, hien-3], seats: 9')
        replace('tables.yaml', 'up_to: 7, minutes: 120', 'up_to: 3, minutes: 120')
        replace('tables.yaml', 'up_to: 14, minutes: 150', 'up_to: 13, minutes: 150')
      },
      [
        /the table has 2 seats and needs at least 3 guests; write least: 1 or least: 2$/,
        /this joins tables of different types; write tables of one type$/,
        /, joined tables, entry 4, seats: 9 is more than the seats of the joined tables; write seats: 8$/,
        /, lengths, parties of up to 3, largest party: 3 is not greater than 4 in the line before; write up_to: 5 or more$/,
        /, the lengths: a party of 14 is not covered; write a last line with up_to: 14$/,
      ],
    ],
    [
      'two tables in one place of the floor plan',
      'restaurant',
      ({ replace }) =>
        replace(
          'tables.yaml',
          'at: { column: 2, row: 1 } }',
          'at: { column: 1, row: 1, width: 2 } }',
        ),
      [/of Nhà 2: the table overlaps Nhà 1 on the floor plan; write another column or row$/],
    ],
    [
      'a service that ends before it starts',
      'restaurant',
      ({ replace }) => replace('policy.yaml', 'last: "14:30"', 'last: "10:30"'),
      [/^policy\.yaml line \d+: the last time of Bữa trưa is before first; write a later time$/],
    ],
    [
      'coordinates out of range',
      'restaurant',
      ({ replace }) => replace('business.yaml', 'latitude: 21.0621', 'latitude: 210.621'),
      [
        /^business\.yaml line \d+, position on the map, latitude: 210\.621 is not a number of degrees; write degrees, such as 21\.0285$/,
      ],
    ],
  ]

  for (const [name, trade, change, expected] of cases) {
    it(`is reported to the owner: ${name}`, () => assertErrors(trade, change, expected))
  }

  it('has a hint in both languages for every schema', () => {
    const kinds = [sharedFiles, restaurantFiles, spaFiles, salonFiles].flatMap(
      (files): FileKind[] => Object.values(files),
    )
    const hints = kinds.flatMap((kind) => {
      if (kind.kind === 'pictures' || kind.kind === 'photos') return []
      return hintsOf(kind.kind === 'prose' ? kind.head : kind.schema)
    })
    assert.ok(hints.length > 500, String(hints.length))
    for (const { path, hint } of hints) {
      const [vi = '', en = '', kind = '{}', ...more] = (hint ?? '').split('\n')
      assert.ok(vi !== '' && en !== '' && more.length === 0, `${path}: ${hint}`)
      assert.equal(typeof JSON.parse(kind), 'object')
      assert.doesNotMatch(stripNames(`hãy viết ${vi}`), englishWords, path)
    }
  })

  it('does not hide other errors: all are reported together', () => {
    const errors = errorsAfter('restaurant', ({ replace, write }) => {
      replace('menu/1-khoi-vi.yaml', 'price: 145000', 'price: -1')
      replace('menu/2-nuong-than.yaml', /^ {4}spice: \d/m, '    spice: 9')
      replace('faqs.yaml', /topic: [a-z-]+/, 'topic: pizza')
      replace('tables.yaml', /type: [a-z-]+/, 'type: pizza')
      write('articles/'.concat(firstArticle('restaurant')), 'no front matter')
    })
    assert.equal(errors.length, 5, errors.join('\n'))
    for (const file of ['menu/1', 'menu/2', 'faqs.yaml', 'tables.yaml', 'articles/']) {
      assert.ok(
        errors.some((error) => error.startsWith(file)),
        file,
      )
    }
  })

  it('does not hide errors in other files that refer to its file', () => {
    const errors = errorsAfter('restaurant', ({ replace }) => {
      replace('menu/1-khoi-vi.yaml', 'price: 145000', 'price: -1')
      replace('menu/2-nuong-than.yaml', '- id: cha-ca-lang', '- id: ga-mia-hun-rom')
      replace('set-meals.yaml', /^ {6}- \{ dish: [a-z-]+/m, '      - { dish: pizza')
    })
    assert.ok(
      errors.some((error) => error.includes('the price of Chả rươi vỏ quýt: -1 is not an amount')),
    )
    assert.ok(errors.some((error) => error.includes('"ga-mia-hun-rom" is used twice')))
    assert.ok(errors.some((error) => error.includes('there is no "pizza"')))
    assert.ok(!errors.some((error) => error.includes('there is no "cha-ruoi"')), errors.join('\n'))
  })
})

type Part = 'innerType' | 'in' | 'out' | 'element' | 'shape'
type Hint = { path: string; hint: string | undefined }

/** The hints of every schema and of each of its checks. */
function hintsOf(schema: z.core.$ZodType, path = ''): Hint[] {
  const def = schema._zod.def as z.core.$ZodTypeDef & { [part in Part]?: unknown }
  const inner = (part: unknown, name = '') => hintsOf(part as z.core.$ZodType, `${path}${name}`)
  if (def.type === 'optional' || def.type === 'default') return inner(def.innerType)
  if (def.type === 'pipe') return inner(isTransform(def.in) ? def.out : def.in)
  if (def.type === 'transform') return []
  const hintOf = (error: unknown, code: string): Hint => {
    const text = (error as ((issue: object) => unknown) | undefined)?.({ code })
    return { path: `${path} ${code}`, hint: text === undefined ? undefined : String(text) }
  }
  const own = [
    hintOf(def.error, 'invalid_type'),
    // Checks that only trim reject nothing.
    ...(def.checks ?? [])
      .filter(({ _zod }) => _zod.def.check !== 'overwrite')
      .map(({ _zod }) => hintOf(_zod.def.error, _zod.def.check)),
  ]
  if (def.type === 'array') return [...own, ...inner(def.element, '[]')]
  if (def.type !== 'object') return own
  const members = Object.entries(def.shape as Record<string, z.core.$ZodType>)
  return [
    ...own,
    hintOf(def.error, 'unrecognized_keys'),
    ...members.flatMap(([name, member]) => inner(member, `.${name}`)),
  ]
}

/** A value that is read before it is checked: only what follows has hints. */
function isTransform(schema: unknown): boolean {
  return (schema as z.core.$ZodType)._zod.def.type === 'transform'
}

/** The consent texts of a spa after a change of its business.yaml. */
function consentsAfter(before: string | RegExp, now: string) {
  const folder = copyOf('spa')
  const file = join(folder, 'business.yaml')
  const text = readFileSync(file, 'utf8')
  const changed = text.replace(before, now)
  assert.notEqual(changed, text, String(before))
  writeFileSync(file, changed)
  return consentsOf(findTrade('spa').open(folder))
}

function consentsOf({ business, booking, notes }: Shop) {
  return {
    booking: bookingConsent(business, booking.questions),
    change: changeConsent(business),
    contact: business.consent.contact,
    notes,
  }
}

describe('version of a consent text', () => {
  const sample = consentsOf(loadSampleShop('spa'))

  it('changes with the text, even if its date is unchanged', () => {
    const same = consentsAfter('answers_within_minutes: 60', 'answers_within_minutes: 90')
    assert.equal(same.booking.version, sample.booking.version)
    const renamed = consentsAfter('name: Vườn Sương', 'name: Vườn Sương nhỏ')
    assert.notEqual(renamed.booking.version, sample.booking.version)
    assert.notEqual(renamed.change.version, sample.change.version)
    const other = consentsAfter('I agree that {name} keeps', 'Yes, I agree that {name} keeps')
    assert.notEqual(other.booking.version, sample.booking.version)
    assert.equal(other.booking.version.slice(0, 10), sample.booking.version.slice(0, 10))
    assert.equal(other.change.version, sample.change.version)
    assert.equal(other.contact.version, sample.contact.version)
  })

  it('changes with the wording of a question about health in either language', () => {
    const { business, booking } = loadSampleShop('spa')
    const versions = languages.map((language) => {
      const questions = booking.questions.map((question) => {
        if (question.sensitivity !== 'health') return question
        const { statement } = question.consent
        const changed = { ...statement, [language]: `${statement[language]} cả` }
        return { ...question, consent: { ...question.consent, statement: changed } }
      })
      return bookingConsent(business, questions).version
    })
    assert.equal(new Set([sample.booking.version, ...versions]).size, 3)
  })

  it('changes with the retention of health data, which the text names', () => {
    const oneDay = consentsAfter('health_days: 7 ', 'health_days: 1 ')
    assert.match(oneDay.booking.text.vi, /được lưu riêng và xoá 1 ngày sau buổi hẹn\.$/)
    assert.match(oneDay.booking.text.en, /erased 1 day after the visit\.$/)
    const unlimited = consentsAfter(/^kept:\n( .*\n)+/m, '')
    assert.match(unlimited.booking.text.vi, /được lưu riêng cho tới khi tôi yêu cầu xoá\.$/)
    assert.match(unlimited.booking.text.en, /stored separately until I ask to have it erased\.$/)
    const versions = [sample, oneDay, unlimited].map(({ booking }) => booking.version)
    assert.equal(new Set(versions).size, 3)
    assert.equal(oneDay.change.version, sample.change.version)
  })
})

describe('consent text of an owner', () => {
  it('that mentions sensitive data stays valid, with a note', () => {
    const { booking, notes } = consentsAfter(
      'only to arrange and carry out this visit.',
      'only to arrange and carry out this visit. Health boxes are sensitive data.',
    )
    assert.match(
      booking.text.en,
      /Health boxes are sensitive data\. .* If I report a health condition /,
    )
    const [note] = notes().filter(({ wrong }) => /sensitive data/.test(wrong.en))
    assert.equal(note?.file, 'business.yaml')
    assert.match(note.wrong.vi, /dữ liệu nhạy cảm/)
    for (const trade of trades) {
      const { notes } = loadSampleShop(trade)
      assert.deepEqual(
        notes().filter(({ wrong }) => /sensitive data/.test(wrong.en)),
        [],
        trade,
      )
    }
  })

  it('without a period at its end is followed by one', () => {
    const { booking } = consentsAfter('consent, at any time.', 'consent, at any time')
    assert.match(booking.text.en, /at any time\. If I report/)
  })
})

/** All blocks of a page, also those inside of others. */
function listBlocks(document: Document): Block[] {
  const withInner = (block: Block): Block[] => [
    block,
    ...('blocks' in block ? block.blocks.flatMap(withInner) : []),
    ...('side' in block ? block.side.flatMap(withInner) : []),
  ]
  return allBlocks(document).flatMap(withInner)
}
