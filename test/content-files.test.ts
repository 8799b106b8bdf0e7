/** An owner's files as he writes them: what cannot be read, is missing or misspelt, and what is no fault. */
import assert from 'node:assert/strict'
import { readdirSync, renameSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { sampleFolder } from '../src/config/config.ts'
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

describe('a fault in a content folder', () => {
  const cases: ContentErrorCase[] = [
    [
      'a price that is missing',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', /^ {4}price: 145000\n/m, ''),
      [
        /^menu\/1-khoi-vi\.yaml line \d+: price of cha-ruoi is missing; write a whole number of dong/,
      ],
    ],
    [
      'a price with a dot',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', 'price: 145000', 'price: "145.000"'),
      [/price of cha-ruoi will not do; write a whole number of dong without dots, such as 75000$/],
    ],
    [
      'a price with a dot that makes another number of it',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', 'price: 145000', 'price: 145.000'),
      [/price of cha-ruoi will not do; write a whole number of dong without dots, such as 75000$/],
    ],
    [
      'a file that cannot be read, but not what others say of it',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', 'price: 145000', 'price:145000'),
      [
        /^menu\/1-khoi-vi\.yaml line \d+: there is no space after the colon of price; write a space after the colon: price: 145000$/,
      ],
    ],
    [
      'a Tab in a text over several lines',
      'restaurant',
      ({ replace }) => replace('business.yaml', /^ {4}niêu đất, canh/m, '\t niêu đất, canh'),
      [/^business\.yaml line 15: this line begins with a Tab; write spaces in its place$/],
    ],
    [
      'a Tab before a word',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', /^ {4}price: 145000/m, '\tprice: 145000'),
      [/^menu\/1-khoi-vi\.yaml line \d+: this line begins with a Tab/],
    ],
    [
      'a colon inside a text',
      'restaurant',
      ({ replace }) => replace('business.yaml', 'name: Khói Lam', 'name: Khói Lam: cơm quê'),
      [/^business\.yaml line 8: there is a colon inside the text; write the text between quotes$/],
    ],
    [
      'a file saved as UTF-16, and nothing else of it',
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
      'an empty file of the menu, but not what follows from it',
      'restaurant',
      ({ write }) => write('menu/1-khoi-vi.yaml', ''),
      [/^menu\/1-khoi-vi\.yaml line 1: the file is empty; write the entries category, dishes/],
    ],
    [
      'a menu file without a dish, but not what follows from it',
      'restaurant',
      ({ write, read }) =>
        write(
          'menu/1-khoi-vi.yaml',
          read('menu/1-khoi-vi.yaml').replace(/^dishes:[\s\S]*/m, 'dishes:\n'),
        ),
      [/^menu\/1-khoi-vi\.yaml line \d+: dishes is missing; write a list/],
    ],
    [
      'a date in the order of everyday life, and not how it compares',
      'restaurant',
      ({ replace }) => replace('business.yaml', 'from: "2026-12-24"', 'from: "24-12-2026"'),
      [/^business\.yaml line \d+: special_days\.1\.from will not do; write a date as YYYY-MM-DD/],
    ],
    [
      'a time without its zero, and not how it compares',
      'restaurant',
      ({ replace }) => replace('business.yaml', 'from: "10:30"', 'from: "9:00"'),
      [/^business\.yaml line \d+: hours\.1\.periods\.1\.from will not do; write a time between/],
    ],
    [
      'a number that is wrong in two ways, once',
      'restaurant',
      ({ replace }) => replace('policy.yaml', 'start_every_minutes: 30', 'start_every_minutes: 7'),
      [/^policy\.yaml line \d+: start_every_minutes will not do; write minutes in steps of 15/],
    ],
    [
      'a picture that is not served',
      'spa',
      ({ write }) => {
        write('pictures/hero.jpg', 'x')
        write('pictures/Door.PNG', 'x')
        write('pictures/Thumbs.db', 'x')
      },
      [
        /^pictures\/hero\.jpg: such pictures are not served; write it as an SVG or a PNG$/,
        /^pictures\/Door\.PNG: its name makes no address; write small letters/,
      ],
    ],
    [
      'a mistyped word',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', 'price: 145000', 'prise: 145000'),
      [
        /price of cha-ruoi is missing/,
        /"prise" of cha-ruoi is not a known word here; write one of id, /,
      ],
    ],
    [
      'a translation that is missing',
      'spa',
      ({ replace }) => replace('rooms.yaml', /, en: [^}]*\}/, ' }'),
      [/^rooms\.yaml line \d+: name\.en of \S+ is missing; write the English words$/],
    ],
    [
      'an empty translation',
      'spa',
      ({ replace }) => replace('rooms.yaml', /en: [^}]*\}/, 'en: "" }'),
      [/name\.en of \S+ will not do; write the English words$/],
    ],
    [
      'a page without its English text',
      'spa',
      ({ remove }) => remove('pages/about.en.md'),
      [
        /^pages\/about\.en\.md line 1: the translation is missing; write the English text in this file$/,
      ],
    ],
    [
      'a page that every shop needs',
      'spa',
      ({ remove }) => {
        remove('pages/privacy.vi.md')
        remove('pages/privacy.en.md')
      },
      [
        /^pages\/privacy\.vi\.md line 1: this page is missing, and its \.en\.md; copy both from the sample \(content\/spa\/pages\)$/,
      ],
    ],
    [
      'a page without its head',
      'restaurant',
      ({ write }) => write('pages/about.vi.md', 'Xin chào'),
      [/^pages\/about\.vi\.md line 1: the head is missing; write the title/],
    ],
    [
      'a page with a wrong date in its head',
      'restaurant',
      ({ replace }) => replace('pages/about.vi.md', /updated: .*/, 'updated: "2026-02-30"'),
      [/^pages\/about\.vi\.md line \d+: updated will not do; write a date as YYYY-MM-DD/],
    ],
    [
      'a file that is missing',
      'restaurant',
      ({ remove }) => remove('policy.yaml'),
      [
        /^policy\.yaml line 1: the file is missing; copy it from the sample \(content\/restaurant\/policy\.yaml\)$/,
      ],
    ],
    [
      'a file that nothing reads',
      'restaurant',
      ({ rename }) => rename('team.yaml', 'teem.yaml'),
      [/^team\.yaml line 1: the file is missing/, /^teem\.yaml line 1: this file is not read/],
    ],
    [
      'a link that leads nowhere where a file or a picture should be',
      'restaurant',
      ({ remove, link }) => {
        remove('team.yaml')
        link('team.yaml', '/nowhere')
        link('pictures/new.svg', 'new.svg')
      },
      [
        /^team\.yaml line 1: the file cannot be read \(ENOENT\); write it anew, or let the program/,
        /^pictures\/new\.svg: the file cannot be read \(ELOOP\)/,
      ],
    ],
    [
      'YAML that cannot be read',
      'restaurant',
      ({ replace }) => replace('tags.yaml', 'tags:', 'tags: ['),
      [/^tags\.yaml line \d+: the closing bracket \(\]\) is missing; write a \] at the end$/],
    ],
    [
      'the same word twice in an entry',
      'restaurant',
      ({ replace }) =>
        replace('policy.yaml', 'horizon_days: 60', 'horizon_days: 60\nhorizon_days: 30'),
      [/^policy\.yaml line \d+: horizon_days stands twice; take one away$/],
    ],
    [
      'a time off the quarter hour',
      'spa',
      ({ replace }) => replace('policy.yaml', 'last_start: "19:30"', 'last_start: "19:35"'),
      [
        /^policy\.yaml line \d+: last_start will not do; write a time between quotes in steps of 15/,
      ],
    ],
    [
      'an alias',
      'spa',
      ({ write }) => write('rooms.yaml', 'kinds: &k []\nrooms: *k\n'),
      [/^rooms\.yaml line 2: an alias \(\*\) is not used here; write the words themselves$/],
    ],
    [
      'an empty file',
      'spa',
      ({ write }) => write('rooms.yaml', ''),
      [/^rooms\.yaml line 1: the file is empty; write the entries kinds, rooms, turn_minutes/],
    ],
    [
      'a page whose name makes no address',
      'spa',
      ({ rename }) => {
        rename('articles/'.concat(firstArticle('spa')), 'articles/Khuyến mãi.en.md')
        rename('articles/'.concat(firstArticle('spa', 'vi')), 'articles/Khuyến mãi.vi.md')
      },
      [
        /^articles\/Khuyến mãi\.vi\.md line 1: its name makes no address; write small ASCII letters/,
      ],
    ],
    [
      'a page with the name of a page of the program',
      'spa',
      ({ write }) => {
        const text = '---\ntitle: x\ndescription: x\nupdated: "2026-01-01"\n---\nx\n'
        write('pages/docs.vi.md', text)
        write('pages/docs.en.md', text)
      },
      [
        /^pages\/docs\.vi\.md line 1: its name is taken by a page of the program; write another name$/,
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
      [/^pages\/treatments\.vi\.md line 1: its name is taken by a page of the trade/],
    ],
    [
      'drawings that are none',
      'spa',
      ({ write }) => {
        write('pictures/a.svg', 'x')
        write('pictures/b.svg', '<svg><script>alert()</script></svg>')
        write('pictures/c.png', Buffer.alloc(300_001))
      },
      [
        /^pictures\/a\.svg: this is no SVG; write a drawing that begins with <svg$/,
        /^pictures\/b\.svg: it holds a script or a link; write the drawing alone/,
        /^pictures\/c\.png: the picture is too large; write one of at most 300 KB$/,
      ],
    ],
    [
      'a page without a text, and no menu at all',
      'restaurant',
      ({ write, read, remove }) => {
        write(
          'pages/about.vi.md',
          read('pages/about.vi.md').replace(/^(---[\s\S]*?---\n)[\s\S]*/, '$1'),
        )
        for (const file of menuFiles) remove(`menu/${file}`)
      },
      [
        /^pages\/about\.vi\.md line 1: the text is missing; write it below the head$/,
        /^menu: there is no \.yaml file in it; copy it from the sample/,
      ],
    ],
  ]

  for (const [name, variant, change, expected] of cases) {
    it(`is told to the owner: ${name}`, () => assertErrors(variant, change, expected))
  }

  const inVietnamese: [variant: string, change: Change, told: RegExp][] = [
    [
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', /^ {4}price: 145000\n/m, ''),
      /^menu\/1-khoi-vi\.yaml dòng \d+: thiếu price của cha-ruoi; hãy viết số tiền bằng đồng, viết liền không dấu chấm, ví dụ 75000$/,
    ],
    [
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', 'price: 145000', 'price: 145.000'),
      /dòng \d+: price của cha-ruoi chưa đúng; hãy viết số tiền bằng đồng/,
    ],
    [
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', 'price: 145000', 'price:145000'),
      /: sau dấu hai chấm của price thiếu dấu cách; hãy viết một dấu cách sau dấu hai chấm: price: 145000$/,
    ],
    [
      'restaurant',
      ({ remove }) => remove('policy.yaml'),
      /^policy\.yaml dòng 1: thiếu tệp này; hãy chép từ mẫu \(content\/restaurant\/policy\.yaml\)$/,
    ],
    [
      'spa',
      ({ remove }) => remove('pages/about.en.md'),
      /^pages\/about\.en\.md dòng 1: thiếu bản dịch; hãy viết bản tiếng Anh vào tệp này$/,
    ],
    [
      'salon',
      ({ replace }) => replace('stylists.yaml', 'uon-nam, ', ''),
      /: trong stylists\.yaml không có ai làm uon-nam; hãy viết id này vào services của người làm/,
    ],
  ]

  it('is told in Vietnamese as a shop would say it', () => {
    for (const [variant, change, expected] of inVietnamese) {
      assert.match(localizedErrorsAfter(variant, change).vi.join('\n'), expected)
    }
  })

  it('is told with the line where it stands', () => {
    let line = 0
    const [fault] = errorsAfter('restaurant', ({ replace }) => {
      line = replace('menu/2-nuong-than.yaml', /price: 3\d+/, 'price: many')
    })
    assert.match(fault ?? '', new RegExp(`^menu/2-nuong-than.yaml line ${line}: price of`))
  })

  it('is not the way in which the folder is named', () => {
    const folder = relative(process.cwd(), sampleFolder('spa'))
    for (const spelling of [folder, `./${folder}`, `${folder}/`, `${folder}//../spa/`]) {
      assert.equal(findTrade('spa').open(spelling).business.name, 'Vườn Sương')
    }
  })

  it('is not a file that is a link to another', () => {
    const folder = copyOf('spa')
    renameSync(join(folder, 'rooms.yaml'), join(folder, '.rooms'))
    symlinkSync(join(folder, '.rooms'), join(folder, 'rooms.yaml'))
    assert.equal(findTrade('spa').open(folder).business.name, 'Vườn Sương')
  })

  it('is also a folder that is not there', () => {
    assert.throws(
      () => findTrade('spa').open('/nowhere/at/all'),
      /there is no such folder; write the path of one that can be read/,
    )
  })

  it('is not a note or a hidden file of the owner', () => {
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
