/** Files that the shop does not read are notes for the owner, and never prevent a start. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { formatIssue } from '../src/content/content-errors.ts'
import { findTrade } from '../src/variants/index.ts'
import { runInProcess } from './support/command.ts'
import { copyOf } from './support/content-errors.ts'

function folderWith(trade: string, files: Readonly<Record<string, string>>): string {
  const folder = copyOf(trade)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

/** The notes about these files, in both languages. */
function notesAbout(trade: string, folder: string, start: string) {
  const { notes } = findTrade(trade).open(folder)
  const about = notes().filter(({ file }) => file.startsWith(start))
  return {
    vi: about.map((note) => formatIssue(note, 'vi')),
    en: about.map((note) => formatIssue(note, 'en')),
  }
}

describe('a stray file', () => {
  const cases: readonly [file: string, en: RegExp, vi: RegExp][] = [
    ['menu/~$1-khoi-vi.yaml', /an editor left this file behind/, /trình soạn thảo để lại/],
    ['policy.yaml.bak', /an editor left this file behind/, /trình soạn thảo để lại/],
    ['menu.docx', /files of this type are not read/, /loại tệp này không được đọc/],
    ['menu/Giá mới.xlsx', /files of this type are not read/, /loại tệp này không được đọc/],
    ['hero.jpg', /move it into the folder pictures/, /chuyển ảnh vào thư mục pictures/],
    ['pages/IMG_2041.HEIC', /move it into the folder pictures/, /vào thư mục pictures/],
    ['pictures/IMG_2041.HEIC', /save it as JPEG.*Most Compatible/, /lưu thành JPEG.*Tương thích/],
  ]

  for (const [file, en, vi] of cases) {
    it(`is a note: ${file}`, () => {
      const notes = notesAbout('restaurant', folderWith('restaurant', { [file]: '\xff\0' }), file)
      assert.equal(notes.en.length, 1, notes.en.join('\n'))
      assert.match(notes.en[0] ?? '', en)
      assert.match(notes.vi[0] ?? '', vi)
    })
  }

  it('is not mentioned if every computer makes such files, or it is a plain note', () => {
    const files = ['.DS_Store', 'menu/.DS_Store', 'Thumbs.db', 'pictures/Thumbs.db', 'todo.txt']
    const folder = folderWith('restaurant', Object.fromEntries(files.map((file) => [file, 'x'])))
    const before = findTrade('restaurant').open(copyOf('restaurant')).notes()
    assert.deepEqual(findTrade('restaurant').open(folder).notes(), before)
  })

  it('does not hide that a required file has another name', async () => {
    const folder = folderWith('restaurant', { 'teem.yaml': 'people: []' })
    const { code, output } = await runInProcess(['content', 'check', folder], {})
    assert.equal(code, 1)
    assert.match(output, /teem\.yaml line 1: this file is not used/)
  })
})

describe('a folder inside a content folder', () => {
  it('is not read, and a note says so once', async () => {
    const dish = 'category: broken'
    const folder = folderWith('restaurant', {
      'menu/old/1-mon-cu.yaml': dish,
      'menu/old/2-mon-cu.yaml': dish,
      'menu/old/2025/3-mon-cu.yaml': dish,
      'articles/drafts/bai-moi.vi.md': 'chưa xong',
      'archive/notes.yaml': dish,
    })
    const sample = findTrade('restaurant').open(copyOf('restaurant'))
    const { assortment, articles } = findTrade('restaurant').open(folder)
    assert.equal(assortment.offers.length, sample.assortment.offers.length)
    assert.equal(articles.length, sample.articles.length)
    for (const name of ['menu/old', 'articles/drafts', 'archive']) {
      const { en, vi } = notesAbout('restaurant', folder, name)
      assert.deepEqual(en, [
        `${name}: this folder is not read, so guests see nothing of it; if you need its files, move them to the folder above`,
      ])
      assert.match(vi[0] ?? '', /thư mục này không được đọc/)
    }
    const { code, output } = await runInProcess(['content', 'check', folder], {})
    assert.equal(code, 0, output)
    assert.match(output, /menu\/old: this folder is not read/)
  })
})
