/**
 * A form as a page. What is sent goes through the API's own door, so that the same checks, limit and
 * words hold; what is refused comes back with everything the guest typed.
 */
import { randomUUID } from 'node:crypto'
import { type Block, type Document, paragraph, type SiteForm } from '../../content/document.ts'
import type { Reply, Request } from '../../http/message.ts'
import { type Locale, localPath } from '../../kernel/locale.ts'

export type FormDoors = {
  /** A fresh token for a form of this operation. */
  issueToken(operation: string): string
  /** Answers as the API does. */
  submit(request: Request): Promise<Reply>
}

type Faults = Readonly<Record<string, string>>

export function emptyForm(form: SiteForm, doors: FormDoors, locale: Locale): Document {
  const hidden = { form_token: doors.issueToken(form.operation), request_id: randomUUID() }
  return draw(form, locale, [], new URLSearchParams(hidden), {})
}

/** The page to show after the form was sent, with the status that the API gave. */
export async function sentForm(
  form: SiteForm,
  doors: FormDoors,
  request: Request,
  locale: Locale,
): Promise<{ status: number; document: Document }> {
  const typed = new URLSearchParams(request.body.toString())
  const key = typed.get('request_id') ?? randomUUID()
  const sent = new URLSearchParams(typed)
  sent.delete('request_id')
  const { status, body } = await doors.submit({
    ...request,
    path: form.endpoint,
    query: `locale=${locale}`,
    headers: { ...request.headers, accept: 'application/json', 'idempotency-key': key },
    body: Buffer.from(sent.toString()),
  })
  const answer = JSON.parse(body) as Answer
  if (status < 300) {
    const told = paragraph(answer.next_step ?? '')
    return { status: 200, document: page(form, locale, [told]) }
  }
  if (status === 403) typed.set('form_token', doors.issueToken(form.operation))
  const faults = Object.fromEntries(
    (answer.fields ?? []).map(({ name, message }) => [name, message]),
  )
  const known = form.fields.some(({ name }) => name in faults)
  const summary = paragraph(known ? toMend[locale] : (answer.detail ?? ''))
  return { status, document: draw(form, locale, [summary], typed, faults) }
}

type Answer = {
  next_step?: string
  detail?: string
  fields?: { name: string; message: string }[]
}

const toMend = {
  vi: 'Chưa gửi được: xin sửa những chỗ được đánh dấu. Mọi điều bạn đã viết vẫn còn đây.',
  en: 'Not sent yet: please mend the marked fields. Everything you wrote is still here.',
}

/** The API's words on consent are for whoever asks a person; here the person reads them. */
const tick = { vi: 'Xin đánh dấu nếu bạn đồng ý.', en: 'Please tick this if you agree.' }

function draw(
  form: SiteForm,
  locale: Locale,
  before: readonly Block[],
  typed: URLSearchParams,
  faults: Faults,
): Document {
  const { fields, button, path } = form
  return page(form, locale, [
    ...before,
    {
      kind: 'form',
      address: localPath(path, locale),
      button: button[locale],
      hidden: {
        form_token: typed.get('form_token') ?? '',
        request_id: typed.get('request_id') ?? '',
      },
      fields: fields.map((field) => ({
        ...field,
        label: field.label[locale],
        value: typed.get(field.name) ?? '',
        fault:
          faults[field.name] && (field.type === 'checkbox' ? tick[locale] : faults[field.name]),
      })),
    },
  ])
}

function page({ title, intro }: SiteForm, locale: Locale, blocks: readonly Block[]): Document {
  return {
    title: title[locale],
    description: intro[locale],
    blocks: [paragraph(intro[locale]), ...blocks],
  }
}
