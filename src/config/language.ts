/** The language in which whoever sits at the terminal is told of the owner's folder, and of a start. */
import { isLocale, type Locale } from '../kernel/locale.ts'

export const languageHelp = '[--lang vi|en]'

/** As `--lang` asks, else as the system speaks; logs and all other commands stay English. */
export function languageOf(
  words: readonly string[],
  { LC_ALL, LANG }: Readonly<Record<string, string | undefined>>,
): Locale {
  const asked = words[words.indexOf(option) + 1]
  if (words.includes(option) && asked !== undefined && isLocale(asked)) return asked
  return /^vi/i.test(LC_ALL || LANG || '') ? 'vi' : 'en'
}

/** The words without that option, where it names a language that there is. */
export function withoutLanguage(words: readonly string[]): string[] {
  const place = words.indexOf(option)
  if (place < 0 || !isLocale(words[place + 1] ?? '')) return [...words]
  return words.toSpliced(place, 2)
}

const option = '--lang'
