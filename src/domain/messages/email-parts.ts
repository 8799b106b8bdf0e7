/** Fact lines of emails to guests: one line per fact; empty facts are left out. */
export function formatRows(rows: readonly (readonly [term: string, text: string])[]): string {
  return rows.flatMap(([term, text]) => (text === '' ? [] : [`${term}: ${text}`])).join('\n')
}
