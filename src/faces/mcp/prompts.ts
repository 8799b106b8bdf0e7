import { fold } from '../../kernel/fold-diacritics.ts'
import { isLocale, locales } from '../../kernel/locale.ts'
import type { Prompt } from '../../kernel/tool.ts'
import { type Prompt as McpPrompt, ProtocolError } from '../../mcp/definition.ts'
import { localeOf } from './caller.ts'

const language = {
  name: 'locale',
  description: 'vi or en; without it the client’s language.',
  required: false,
  values: locales,
}

export function mcpPrompt(prompt: Prompt): McpPrompt {
  const { name, title, description } = prompt
  return {
    described: {
      name,
      title: `${title.vi} · ${title.en}`,
      description: `${description.vi} · ${description.en}`,
      arguments: [...prompt.arguments, language].map(({ values: _, ...argument }) => argument),
    },
    get(given, exchange) {
      if (given.locale !== undefined && !isLocale(given.locale)) {
        throw new ProtocolError(-32602, `locale is one of ${locales.join(', ')}`)
      }
      const locale = given.locale ?? localeOf({}, exchange)
      return {
        description: description[locale],
        messages: [
          { role: 'user', content: { type: 'text', text: prompt.message(given, locale) } },
        ],
      }
    },
  }
}

/** Values of a prompt's argument that begin like what was typed. */
export function promptValues(prompt: Prompt, argument: string, typed: string): string[] {
  const found = [...prompt.arguments, language].find(({ name }) => name === argument)
  return (found?.values ?? []).filter((value) => fold(value).startsWith(fold(typed)))
}
