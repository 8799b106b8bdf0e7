import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatCsv } from './csv.ts'
import { decodeTable, parseCsv } from './parse-csv.ts'

describe('parseCsv', () => {
  it('reads back what formatCsv writes', () => {
    const rows = [
      ['name', 'note'],
      ['Phở "bò"', 'two\nlines, one comma'],
      ['=SUM(A1)', '-5'],
    ]
    assert.deepEqual(parseCsv(decodeTable(Buffer.from(formatCsv(rows))) ?? ''), rows)
  })

  it('reads semicolons, tabs and UTF-16, and leaves out empty rows', () => {
    assert.deepEqual(parseCsv('a;b\r\n\r\n1;"2;3"\r\n'), [
      ['a', 'b'],
      ['1', '2;3'],
    ])
    const copied = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Phở\t65k', 'utf16le')])
    assert.deepEqual(parseCsv(decodeTable(copied) ?? ''), [['Phở', '65k']])
  })

  it('does not guess other encodings', () => {
    assert.equal(decodeTable(Buffer.from([0x50, 0x68, 0xf5])), undefined)
  })
})
