/** CSV for spreadsheets: RFC 4180 in UTF-8, with formulas neutralized. */

export type CsvValue = string | number | null

/** Makes spreadsheets read the file as UTF-8. */
const byteOrderMark = '\uFEFF'

/** What spreadsheets interpret as a formula, also in full-width characters and after spaces. */
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
