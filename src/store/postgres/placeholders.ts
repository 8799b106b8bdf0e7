/** A question mark outside of a literal becomes the number of its value. */
export function numberPlaceholders(statement: string): string {
  let index = 0
  return statement.replace(/'[^']*'|\?/g, (match) => (match === '?' ? `$${++index}` : match))
}
