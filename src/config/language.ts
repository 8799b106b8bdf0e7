/** Language of the texts in the terminal: start-up, content errors, and all commands. */
import { parseArgs } from 'node:util'
import { isLocale, type Locale } from '../kernel/locale.ts'

export const languageOption = { lang: { type: 'string' } } as const

/** `--lang`, else the language of the system. The log is in English. */
export function chooseCommandLanguage(
  args: readonly string[],
  { LC_ALL, LANG }: Readonly<Record<string, string | undefined>>,
): Locale {
  const lang = readLanguageOption(args)
  if (typeof lang === 'string' && isLocale(lang)) return lang
  return /^vi/i.test(LC_ALL || LANG || '') ? 'vi' : 'en'
}

/** False for `--lang fr`, and for `--lang` without a language. */
export function isLanguageKnown(args: readonly string[]): boolean {
  const lang = readLanguageOption(args)
  return lang === undefined || (typeof lang === 'string' && isLocale(lang))
}

/** For commands that run until a signal: `--lang` becomes the language of the environment, which they follow. */
export function applyLanguageOption(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): { args: readonly string[]; environment: NodeJS.ProcessEnv } {
  const lang = readLanguageOption(args)
  if (typeof lang !== 'string' || !isLocale(lang)) return { args, environment }
  const at = args.findIndex((one) => one === '--lang' || one.startsWith('--lang='))
  const rest = args.toSpliced(at, args[at] === '--lang' ? 2 : 1)
  return { args: rest, environment: { ...environment, LC_ALL: lang } }
}

function readLanguageOption(args: readonly string[]): string | boolean | undefined {
  return parseArgs({ args: [...args], options: languageOption, strict: false }).values.lang
}
