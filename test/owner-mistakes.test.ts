/** Mistakes that owners made in their content folder: each gets one message, with the line and what to write instead. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sampleFolder } from '../src/content/sample.ts'
import { contact } from './owner-mistakes/contact.ts'
import { files } from './owner-mistakes/files.ts'
import type { OwnerMistake } from './owner-mistakes/mistake.ts'
import { names } from './owner-mistakes/names.ts'
import { prices } from './owner-mistakes/prices.ts'
import { times } from './owner-mistakes/times.ts'
import { writing } from './owner-mistakes/writing.ts'
import { checkCopy } from './support/content-errors.ts'

const mistakes: readonly OwnerMistake[] = [
  ...prices,
  ...times,
  ...contact,
  ...writing,
  ...names,
  ...files,
]

describe('mistake of an owner', () => {
  for (const { row, trade, file, change, en, vi, isNote = false } of mistakes) {
    it(`gets one message with its correction: ${row}`, () => {
      let line = 0
      const { errors, notes } = checkCopy(trade, (folder) => {
        line = change(folder)
      })
      const [found, others] = isNote ? [notes, errors] : [errors, notes]
      assert.deepEqual(found, {
        en: [`${file} line ${line}${en}`],
        vi: [`${file} dòng ${line}${vi}`],
      })
      assert.deepEqual(others, { en: [], vi: [] })
    })
  }

  it('gets one note with its correction: 67, a photo of a phone', () => {
    const { errors, notes } = checkCopy('restaurant', ({ write }) =>
      write('pictures/IMG_2041.HEIC', Buffer.from('ftypheic')),
    )
    assert.deepEqual(errors.en, [])
    assert.equal(notes.en.length, 1, notes.en.join('\n'))
    assert.match(
      notes.en[0] ?? '',
      /^pictures\/IMG_2041\.HEIC: the name of this photo fits no offer and no page, .*; save it as JPEG.*Most Compatible; then give it the id of what it shows as its name, such as hero\.jpg/,
    )
    assert.match(
      notes.vi[0] ?? '',
      /^pictures\/IMG_2041\.HEIC: .*; hãy lưu thành JPEG.*; rồi hãy đặt tên theo mã của món/,
    )
  })

  it('is none if a photo is named after its dish with a space: 68', () => {
    const icon = readFileSync(join(sampleFolder('restaurant'), 'pictures/icon-48.png'))
    const { errors, notes } = checkCopy('restaurant', ({ write }) =>
      write('pictures/cha ruoi.png', icon),
    )
    assert.deepEqual([...errors.en, ...notes.en], [])
  })

  it('is listed once', () => {
    const rows = [...mistakes.map(({ row }) => row), 67, 68]
    assert.deepEqual(
      rows.toSorted((one, other) => one - other),
      Array.from({ length: 75 }, (_, index) => index + 1),
    )
  })
})
