/** Advice for the health boxes of a guest. */
import type { Locale } from '../../kernel/locale.ts'
import type { HealthBox } from './files.ts'

/** Advice for the ticked boxes that matter for a service. */
export function formatHealthAdvice(
  ticked: readonly HealthBox[],
  healthBoxIds: readonly string[],
  locale: Locale,
): string[] {
  return ticked
    .filter(({ id }) => healthBoxIds.includes(id))
    .map(({ name, advice }) => `${name[locale]}: ${advice[locale]}`)
}
