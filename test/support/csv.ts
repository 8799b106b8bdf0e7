/** Reads a CSV file of the program. */
import assert from 'node:assert/strict'

/** A strict parser for RFC 4180: a stray quote, a bare line end or a missing one is an error. */
export function readCsv(text: string): string[][] {
  assert.equal(text.charCodeAt(0), 0xfeff, 'no byte order mark')
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  cell.lastIndex = 1
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const match = cell.exec(text)
    assert.ok(match, `not RFC 4180: ${JSON.stringify(text.slice(at, at + 40))}`)
    const [, quoted, plain = '', end] = match
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  assert.deepEqual(row, [])
  assert.deepEqual([...new Set(rows.map(({ length }) => length))].length, 1, 'ragged')
  return rows
}
