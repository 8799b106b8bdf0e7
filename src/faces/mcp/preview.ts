/** Results of a write that stored nothing: a preview, a dry run, and a refusal of the guest. */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Locale } from '../../kernel/locale.ts'
import type { ToolOutput } from '../../kernel/tool.ts'
import type { ToolResult } from '../../mcp/definition.ts'
import { toToolResult } from './read-call.ts'

/** What the guest is asked to agree to. */
export type Preview = {
  readBack: string
  consentText: string
  /** What the guest cannot have known, as sentences. */
  added: readonly string[]
  warnings: readonly string[]
}

/** Members of the results of every write, in addition to those of the tool, of which a preview has none. */
export const writeResultFields = {
  preview: z
    .literal(true)
    .optional()
    .describe('Nothing was stored; send_with says how to send it.'),
  read_back: z.string().optional().describe('All details, for the guest.'),
  consent_text: z.string().optional().describe('How the data is used, for the guest.'),
  added: z.array(z.string()).optional().describe('What the arguments did not say.'),
  warnings: z.array(z.string()).optional().describe('Possible mistakes and conditions.'),
  preview_code: z.string().optional(),
  send_with: z.string().optional(),
  declined: z.literal(true).optional().describe('The guest refused; nothing was sent.'),
  dry_run: z.literal(true).optional().describe('Nothing was stored, and no one is notified.'),
  would_be: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('In a dry run: what the request would contain.'),
  test: z.literal(true).optional(),
}

export type PreviewCodes = {
  create(request: string, preview: Preview): string
  /** `outdated`: the request is that of the preview, but something else has changed since. */
  compare(code: unknown, request: string, preview: Preview): 'same' | 'outdated' | 'unrelated'
}

/** A code consists of three keyed digests: of the request, of its details, and of what was added. Nothing is stored. */
export function createPreviewCodes(secret: string): PreviewCodes {
  const digest = (...parts: unknown[]) =>
    createHmac('sha256', secret)
      .update(`preview ${JSON.stringify(parts)}`)
      .digest('hex')
      .slice(0, 6)
  const digestsOf = (request: string, { readBack, added }: Preview) =>
    [digest(request), digest(request, readBack), digest(request, readBack, added)] as const
  return {
    create: (request, preview) => digestsOf(request, preview).join('-'),
    compare(code, request, preview) {
      const sent = String(code).split('-')
      const [ofRequest, ofDetails, ofAdded] = digestsOf(request, preview)
      if (sent.length !== 3 || sent[0] !== ofRequest) return 'unrelated'
      // A guest who agreed to more than what is added now agreed to this as well.
      const isAddedKnown = sent[2] === ofAdded || preview.added.length === 0
      return sent[1] === ofDetails && isAddedKnown ? 'same' : 'outdated'
    },
  }
}

export function toPreviewResult(
  preview: Preview,
  previewCode: string,
  { consent, locale }: { consent: unknown; locale: Locale },
): ToolResult {
  const { readBack, consentText, added } = preview
  const summary = [
    (added.length > 0 ? previewWithAdditions : plainPreview)[locale],
    ...(consent === undefined || typeof consent === 'boolean' ? [] : [notBoolean[locale]]),
  ].join(' ')
  return toToolResult(
    {
      preview: true,
      read_back: readBack,
      ...nonEmpty({ added, warnings: otherWarnings(preview) }),
      consent_text: consentText,
      preview_code: previewCode,
      send_with: sendWith[locale],
    },
    summary,
  )
}

/** The warnings that are not among what was added. */
export function otherWarnings({ added, warnings }: Preview): string[] {
  return warnings.filter((warning) => !added.includes(warning))
}

/** The lists that have entries. */
export function nonEmpty(
  lists: Readonly<Record<string, readonly string[]>>,
): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
}

/** Members of a result that would claim that something was stored. */
const claims = ['status', 'recorded', 'status_url', 'next_step']

export function toDryRunResult(output: ToolOutput, preview: Preview, locale: Locale): ToolResult {
  const { code, id, test, ...details } = output
  const wouldBe = Object.entries(details).filter(([name]) => !claims.includes(name))
  return toToolResult(
    {
      dry_run: true,
      test,
      ...(code !== undefined && { code }),
      ...(id !== undefined && { id }),
      would_be: Object.fromEntries(wouldBe),
      ...nonEmpty({ added: preview.added, warnings: otherWarnings(preview) }),
    },
    dryRunText[locale],
  )
}

export function toDeclinedResult(locale: Locale): ToolResult {
  return toToolResult({ declined: true }, declinedText[locale])
}

export const outdatedText = {
  vi: 'Thông tin đã thay đổi sau lần xem trước; “read_back” là nội dung mới nhất.',
  en: 'The details have changed since the preview; “read_back” has the current ones.',
}

const plainPreview = {
  vi: 'Chưa có gì được lưu. Đọc “read_back” cho khách; khi khách đồng ý, gọi lại với consent: true và preview_code.',
  en: 'Nothing is stored yet. Read “read_back” to the guest; once they agree, call again with consent: true and preview_code.',
}

const previewWithAdditions = {
  vi:
    'Chưa có gì được lưu. Đọc “read_back” cho khách, và cả “added”, là điều khách chưa biết; khi khách đồng ý, gọi ' +
    'lại với consent: true và preview_code.',
  en:
    'Nothing is stored yet. Read “read_back” to the guest, and “added”, which they did not know; once they agree, call ' +
    'again with consent: true and preview_code.',
}

const notBoolean = {
  vi: 'consent phải là giá trị true kiểu boolean; giá trị khác không phải là đồng ý.',
  en: 'consent must be the boolean true; any other value is no consent.',
}

const sendWith = {
  vi: 'các đối số như cũ, consent: true và preview_code',
  en: 'the same arguments, consent: true and preview_code',
}

const dryRunText = {
  vi: 'Chạy thử: mọi thứ hợp lệ. Chưa có gì được gửi hay lưu.',
  en: 'Dry run: all checks passed. Nothing was sent or stored.',
}

const declinedText = {
  vi: 'Khách không đồng ý. Chưa có gì được gửi.',
  en: 'The guest did not agree. Nothing was sent.',
}
