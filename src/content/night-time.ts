/** Times after midnight, which belong to the day on which the night began. */

/** The latest closing time: "30:00" is 06:00 on the next day. A later one is usually a mistake. */
export const maxNightTime = '06:00'

/** A time after midnight that is written as "02:00" belongs to the day on which the period begins: "26:00". */
export function inNightOf(from: string, to: string): string {
  if (to >= from || to > maxNightTime) return to
  return `${Number(to.slice(0, 2)) + 24}${to.slice(2)}`
}
