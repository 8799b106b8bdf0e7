/** A question mark outside of a literal becomes the number of its value. */
export function numbered(statement: string): string {
  let place = 0
  return statement.replace(/'[^']*'|\?/g, (found) => (found === '?' ? `$${++place}` : found))
}
