/** Chooses the form of a word that belongs to a count. */
import type { Locale } from './locale.ts'

/** The form after any other count, and the one after a single thing. Vietnamese only has `other`. */
export type PluralForms = { one?: string; other: string }

const rules: Record<Locale, Intl.PluralRules> = {
  vi: new Intl.PluralRules('vi'),
  en: new Intl.PluralRules('en'),
}

/** plural(1, { one: 'booking', other: 'bookings' }) → "booking" */
export function plural(count: number, forms: PluralForms, locale: Locale = 'en'): string {
  if (forms.one === undefined) return forms.other
  return rules[locale].select(count) === 'one' ? forms.one : forms.other
}
