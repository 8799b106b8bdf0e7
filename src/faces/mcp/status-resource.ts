/**
 * The status of a booking, order or waitlist entry as the resource `booking://{code}`, to which the result of a write
 * links.
 */
import type { Languages, Locale } from '../../kernel/locale.ts'
import { Problem } from '../../kernel/problem.ts'
import type { ToolOutput } from '../../kernel/tool.ts'
import type { Resources, ToolResult } from '../../mcp/definition.ts'
import { callLocale } from './caller.ts'

/** Throws a Problem if nothing has the code. */
export type LoadStatus = (
  code: string,
  locale: Locale,
) => Promise<{ output: ToolOutput; summary: string }>

const scheme = 'booking://'
const mimeType = 'application/json'

export function withStatusResource(
  pages: Resources,
  loadStatus: LoadStatus,
  languages: Languages,
): Resources {
  return {
    ...pages,
    templates: [
      {
        uriTemplate: `${scheme}{code}`,
        name: 'booking',
        title: 'Status by code',
        description:
          'The state of a booking, order or waitlist entry, what happens next and by when.',
        mimeType,
      },
      ...pages.templates,
    ],
    read(uri, context) {
      if (!uri.startsWith(scheme)) return pages.read(uri, context)
      return loadStatus(readCode(uri), callLocale(languages, undefined, context)).then(
        ({ output, summary }) => ({
          changing: { uri, mimeType, text: JSON.stringify({ summary, ...output }) },
        }),
        (error: unknown) => {
          if (error instanceof Problem && error.code === 'not-found') return undefined
          throw error
        },
      )
    },
  }
}

/** A result without a code, such as a callback request, has no status. */
export function withStatusLink(result: ToolResult, locale: Locale): ToolResult {
  const { code } = result.structuredContent ?? {}
  if (typeof code !== 'string') return result
  return {
    ...result,
    content: [
      ...result.content,
      {
        type: 'resource_link',
        uri: `${scheme}${code}`,
        name: code,
        title: { vi: `Tình trạng ${code}`, en: `Status of ${code}` }[locale],
        mimeType,
      },
    ],
  }
}

/** URL parsers append a slash; the code itself may be written in any usual form. */
function readCode(uri: string): string {
  const text = uri.slice(scheme.length).replace(/\/$/, '')
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
