/** Offers as CSV in both directions, lines pasted into the editor, and the content folder as a zip file. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { listFiles } from '../src/content/files.ts'
import { parseCsv } from '../src/kernel/parse-csv.ts'
import { addStaff } from './support/desk.ts'
import { noticeOf, visibleTextOf } from './support/screen.ts'
import { trades } from './support/shop.ts'
import { openEditor, publishDraft, sendFile } from './support/shop-editor.ts'

const path = '/shop/transfer'

/** The files of a zip archive, read by its directory. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = archive.length - 22
  assert.equal(archive.readUInt32LE(end), 0x06054b50)
  let at = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const method = archive.readUInt16LE(at + 10)
    const packedLength = archive.readUInt32LE(at + 20)
    const nameLength = archive.readUInt16LE(at + 28)
    const offset = archive.readUInt32LE(at + 42)
    const name = archive.subarray(at + 46, at + 46 + nameLength).toString()
    const start = offset + 30 + nameLength
    const data = archive.subarray(start, start + packedLength)
    files.set(name, method === 8 ? inflateRawSync(data) : data)
    at += 46 + nameLength
  }
  return files
}

describe('import and export of a shop', () => {
  for (const trade of trades) {
    it(`changes nothing when the table comes back as it was, ${trade}`, async () => {
      const { app, owner } = await openEditor(trade)
      const answer = await owner.get(`${path}/offers`)
      assert.match(answer.headers.get('content-disposition') ?? '', /^attachment.*\.csv"$/)
      const bytes = Buffer.from(await answer.arrayBuffer())
      assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], 'a byte order mark')
      const sent = await sendFile(app, owner, path, {}, { name: 'table', bytes })
      assert.equal(sent.status, 303, noticeOf(await sent.text()))
      assert.match(visibleTextOf(await owner.read('/shop/publish')), /Không có thay đổi nào/)
    })
  }

  it('changes a price, adds a dish and a category, and keeps what is not in the table', async () => {
    const { app, owner, read } = await openEditor()
    const lines = [
      'category;id;name_vi;price',
      'Khởi vị;cha-ruoi;Chả rươi vỏ quýt;155k',
      'Món nguội;;Nộm sứa;65.000',
    ]
    const bytes = Buffer.from(lines.join('\r\n'))
    const before = read('menu/1-khoi-vi.yaml')
    const sent = await sendFile(app, owner, path, {}, { name: 'table', bytes })
    assert.equal(sent.headers.get('location'), '/shop/publish', noticeOf(await sent.text()))
    await publishDraft(owner)
    const expected = before.replace('price: 145000', 'price: 155000')
    assert.equal(read('menu/1-khoi-vi.yaml'), expected)
    assert.match(read('menu/5-mon-nguoi.yaml'), /name: Nộm sứa, price: 65000/)
  })

  it('keeps the dishes of a category that was renamed, and the order of new categories', async () => {
    const { app, owner, read, replace } = await openEditor()
    replace(
      'menu/1-khoi-vi.yaml',
      /id: khoi-vi\n {2}name: { vi: Khởi vị/,
      'id: khai-vi\n  name: { vi: Khai vị',
    )
    const lines = 'category,name,price\nKhởi vị,Nộm sứa,65k\nMón nguội,Giò,50k\nĐồ uống,Trà đá,5k'
    const sent = await sendFile(app, owner, path, { lines }, { name: 'table' })
    assert.equal(sent.status, 303, noticeOf(await sent.text()))
    await publishDraft(owner)
    assert.match(read('menu/1-khoi-vi.yaml'), /Khai vị[\s\S]*id: cha-ruoi[\s\S]*Nộm sứa/)
    assert.match(read('menu/5-mon-nguoi.yaml'), /Giò/)
    assert.match(read('menu/6-do-uong.yaml'), /Trà đá/)
  })

  it('takes lines as they are spoken, and cells copied from a spreadsheet', async () => {
    const { app, owner, read } = await openEditor()
    const lines = 'Nộm sứa 65k\nBún thang\t75.000\nBánh gai - 30 nghìn'
    const sent = await sendFile(app, owner, path, { lines }, { name: 'table' })
    assert.equal(sent.status, 303, noticeOf(await sent.text()))
    await publishDraft(owner)
    const file = read('menu/1-khoi-vi.yaml')
    for (const added of ['name: Nộm sứa, price: 65000', 'name: Bún thang, price: 75000'])
      assert.ok(file.includes(added), added)
    assert.match(file, /Bánh gai, price: 30000/)
  })

  it('says which row is wrong, and keeps what was pasted', async () => {
    const { app, owner } = await openEditor()
    const lines = 'name,price\nNộm sứa,theo mùa'
    const sent = await sendFile(app, owner, path, { lines }, { name: 'table' })
    assert.equal(sent.status, 422)
    const page = await sent.text()
    assert.match(noticeOf(page), /Nộm sứa/)
    assert.match(page, /<textarea[^>]*>name,price/)
    const bytes = Buffer.from([0x50, 0x68, 0xf5, 0x2c])
    const legacy = await sendFile(app, owner, path, {}, { name: 'table', bytes })
    assert.match(noticeOf(await legacy.text()), /không phải UTF-8/)
  })

  it('has every file of the folder in the zip', async () => {
    const { app, owner, folder } = await openEditor('spa')
    const answer = await owner.get(`${path}/folder`)
    assert.equal(answer.headers.get('content-type'), 'application/zip')
    const files = unzip(Buffer.from(await answer.arrayBuffer()))
    const { files: names } = listFiles(folder)
    assert.deepEqual([...files.keys()], names)
    for (const name of names)
      assert.ok(files.get(name)?.equals(readFileSync(join(folder, name))), name)
    const host = await addStaff(app, 'Bình', 'host')
    assert.equal((await host.get(`${path}/folder`)).status, 403)
  })

  it('reads its own table of a spa with all columns', async () => {
    const { owner } = await openEditor('spa')
    const [titles = [], first = []] = parseCsv(await owner.read(`${path}/offers`))
    assert.deepEqual(titles.slice(0, 4), ['category', 'id', 'name_vi', 'name_en'])
    assert.equal(first.length, titles.length)
  })
})
