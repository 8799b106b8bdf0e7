/** Reads a table as spreadsheets save and copy it: separated by commas, semicolons or tabs, in UTF-8 or UTF-16. */
import { isUtf8 } from 'node:buffer'

/** Undefined if the bytes are in another encoding. */
export function decodeTable(bytes: Buffer): string | undefined {
  // "Unicode text" of Excel.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le')
  return isUtf8(bytes) ? bytes.toString().replace(/^\uFEFF/, '') : undefined
}

/** Rows without empty ones. What `formatCsv` did to prevent formulas is taken back. */
export function parseCsv(text: string): string[][] {
  const separator = findSeparator(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    row.push(cell)
    if (row.some((one) => one.trim() !== '')) rows.push(row.map(cleanCell))
    row = []
    cell = ''
  }
  const plain = text.replace(/\r\n?/g, '\n')
  for (let index = 0; index < plain.length; index++) {
    const character = plain[index] ?? ''
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (plain[index + 1] === '"') {
        cell += '"'
        index++
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) {
      row.push(cell)
      cell = ''
    } else if (character === '\n') endRow()
    else cell += character
  }
  endRow()
  return rows
}

/** Excel saves semicolons where a comma separates decimals, and copies tabs. */
function findSeparator(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const counted = ['\t', ';', ','].map((one) => ({ one, count: first.split(one).length }))
  return counted.reduce((best, other) => (other.count > best.count ? other : best)).one
}

function cleanCell(cell: string): string {
  return /^'\s*[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1).trim() : cell.trim()
}
