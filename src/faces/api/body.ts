/** The body of a write: a JSON object, or a form. */
import type { z } from 'zod'
import { decodeUtf8, parseJson } from '../../http/json.ts'
import type { Request } from '../../http/message.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { Problem } from '../../kernel/problem.ts'
import { convertFormFields } from '../../kernel/text-input.ts'
import { truncate } from '../../kernel/truncate.ts'

export type BodyKind = 'json' | 'form'

export type Fields = Readonly<Record<string, unknown>>

/** Deeper than any request needs; much deeper nesting would exhaust the stack of code that traverses it. */
const maxDepth = 8

export function detectBodyKind({ headers }: Request): BodyKind {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (encoding !== 'identity') throw new Problem('malformed-body', { detail: encodedBodyText })
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/x-www-form-urlencoded') return 'form'
  if (/^application\/(json|[\w.-]+\+json)$/.test(type)) return 'json'
  throw new Problem('malformed-body')
}

export function parseFields({ body }: Request, kind: BodyKind, schema: z.ZodObject): Fields {
  if (kind === 'json') return parseJsonFields(body)
  const text = decodeUtf8(body)
  if (text === undefined) throw new Problem('malformed-body')
  return convertFormFields(schema, new URLSearchParams(text))
}

function parseJsonFields(body: Buffer): Fields {
  const parsed = parseJson(body, maxDepth)
  const value = parsed?.value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem('malformed-body')
  }
  const duplicate = parsed?.duplicateName
  if (duplicate !== undefined) {
    throw new Problem('malformed-body', { detail: duplicateNameText(duplicate) })
  }
  return Object.assign(Object.create(null), value)
}

const encodedBodyText: LocalizedText = {
  vi: 'Nội dung được nén hoặc mã hoá (Content-Encoding). Gửi lại nội dung không nén, không có tiêu đề này.',
  en: 'The body is compressed or otherwise encoded (Content-Encoding). Send it plain, without this header.',
}

function duplicateNameText(name: string): LocalizedText {
  const shown = JSON.stringify(truncate(name, maxNameLength))
  return {
    vi: `Tên ${shown} có hai lần trong một đối tượng JSON. Gửi lại với mỗi tên một lần.`,
    en: `The name ${shown} occurs twice in one JSON object. Send each name once.`,
  }
}

const maxNameLength = 40
