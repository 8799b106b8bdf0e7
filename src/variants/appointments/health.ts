import type { Locale } from '../../kernel/locale.ts'
import type { HealthBox } from './files.ts'

/** What the shop says of the ticked boxes that a service asks about. */
export function adviceOn(
  ticked: readonly HealthBox[],
  asksFirst: readonly string[],
  locale: Locale,
): string[] {
  return ticked
    .filter(({ id }) => asksFirst.includes(id))
    .map(({ name, advice }) => `${name[locale]}: ${advice[locale]}`)
}
