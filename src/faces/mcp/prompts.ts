/** Prompts of the shop, as MCP describes them. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { isLocale, type Languages, locales } from '../../kernel/locale.ts'
import type { Prompt } from '../../kernel/tool.ts'
import { type McpPrompt, ProtocolError } from '../../mcp/definition.ts'
import { callLocale } from './caller.ts'

const localeArgument = {
  name: 'locale',
  description: 'vi or en; default: the client’s language.',
  required: false,
  values: locales,
}

export function mcpPrompt(prompt: Prompt, languages: Languages): McpPrompt {
  const { name, title, description } = prompt
  return {
    described: {
      name,
      title: `${title.vi} · ${title.en}`,
      description: `${description.vi} · ${description.en}`,
      arguments: [...prompt.arguments, localeArgument].map(
        ({ values: _, ...argument }) => argument,
      ),
    },
    get(args, exchange) {
      if (args.locale !== undefined && !isLocale(args.locale)) {
        throw new ProtocolError(-32602, `locale is one of ${locales.join(', ')}`)
      }
      const locale = callLocale(languages, args.locale, exchange)
      return {
        description: description[locale],
        messages: [{ role: 'user', content: { type: 'text', text: prompt.message(args, locale) } }],
      }
    },
  }
}

/** Completions of a prompt argument. */
export function promptValues(prompt: Prompt, argument: string, typed: string): string[] {
  const matched = [...prompt.arguments, localeArgument].find(({ name }) => name === argument)
  return (matched?.values ?? []).filter((value) =>
    foldDiacritics(value).startsWith(foldDiacritics(typed)),
  )
}
