/** Tables that a spreadsheet opens: RFC 4180, in letters it recognizes, with nothing it would run. */

export type CsvValue = string | number | null

/** Tells spreadsheets that the letters are UTF-8. */
const byteOrderMark = '\uFEFF'

/** What a spreadsheet takes for a formula, wide letters and all, even behind a few blanks. */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

export function formatCsv(rows: readonly (readonly CsvValue[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(formatCsvValue).join(',')}\r\n`).join('')
}

function formatCsvValue(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
