/** Each fact has one source: placeholders in texts, booking days from the hours, and values left from the sample. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatIssue } from '../src/content/content-errors.ts'
import type { Shop } from '../src/domain/trade/trade.ts'
import { findTrade } from '../src/variants/index.ts'
import { assertErrors, copyOf, createFolderEditor } from './support/content-errors.ts'
import { loadSampleShop, trades } from './support/shop.ts'
import { phoStall, renamedRestaurant } from './support/shop-folders.ts'

function notesOf({ notes }: Shop): string[] {
  return notes()
    .filter(({ file }) => !file.startsWith('pictures/'))
    .map((note) => formatIssue(note, 'en'))
}

describe('placeholders', () => {
  it('stand for the facts of business.yaml and the figures of policy.yaml, in the language of the text', () => {
    const { faqs, pages, business } = loadSampleShop('restaurant')
    const deposit = faqs.faqs.find(({ id }) => id === 'khi-nao-can-coc')
    assert.match(deposit?.answer.vi ?? '', /cọc 100\.000 ₫ mỗi khách/)
    assert.match(deposit?.answer.en ?? '', /it is 100,000 ₫ a guest/)
    const policy = pages.find(({ slug }) => slug === 'policy')
    assert.match(policy?.vi.body ?? '', /xin gọi \*\*024 3718 0146\*\*/)
    assert.match(policy?.en.body ?? '', /please call \*\*\+84 24 3718 0146\*\*/)
    assert.match(business.consent.contact.text.vi, /để Khói Lam dùng/)
    for (const shop of trades.map(loadSampleShop)) {
      assert.doesNotMatch(JSON.stringify([shop.business, shop.faqs, shop.pages]), /\{[a-z_]+\}/)
    }
  })

  it('change the version of a consent text with the name of the shop', () => {
    const folder = copyOf('restaurant')
    createFolderEditor(folder).replace('business.yaml', 'name: Khói Lam', 'name: Bếp Nhà Mây')
    const { consent } = findTrade('restaurant').open(folder).business
    assert.notEqual(
      consent.contact.version,
      loadSampleShop('restaurant').business.consent.contact.version,
    )
  })

  it('that do not exist are an error with the nearest name and the line', () => {
    assertErrors(
      'restaurant',
      ({ replace }) => replace('pages/policy.vi.md', '{deposit_per_guest}', '{deposit_guest}'),
      [
        /^pages\/policy\.vi\.md line 25: there is no placeholder \{deposit_guest\}; write \{deposit_per_guest\}$/,
      ],
    )
    assertErrors(
      'spa',
      ({ replace }) => replace('faqs.yaml', '{hold_minutes} phút', '{xyz} phút'),
      [/^faqs\.yaml line \d+: there is no placeholder \{xyz\}; write one of \{name\}, \{phone\},/],
    )
  })

  it('for what the shop does not state are an error', () => {
    assert.throws(
      () =>
        findTrade('restaurant').open(
          phoStall({
            'pages/about.vi.md':
              '---\ntitle: Về quán\ndescription: Về {name}.\nupdated: "2026-11-01"\n---\n\nViết cho {email}.\n',
          }),
        ),
      /pages\/about\.vi\.md line 7: \{email\} has no value/,
    )
  })

  it('are no other braces', () => {
    const folder = copyOf('restaurant')
    const text = 'Mã { } {A} {1} {số bàn} vẫn là chữ.'
    createFolderEditor(folder).replace('pages/about.vi.md', /$/, `\n${text}\n`)
    const about = findTrade('restaurant')
      .open(folder)
      .pages.find(({ slug }) => slug === 'about')
    assert.ok(about?.vi.body.endsWith(text))
  })
})

describe('booking days', () => {
  const usualDays = /^weekdays: \[2, 3, 4, 5, 6, 7\]/m

  it('on which the shop is closed are an error', () => {
    assertErrors(
      'restaurant',
      ({ replace }) => replace('policy.yaml', usualDays, 'weekdays: [1, 2, 3, 4, 5, 6, 7]'),
      [
        /^policy\.yaml line \d+: you take bookings on Monday \(1\), but business\.yaml is closed that day; write `weekdays: \[2, 3, 4, 5, 6, 7\]`, or remove this line, or open Monday in business\.yaml$/,
      ],
    )
  })

  it('that leave out an open day are a note', () => {
    const folder = copyOf('restaurant')
    const editor = createFolderEditor(folder)
    editor.replace('business.yaml', /- days: \[2, 3, 4, 5, 6, 7\]/, '- days: [1, 2, 3, 4, 5, 6, 7]')
    const notes = notesOf(findTrade('restaurant').open(folder)).filter((note) =>
      note.startsWith('policy.yaml'),
    )
    assert.equal(notes.length, 1)
    assert.match(
      notes[0] ?? '',
      /you are open on Monday \(1\) but take no bookings then; write `weekdays: \[1, 2, 3, 4, 5, 6, 7\]` if that is a mistake/,
    )
  })

  it('follow the hours if they are left out', () => {
    const folder = copyOf('restaurant')
    const editor = createFolderEditor(folder)
    editor.replace('policy.yaml', /^weekdays: .*\n/m, '')
    editor.replace('business.yaml', /- days: \[2, 3, 4, 5, 6, 7\]/, '- days: [1, 3, 5]')
    const { booking } = findTrade('restaurant').open(folder)
    const details = booking.parseDetails({ party_size: 2 }, 'request').details?.[0]
    assert.ok(details)
    assert.equal(booking.bookableStarts(details, '2026-11-23').open, true)
    assert.equal(booking.bookableStarts(details, '2026-11-24').open, false)
  })
})

describe('values of the sample', () => {
  it('are named one by one in a copy, in both languages, and not in the sample itself', () => {
    for (const trade of trades) {
      const sample = loadSampleShop(trade)
      const copy = findTrade(trade).open(copyOf(trade))
      const inCopy = notesOf(copy).filter((note) => note.includes('of the sample shop'))
      const { name } = sample.business
      for (const what of [
        'name',
        'phone number',
        'email address',
        'Zalo number',
        'address',
        'map location',
      ]) {
        const found = inCopy.filter((note) =>
          note.includes(`still the ${what} of the sample shop ${name}`),
        )
        assert.equal(found.length, 1, `${trade} ${what}\n${inCopy.join('\n')}`)
      }
      assert.equal(notesOf(sample).filter((note) => note.includes('still the')).length, 0)
      for (const note of copy.notes()) assert.doesNotMatch(formatIssue(note, 'vi'), /still|sample/)
    }
  })

  it('name the bank account, and every text with the name of the sample in one note', () => {
    const folder = copyOf('restaurant')
    const editor = createFolderEditor(folder)
    editor.replace('business.yaml', 'name: Khói Lam', 'name: Phở Góc Phố')
    editor.replace('pages/about.vi.md', 'title: Về {name}', 'title: Về Khói Lam')
    editor.replace('kitchen.yaml', 'Bếp {name} dùng', 'Bếp Khói Lam dùng')
    const notes = notesOf(findTrade('restaurant').open(folder))
    assert.ok(notes.some((note) => note.includes('this is the account of the sample shop')))
    assert.ok(!notes.some((note) => note.includes('still the name')))
    const named = notes.filter((note) => note.includes('still names the sample shop'))
    assert.equal(named.length, 1, notes.join('\n'))
    assert.match(
      named[0] ?? '',
      /^\S+ line \d+: this text still names the sample shop, Khói Lam; also in \S+ line \d+; write your own name, or \{name\}$/,
    )
  })

  it('are none in a shop that has its own', () => {
    const notes = notesOf(findTrade('restaurant').open(renamedRestaurant()))
    assert.deepEqual(notes, [])
  })
})

describe('an English text that equals the Vietnamese one', () => {
  it('is a note at its line, and none of the samples has one', () => {
    const folder = copyOf('restaurant')
    const line = createFolderEditor(folder).replace(
      'menu/1-khoi-vi.yaml',
      /( {4}description:\n {6}vi: (.*)\n {6}en: ).*/,
      '$1$2',
    )
    const notes = notesOf(findTrade('restaurant').open(folder)).filter((note) =>
      note.includes('the same as the Vietnamese one'),
    )
    assert.equal(notes.length, 1, notes.join('\n'))
    assert.ok(
      notes[0]?.startsWith(`menu/1-khoi-vi.yaml line ${line + 2}: the English text`),
      notes[0],
    )
    for (const shop of trades.map(loadSampleShop)) {
      assert.ok(!notesOf(shop).some((note) => note.includes('the same as the Vietnamese')))
    }
  })
})
