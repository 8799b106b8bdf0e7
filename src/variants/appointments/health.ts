import type { Locale } from '../../kernel/locale.ts'
import type { HealthBox } from './files.ts'

/** What the shop says of the ticked boxes that a service asks about. */
export function formatHealthAdvice(
  ticked: readonly HealthBox[],
  healthBoxIds: readonly string[],
  locale: Locale,
): string[] {
  return ticked
    .filter(({ id }) => healthBoxIds.includes(id))
    .map(({ name, advice }) => `${name[locale]}: ${advice[locale]}`)
}
