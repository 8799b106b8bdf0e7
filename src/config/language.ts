/** Language of the texts in the terminal: start-up, content errors, and the commands for content and backups. */
import { parseArgs } from 'node:util'
import { isLocale, type Locale } from '../kernel/locale.ts'

export const languageOption = { lang: { type: 'string' } } as const

/** `--lang`, else the language of the system. The log and all other commands are in English. */
export function chooseCommandLanguage(
  args: readonly string[],
  { LC_ALL, LANG }: Readonly<Record<string, string | undefined>>,
): Locale {
  const { lang } = parseArgs({ args: [...args], options: languageOption, strict: false }).values
  if (typeof lang === 'string' && isLocale(lang)) return lang
  return /^vi/i.test(LC_ALL || LANG || '') ? 'vi' : 'en'
}
