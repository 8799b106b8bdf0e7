/** Tables that a spreadsheet opens: RFC 4180, in letters it recognizes, with nothing it would run. */

export type Cell = string | number | null

/** Tells spreadsheets that the letters are UTF-8. */
const byteOrderMark = '\uFEFF'

/** What a spreadsheet takes for a formula, wide letters and all, even behind a few blanks. */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')
}

function writeCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
