import assert from 'node:assert/strict'
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, describe, it } from 'node:test'
import { sampleFolder } from '../src/config.ts'
import { ContentError } from '../src/content/faults.ts'
import { findTrade } from '../src/variants/index.ts'
import { openShop, variants } from './support/shop.ts'

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

type Change = (folder: Folder) => void

type Folder = {
  /** Replaces a text that stands in the file exactly once; gives the line where it stood. */
  replace(file: string, before: string | RegExp, now: string): number
  remove(file: string): void
  rename(file: string, to: string): void
  write(file: string, text: string): void
}

/** The faults of a sample shop after a change to a copy of it. */
function faultsAfter(variant: string, change: Change): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'letan-'))
  folders.push(folder)
  cpSync(sampleFolder(variant), folder, { recursive: true })
  change({
    replace(file, before, now) {
      const path = join(folder, file)
      const text = readFileSync(path, 'utf8')
      const place = text.search(before)
      assert.ok(place >= 0, `${before} is not in ${file}`)
      writeFileSync(path, text.replace(before, now))
      return text.slice(0, place).split('\n').length
    },
    remove: (file) => rmSync(join(folder, file)),
    rename: (file, to) => renameSync(join(folder, file), join(folder, to)),
    write: (file, text) => writeFileSync(join(folder, file), text),
  })
  try {
    findTrade(variant).open(folder)
    return []
  } catch (error) {
    assert.ok(error instanceof ContentError, String(error))
    const [title, ...lines] = error.message.split('\n')
    assert.match(title ?? '', /needs? a change in /)
    return lines.map((line) => line.trim())
  }
}

describe('the sample shops', () => {
  it('are whole', () => {
    const restaurant = openShop('restaurant')
    const spa = openShop('spa')
    const kinds = (shop: typeof spa) =>
      Object.fromEntries(
        Object.entries(Object.groupBy(shop.assortment.offers, ({ kind }) => kind)).map(
          ([kind, offers]) => [kind, offers.length],
        ),
      )
    assert.deepEqual(kinds(restaurant), { dish: 31, set_meal: 5, table: 3 })
    assert.deepEqual(kinds(spa), { treatment: 16, package: 4, membership: 2, gift_card: 4 })
    for (const shop of [restaurant, spa]) {
      assert.ok(shop.articles.length >= 4)
      assert.ok(shop.faqs.faqs.length >= 15)
    }
  })

  it('have six signature dishes, each with six stations and what completes the meal', () => {
    const { tradePages } = openShop('restaurant')
    const journeys = tradePages.filter(({ document }) =>
      document('vi').blocks.some((block) => block.kind === 'heading' && block.id === 'journey'),
    )
    assert.equal(journeys.length, 6)
    for (const { document, path } of journeys) {
      const { blocks } = document('en')
      const way = blocks.find((block) => block.kind === 'stations')
      assert.equal(way?.stations.length, 6, path)
      assert.ok(blocks.some((block) => block.kind === 'heading' && block.id === 'completes'))
    }
  })

  it('cannot be changed once they are read', () => {
    for (const variant of variants) {
      const { business, faqs, assortment } = openShop(variant)
      assert.throws(() => Object.assign(assortment.offers[0] as object, { price: 1 }), TypeError)
      assert.throws(() => Object.assign(business, { name: 'x' }), TypeError)
      assert.throws(() => Object.assign(faqs.faqs[0] as object, { id: 'x' }), TypeError)
    }
  })
})

describe('a fault in a content folder', () => {
  const cases: [name: string, variant: string, change: Change, expected: RegExp[]][] = [
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
      'a mistyped word',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', 'price: 145000', 'prise: 145000'),
      [
        /price of cha-ruoi is missing/,
        /prise of cha-ruoi is not a known word here; write one of id, /,
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
      [/^pages\/privacy\.vi\.md line 1: this page is missing, and its \.en\.md; write both$/],
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
      [/^policy\.yaml line 1: the file is missing/],
    ],
    [
      'a file that nothing reads',
      'restaurant',
      ({ rename }) => rename('team.yaml', 'teem.yaml'),
      [/^team\.yaml line 1: the file is missing/, /^teem\.yaml line 1: this file is not read/],
    ],
    [
      'YAML that cannot be read',
      'restaurant',
      ({ replace }) => replace('tags.yaml', 'tags:', 'tags: ['),
      [/^tags\.yaml line \d+: this is not valid YAML/],
    ],
    [
      'the same word twice in an entry',
      'restaurant',
      ({ replace }) =>
        replace('policy.yaml', 'horizon_days: 60', 'horizon_days: 60\nhorizon_days: 30'),
      [/^policy\.yaml line \d+: this is not valid YAML \(map keys must be unique\)/],
    ],
    [
      'an id that is used twice, in different files',
      'restaurant',
      ({ replace }) => replace('set-meals.yaml', '- id: mam-hai-nguoi', '- id: nem-ran-cua-be'),
      [/^set-meals\.yaml line \d+: the id "nem-ran-cua-be" is used twice; write another id/],
    ],
    [
      'an unknown allergen',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', /allergens: \[\w+/, 'allergens: [nuts'),
      [/names "nuts", which does not exist; write one of gluten, crustaceans, molluscs,/],
    ],
    [
      'a set meal with a dish that does not exist',
      'restaurant',
      ({ replace }) =>
        replace('set-meals.yaml', /^ {6}- \{ dish: [a-z-]+/m, '      - { dish: ca-kho-vu-dai'),
      [
        /^set-meals\.yaml line \d+: dishes\.1\.dish of \S+ names "ca-kho-vu-dai", which does not exist; write an id that exists, such as ca-kho-lang-vu-dai,/,
      ],
    ],
    [
      'five stations instead of six',
      'restaurant',
      ({ replace }) => replace('menu/1-khoi-vi.yaml', /( {8}- name:(?:.|\n)*?)(?= {8}- name:)/, ''),
      [/signature\.journey of cha-ruoi will not do; write exactly six stations/],
    ],
    [
      'a therapist who does what is not offered',
      'spa',
      ({ replace }) =>
        replace('therapists.yaml', /treatments:\s+- [a-z0-9-]+/, 'treatments:\n      - pizza'),
      [/^therapists\.yaml line \d+: treatments\.1 of \S+ names "pizza"/],
    ],
    [
      'a VAT kind that does not exist',
      'spa',
      ({ replace }) =>
        replace('treatments/1-cham-soc-da-mat.yaml', /^ {4}price: /m, '    vat: odd\n    price: '),
      [/vat of \S+ names "odd", which does not exist; write one of usual$/],
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
      [/^rooms\.yaml line 2: this is not valid YAML \(an alias \(\*\) is not used here/],
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
      'a category that two files claim',
      'restaurant',
      ({ replace }) => replace('menu/2-nuong-than.yaml', 'id: nuong-than', 'id: khoi-vi'),
      [/^menu\/2-nuong-than\.yaml line \d+: the category "khoi-vi" is used twice/],
    ],
    [
      'the same person twice',
      'restaurant',
      ({ replace }) => replace('team.yaml', /- id: (\S+)([\s\S]*?)- id: \S+/, '- id: $1$2- id: $1'),
      [/^team\.yaml line \d+: the id "\S+" is used twice/],
    ],
    [
      'a day that ends before it begins',
      'restaurant',
      ({ replace }) => replace('business.yaml', 'from: "10:30"', 'from: "16:30"'),
      [/^business\.yaml line \d+: \S+ will not do; write a "from" that is earlier than its "to"$/],
    ],
  ]

  for (const [name, variant, change, expected] of cases) {
    it(`is told to the owner: ${name}`, () => {
      const faults = faultsAfter(variant, change)
      for (const pattern of expected) {
        assert.ok(
          faults.some((fault) => pattern.test(fault)),
          `${pattern} not in\n${faults.join('\n')}`,
        )
      }
      assert.equal(faults.length, expected.length, faults.join('\n'))
    })
  }

  it('is told with the line where it stands', () => {
    let line = 0
    const [fault] = faultsAfter('restaurant', ({ replace }) => {
      line = replace('menu/2-nuong-than.yaml', /price: 3\d+/, 'price: many')
    })
    assert.match(fault ?? '', new RegExp(`^menu/2-nuong-than.yaml line ${line}: price of`))
  })

  it('does not hide the others: all are told at once', () => {
    const faults = faultsAfter('restaurant', ({ replace, remove }) => {
      replace('menu/1-khoi-vi.yaml', 'price: 145000', 'price: -1')
      replace('menu/2-nuong-than.yaml', /^ {4}spice: \d/m, '    spice: 9')
      replace('faqs.yaml', /topic: [a-z-]+/, 'topic: pizza')
      replace('tables.yaml', /type: [a-z-]+/, 'type: pizza')
      remove('articles/'.concat(firstArticle('restaurant')))
    })
    assert.equal(faults.length, 5, faults.join('\n'))
    for (const file of ['menu/1', 'menu/2', 'faqs.yaml', 'tables.yaml', 'articles/']) {
      assert.ok(
        faults.some((fault) => fault.startsWith(file)),
        file,
      )
    }
  })

  it('does not hide what other files get wrong about the file it is in', () => {
    const faults = faultsAfter('restaurant', ({ replace }) => {
      replace('menu/1-khoi-vi.yaml', 'price: 145000', 'price: -1')
      replace('menu/2-nuong-than.yaml', '- id: cha-ca-lang', '- id: ga-mia-hun-rom')
      replace('set-meals.yaml', /^ {6}- \{ dish: [a-z-]+/m, '      - { dish: pizza')
    })
    assert.ok(faults.some((fault) => fault.includes('price of cha-ruoi will not do')))
    assert.ok(faults.some((fault) => fault.includes('"ga-mia-hun-rom" is used twice')))
    assert.ok(faults.some((fault) => fault.includes('names "pizza"')))
    assert.ok(!faults.some((fault) => fault.includes('names "cha-ruoi"')), faults.join('\n'))
  })

  it('is not the way in which the folder is named', () => {
    const folder = relative(process.cwd(), sampleFolder('spa'))
    for (const spelling of [folder, `./${folder}`, `${folder}/`, `${folder}//../spa/`]) {
      assert.equal(findTrade('spa').open(spelling).business.name, 'Vườn Sương')
    }
  })

  it('is not a file that is a link to another', () => {
    const folder = mkdtempSync(join(tmpdir(), 'letan-'))
    folders.push(folder)
    cpSync(sampleFolder('spa'), folder, { recursive: true })
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
    const faults = faultsAfter('spa', ({ write }) => {
      write('README.md', 'my notes')
      write('.hidden', '')
      write('policy.yaml~', '')
      write('Thumbs.db', '')
    })
    assert.deepEqual(faults, [])
  })
})

function firstArticle(variant: string, locale = 'en'): string {
  return `${openShop(variant).articles[0]?.slug}.${locale}.md`
}
