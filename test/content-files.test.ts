/** Content files with errors: unreadable, missing or misspelled files, and files that are not errors. */
import assert from 'node:assert/strict'
import { readdirSync, renameSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { sampleFolder } from '../src/content/sample.ts'
import { findTrade } from '../src/variants/index.ts'
import {
  assertErrors,
  type Change,
  type ContentErrorCase,
  copyOf,
  errorsAfter,
  firstArticle,
  localizedErrorsAfter,
} from './support/content-errors.ts'

const menuFiles = readdirSync(join(sampleFolder('restaurant'), 'menu'))

describe('content error', () => {
  const cases: ContentErrorCase[] = [
    [
      'a missing price',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', /^ {4}price: 145000\n/m, ''),
      [
        /^menu\/1-khoi-vi\.yaml line \d+: the price of Chả rươi vỏ quýt is missing; write price: a whole number of dong/,
      ],
    ],
    [
      'a price with a dot',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', 'price: 145000', 'price: "145.000"'),
      [/the price of Chả rươi vỏ quýt: "145\.000" is not an amount of money; write price: 145000$/],
    ],
    [
      'a price with a dot that changes the number',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', 'price: 145000', 'price: 145.000'),
      [/the price of Chả rươi vỏ quýt: "145\.000" is not an amount of money; write price: 145000$/],
    ],
    [
      'a file that cannot be read, without errors that follow from it',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', 'price: 145000', 'price:145000'),
      [
        /^menu\/1-khoi-vi\.yaml line \d+: there is no space after the colon of price; write a space after the colon: price: 145000$/,
      ],
    ],
    [
      'a tab in a multi-line text',
      'restaurant',
      ({ replace }) => replace('business.yaml', /^ {4}niêu đất, canh/m, '\t niêu đất, canh'),
      [/^business\.yaml line 15: this line starts with a Tab; write spaces instead$/],
    ],
    [
      'a tab before a key',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', /^ {4}price: 145000/m, '\tprice: 145000'),
      [/^menu\/1-khoi-vi\.yaml line \d+: this line starts with a Tab/],
    ],
    [
      'a colon inside a text',
      'restaurant',
      ({ replace }) => replace('business.yaml', 'name: Khói Lam', 'name: Khói Lam: cơm quê'),
      [
        /^business\.yaml line 8: there is a colon inside the text, so the text needs quotes; write name: "Khói Lam: cơm quê"$/,
      ],
    ],
    [
      'a file in UTF-16, and nothing else about it',
      'spa',
      ({ write, read }) => {
        write('business.yaml', Buffer.from(`\uFEFF${read('business.yaml')}`, 'utf16le'))
        const treatments = 'treatments/1-cham-soc-da-mat.yaml'
        write(treatments, Buffer.from(read(treatments), 'utf16le'))
        write('pages/about.vi.md', Buffer.from([0x2d, 0x2d, 0x2d, 0xea, 0x0a]))
      },
      [
        /^business\.yaml line 1: the file is not saved as UTF-8; save it as UTF-8$/,
        /^treatments\/1-cham-soc-da-mat\.yaml line 1: the file is not saved as UTF-8/,
        /^pages\/about\.vi\.md line 1: the file is not saved as UTF-8/,
      ],
    ],
    [
      'an empty menu file, without errors that follow from it',
      'restaurant',
      ({ write }) => write('menu/1-khoi-vi.yaml', ''),
      [/^menu\/1-khoi-vi\.yaml line 1: the file is empty; write the entries category, dishes/],
    ],
    [
      'a menu file without a dish, without errors that follow from it',
      'restaurant',
      ({ write, read }) =>
        write(
          'menu/1-khoi-vi.yaml',
          read('menu/1-khoi-vi.yaml').replace(/^dishes:[\s\S]*/m, 'dishes:\n'),
        ),
      [/^menu\/1-khoi-vi\.yaml line \d+: the dishes are missing; write dishes: a list/],
    ],
    [
      'a date in day-month order, without the comparison that follows from it',
      'restaurant',
      ({ replace }) => replace('business.yaml', 'from: "2026-12-24"', 'from: "24-12-2026"'),
      [
        /^business\.yaml line \d+, special day 1, start: "24-12-2026" is not a date .*; write from: "2026-12-24"$/,
      ],
    ],
    [
      'a time without its leading zero, without the comparison that follows from it',
      'restaurant',
      ({ replace }) => replace('business.yaml', 'from: "10:30"', 'from: "9:00"'),
      [
        /^business\.yaml line \d+, opening hours of Tuesday–Sunday, period 1, start: "9:00" is not a time; write from: "09:00"$/,
      ],
    ],
    [
      'a number with two errors, reported once',
      'restaurant',
      ({ replace }) => replace('policy.yaml', 'start_every_minutes: 30', 'start_every_minutes: 7'),
      [
        /^policy\.yaml line \d+, the minutes between two start times: 7 is not a number .*; write minutes in steps of 15/,
      ],
    ],
    [
      'a drawing with an invalid name, but no photo',
      'spa',
      ({ write }) => {
        write('pictures/Door.PNG', 'x')
        write('pictures/Door.svg', '<svg></svg>')
        write('pictures/Thumbs.db', 'x')
      },
      [/^pictures\/Door\.svg: its name cannot be used as a URL; use small letters/],
    ],
    [
      'a misspelled key',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', 'price: 145000', 'prise: 145000'),
      [/, Chả rươi vỏ quýt: "prise" is written as price here; write price: 145000$/],
    ],
    [
      'a text in no language',
      'spa',
      ({ replace }) => replace('rooms.yaml', /name: \{ vi: [^}]*\}/, 'name: { vi: "", en: "" }'),
      [
        /^rooms\.yaml line \d+: the Vietnamese name of .* is missing; write vi: the Vietnamese text$/,
      ],
    ],
    [
      'a page without front matter',
      'restaurant',
      ({ write }) => write('pages/about.vi.md', 'Xin chào'),
      [/^pages\/about\.vi\.md line 1: the front matter is missing; write the title/],
    ],
    [
      'a page with an invalid date in its front matter',
      'restaurant',
      ({ replace }) => replace('pages/about.vi.md', /updated: .*/, 'updated: "2026-02-30"'),
      [
        /^pages\/about\.vi\.md line \d+, the date of the last change: "2026-02-30" is not a date; write a date as YYYY-MM-DD/,
      ],
    ],
    [
      'a missing file',
      'salon',
      ({ remove }) => remove('business.yaml'),
      [
        /^business\.yaml line 1: the file is missing; copy it from the sample \(content\/salon\/business\.yaml\)$/,
      ],
    ],
    [
      'a misspelled file',
      'restaurant',
      ({ rename }) => rename('team.yaml', 'teem.yaml'),
      [/^teem\.yaml line 1: its name is not spelled as expected; rename it to team\.yaml$/],
    ],
    [
      'a file with a capital letter',
      'restaurant',
      ({ rename }) => rename('tags.yaml', 'Tags.yaml'),
      [/^Tags\.yaml line 1: its name is not spelled as expected; rename it to tags\.yaml$/],
    ],
    [
      'an unused file',
      'restaurant',
      ({ rename }) => rename('team.yaml', 'nhan-vien.yaml'),
      [/^nhan-vien\.yaml line 1: this file is not used/],
    ],
    [
      'a broken link in place of a file or a picture',
      'restaurant',
      ({ remove, link }) => {
        remove('team.yaml')
        link('team.yaml', '/nowhere')
        link('pictures/new.svg', 'new.svg')
      },
      [
        /^team\.yaml line 1: the file cannot be read \(ENOENT\); save it again, or give the program/,
        /^pictures\/new\.svg: the file cannot be read \(ELOOP\)/,
      ],
    ],
    [
      'invalid YAML',
      'restaurant',
      ({ replace }) => replace('tags.yaml', 'tags:', 'tags: ['),
      [/^tags\.yaml line \d+: the closing bracket \(\]\) is missing; write a \] at the end$/],
    ],
    [
      'a duplicate key in an entry',
      'restaurant',
      ({ replace }) =>
        replace('policy.yaml', 'horizon_days: 60', 'horizon_days: 60\nhorizon_days: 30'),
      [/^policy\.yaml line \d+: horizon_days is there twice; remove one of them$/],
    ],
    [
      'a time not on a quarter hour',
      'spa',
      ({ replace }) => replace('policy.yaml', 'last_start: "19:30"', 'last_start: "19:35"'),
      [
        /^policy\.yaml line \d+, the last start: "19:35" is not on a quarter of an hour; write last_start: "19:30" or last_start: "19:45"$/,
      ],
    ],
    [
      'an alias',
      'spa',
      ({ write }) => write('rooms.yaml', 'kinds: &k []\nrooms: *k\n'),
      [/^rooms\.yaml line 2: an alias \(\*\) is not used here; write the text itself$/],
    ],
    [
      'an empty file',
      'spa',
      ({ write }) => write('rooms.yaml', ''),
      [/^rooms\.yaml line 1: the file is empty; write the entries kinds, rooms, turn_minutes/],
    ],
    [
      'a page whose name is not valid in a URL',
      'spa',
      ({ rename }) => {
        rename('articles/'.concat(firstArticle('spa')), 'articles/Khuyến mãi.en.md')
        rename('articles/'.concat(firstArticle('spa', 'vi')), 'articles/Khuyến mãi.vi.md')
      },
      [
        /^articles\/Khuyến mãi\.vi\.md line 1: its name cannot be used as a URL; write small ASCII letters/,
      ],
    ],
    [
      'a page with the name of a built-in page',
      'spa',
      ({ write }) => {
        const text = '---\ntitle: x\ndescription: x\nupdated: "2026-01-01"\n---\nx\n'
        write('pages/docs.vi.md', text)
        write('pages/docs.en.md', text)
      },
      [
        /^pages\/docs\.vi\.md line 1: its name is already used by a page of the program; write another name$/,
      ],
    ],
    [
      'a page with the name of a page of the trade',
      'spa',
      ({ write }) => {
        const text = '---\ntitle: x\ndescription: x\nupdated: "2026-01-01"\n---\nx\n'
        write('pages/treatments.vi.md', text)
        write('pages/treatments.en.md', text)
      },
      [/^pages\/treatments\.vi\.md line 1: the trade already has a page with this name/],
    ],
    [
      'invalid drawings',
      'spa',
      ({ write }) => {
        write('pictures/a.svg', 'x')
        write('pictures/b.svg', '<svg><script>alert()</script></svg>')
        write('pictures/share.png', Buffer.alloc(300_001))
      },
      [
        /^pictures\/a\.svg: this is not an SVG; save a drawing that begins with <svg$/,
        /^pictures\/b\.svg: it contains a script or a link \(<script>\); save the drawing alone/,
        /^pictures\/share\.png: the picture is too large; use one of at most 300 KB$/,
      ],
    ],
    [
      'a page without text, and a missing menu',
      'restaurant',
      ({ write, read, remove }) => {
        write(
          'pages/about.vi.md',
          read('pages/about.vi.md').replace(/^(---[\s\S]*?---\n)[\s\S]*/, '$1'),
        )
        for (const file of menuFiles) remove(`menu/${file}`)
      },
      [
        /^pages\/about\.vi\.md line 1: the text is missing; write it below the front matter$/,
        /^menu: it contains no \.yaml file; copy it from the sample/,
      ],
    ],
  ]

  for (const [name, trade, change, expected] of cases) {
    it(`is reported to the owner: ${name}`, () => assertErrors(trade, change, expected))
  }

  const inVietnamese: [trade: string, change: Change, expected: RegExp][] = [
    [
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', /^ {4}price: 145000\n/m, ''),
      /^menu\/1-khoi-vi\.yaml dòng \d+: thiếu giá của Chả rươi vỏ quýt; hãy viết price: số tiền bằng đồng, viết liền không dấu chấm, ví dụ 75000$/,
    ],
    [
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', 'price: 145000', 'price: 145.000'),
      /dòng \d+, giá của Chả rươi vỏ quýt: "145\.000" chưa phải là số tiền; hãy viết price: 145000$/,
    ],
    [
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', 'price: 145000', 'price:145000'),
      /: sau dấu hai chấm của price thiếu dấu cách; hãy viết một dấu cách sau dấu hai chấm: price: 145000$/,
    ],
    [
      'salon',
      ({ remove }) => remove('business.yaml'),
      /^business\.yaml dòng 1: thiếu tệp này; hãy chép từ mẫu \(content\/salon\/business\.yaml\)$/,
    ],
  ]

  it('is reported in Vietnamese', () => {
    for (const [trade, change, expected] of inVietnamese) {
      assert.match(localizedErrorsAfter(trade, change).vi.join('\n'), expected)
    }
  })

  it('is reported with its line number', () => {
    let line = 0
    const [fault] = errorsAfter('restaurant', ({ replace }) => {
      line = replace('menu/2-nuong-than.yaml', /price: 3\d+/, 'price: many')
    })
    assert.match(fault ?? '', new RegExp(`^menu/2-nuong-than.yaml line ${line}, the price of`))
  })

  it('does not depend on the notation of the folder path', () => {
    const folder = relative(process.cwd(), sampleFolder('spa'))
    for (const spelling of [folder, `./${folder}`, `${folder}/`, `${folder}//../spa/`]) {
      assert.equal(findTrade('spa').open(spelling).business.name, 'Vườn Sương')
    }
  })

  it('is not reported for a file that is a symbolic link', () => {
    const folder = copyOf('spa')
    renameSync(join(folder, 'rooms.yaml'), join(folder, '.rooms'))
    symlinkSync(join(folder, '.rooms'), join(folder, 'rooms.yaml'))
    assert.equal(findTrade('spa').open(folder).business.name, 'Vườn Sương')
  })

  it('is reported for a missing folder', () => {
    assert.throws(
      () => findTrade('spa').open('/nowhere/at/all'),
      /the folder does not exist; write the path of a readable folder/,
    )
  })

  it('is not reported for a note or a hidden file of the owner', () => {
    const errors = errorsAfter('restaurant', ({ write, link }) => {
      write('README.md', 'my notes')
      write('.hidden', '')
      write('policy.yaml~', '')
      write('Thumbs.db', '')
      link('notes', '/nowhere')
      link('menu/.#1-khoi-vi.yaml', 'owner@machine.1234')
    })
    assert.deepEqual(errors, [])
  })
})
