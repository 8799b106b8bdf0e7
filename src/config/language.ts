/** The language in which whoever sits at the terminal is told of the owner's folder, and of a start. */
import { isLocale, type Locale } from '../kernel/locale.ts'

export const languageHelp = '[--lang vi|en]'

/** As `--lang` asks, else as the system speaks; logs and all other commands stay English. */
export function chooseCommandLanguage(
  args: readonly string[],
  { LC_ALL, LANG }: Readonly<Record<string, string | undefined>>,
): Locale {
  const requested = args[args.indexOf(option) + 1]
  if (args.includes(option) && requested !== undefined && isLocale(requested)) return requested
  return /^vi/i.test(LC_ALL || LANG || '') ? 'vi' : 'en'
}

/** The words without that option, where it names a language that there is. */
export function removeLanguageOption(args: readonly string[]): string[] {
  const index = args.indexOf(option)
  if (index < 0 || !isLocale(args[index + 1] ?? '')) return [...args]
  return args.toSpliced(index, 2)
}

const option = '--lang'
