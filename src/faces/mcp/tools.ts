/** The shop's tools as protocol definitions. */
import { z } from 'zod'
import { type ArgumentReading, argumentReaders } from '../../kernel/argument-reader.ts'
import { isLocale, type Locale, locales } from '../../kernel/locale.ts'
import type { ResultCache } from '../../kernel/result-cache.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Tool } from '../../kernel/tool.ts'
import type { JsonObject, McpTool, ToolHints } from '../../mcp/definition.ts'
import { writeResultFields } from './preview.ts'
import { readCall } from './read-call.ts'
import { jsonSchema } from './schema.ts'
import type { ToolErrorContext } from './tool-error.ts'
import { type WriteDependencies, writeCall } from './write-call.ts'

/** "en-US" is English. */
function readLocale(value: unknown): ArgumentReading {
  const language = typeof value === 'string' ? value.trim().toLowerCase() : ''
  const base = languageNames.get(language) ?? language.split(/[-_]/)[0] ?? ''
  return { value: isLocale(base) ? base : value }
}

const languageNames = new Map<string, Locale>([
  ['english', 'en'],
  ['vietnamese', 'vi'],
  ['tiếng việt', 'vi'],
  ['tiếng anh', 'en'],
])

const localeArguments = {
  locale: z
    .enum(locales)
    .optional()
    .meta({ description: 'Response language.' })
    .register(argumentReaders, { aliases: ['language', 'lang'], read: readLocale }),
}

const writeArguments = {
  consent: z.boolean().optional().meta({
    description:
      'true: the guest agreed, also in advance. false or omitted: a preview, nothing is stored.',
  }),
  preview_code: z.string().max(20).optional().meta({
    description: 'From the preview; sent with the same arguments and consent: true.',
  }),
  idempotency_key: z
    .string()
    .refine((key) => /^[\x21-\x7e]{8,64}$/.test(key))
    .optional()
    // A pattern would cost a model more tokens in every tool than the lengths, and says less.
    .meta({ description: 'Makes a retry safe.', minLength: 8, maxLength: 64 })
    .register(argumentReaders, {
      expected: {
        vi: 'Viết 8 đến 64 ký tự ASCII, không có khoảng trắng.',
        en: 'Write 8 to 64 ASCII characters without spaces.',
      },
    }),
  dry_run: z.boolean().optional().meta({ description: 'true checks everything, stores nothing.' }),
  ...localeArguments,
}

type ToolDependencies = WriteDependencies & { resultCache: ResultCache; now: Clock }

export function mcpTool(
  tool: Tool,
  errorContext: ToolErrorContext,
  { resultCache, now, ...writeDependencies }: ToolDependencies,
  meta: JsonObject | undefined,
): McpTool {
  const input = tool.input.extend(tool.kind === 'read' ? localeArguments : writeArguments)
  return {
    described: {
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: jsonSchema(input, 'input'),
      outputSchema: jsonSchema(withSummary(outputOf(tool)), 'output'),
      annotations: toolHints(tool),
      ...(meta && { _meta: meta }),
    },
    call:
      tool.kind === 'read'
        ? readCall(
            tool,
            input,
            errorContext,
            resultCache,
            now,
            writeDependencies.writeAccess.identify,
          )
        : writeCall(tool, input, writeDependencies, errorContext, now),
  }
}

/** A preview has no member of a stored request, so that all of them are optional. */
function outputOf(tool: Tool): z.ZodObject {
  return tool.kind === 'read' ? tool.output : tool.output.partial().extend(writeResultFields)
}

/** The schema of a result, which begins with the tool's summary. */
function withSummary(output: z.ZodObject): z.ZodObject {
  const summary = z.string().meta({ description: 'The answer in one or two sentences.' })
  return z.object({ summary, ...output.shape })
}

/** A write sends a request to people outside this system, and calling it again does not revert it (decision 37). */
export function toolHints({ kind, title }: Pick<Tool, 'kind' | 'title'>): ToolHints {
  const reads = kind === 'read'
  return {
    title,
    readOnlyHint: reads,
    destructiveHint: !reads,
    idempotentHint: reads,
    openWorldHint: !reads,
  }
}
