/** A form as a page of the site. A rejected form is shown again with everything that the guest typed. */
import { type Block, type Document, paragraph } from '../../content/document.ts'
import type {
  ApiClient,
  ApiResponse,
  ApiResponseBody,
  DynamicPage,
  PageResult,
} from '../../content/dynamic-page.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import {
  collectErrorMessages,
  correctionNotice,
  type FieldErrorMessages,
  problemBlock,
  problemText,
} from './form-errors.ts'
import { type FormField, fillFields } from './form-fields.ts'

type FormPage = {
  path: string
  listed?: boolean
  /** Name of the API operation, and its path. */
  operation: string
  endpoint: string
  title: LocalizedText
  intro: LocalizedText
  button: LocalizedText
  fields: readonly FormField[]
  /** Fields that query parameters may fill in; never personal data or consent. */
  prefill?: readonly string[]
  /** Values that are sent without a field. */
  preset?: Readonly<Record<string, string>>
  /** Description of the form for assistants in the browser. */
  tool: { name: string; description: string }
  picture?: string
  /** Where to go, or the text to show, after a successful submission. */
  done(response: ApiResponseBody, locale: Locale): PageResult | string
}

export function formPage(form: FormPage): DynamicPage {
  const { path, operation, endpoint, fields, preset = {}, button } = form

  const page = (locale: Locale, blocks: readonly Block[]): Document => ({
    title: form.title[locale],
    description: form.intro[locale],
    ...(form.picture && { picture: { name: form.picture } }),
    blocks: [paragraph(form.intro[locale]), ...blocks],
  })

  const renderForm = (
    locale: Locale,
    address: string,
    typed: URLSearchParams,
    before: readonly Block[] = [],
    errors: FieldErrorMessages = {},
  ): Document =>
    page(locale, [
      ...before,
      {
        kind: 'form',
        address,
        fields: fillFields(fields, typed, errors, locale),
        hidden: ['form_token', 'request_id'].map((name) => [name, typed.get(name) ?? ''] as const),
        buttons: [{ label: button[locale] }],
        tool: form.tool,
      },
    ])

  return {
    path,
    ...(form.listed && { listingTitle: form.title }),
    show({ locale, address, query, api }) {
      const typed = new URLSearchParams([...query].filter(([name]) => form.prefill?.includes(name)))
      typed.set('form_token', api.issueToken(operation))
      typed.set('request_id', api.createRequestId())
      return { document: renderForm(locale, address, typed) }
    },
    async submit({ locale, address, sent, api }) {
      const fieldsSent = new URLSearchParams(sent)
      fieldsSent.delete('request_id')
      for (const [name, value] of Object.entries(preset)) fieldsSent.set(name, value)
      const key = sent.get('request_id') || api.createRequestId()
      const response = await api.submit(endpoint, fieldsSent, { locale, key })
      if (response.status < 300) {
        const done = form.done(response.body, locale)
        return typeof done === 'string' ? { document: page(locale, [successBlock(done)]) } : done
      }
      const typed = new URLSearchParams(sent)
      renewFormToken(typed, response, operation, api)
      const errors = collectErrorMessages(response, locale)
      const hasFieldError = fields.some(({ name }) => name in errors)
      const summary = hasFieldError ? correctionNotice[locale] : problemText(response, locale)
      const document = renderForm(locale, address, typed, [problemBlock(summary)], errors)
      return { status: response.status, document }
    },
  }
}

/** Replaces the form token, and the request id if the next submission is a different request. */
export function renewFormToken(
  typed: URLSearchParams,
  response: ApiResponse,
  operation: string,
  api: ApiClient,
): void {
  if (response.status === 403 || isKeyReused(response)) {
    typed.set('form_token', api.issueToken(operation))
  }
  if (isKeyReused(response)) typed.set('request_id', api.createRequestId())
}

/** The form was already submitted successfully with other values. */
function isKeyReused({ body }: ApiResponse): boolean {
  return String(body.type).endsWith('/idempotency-key-reused')
}

function successBlock(text: string): Block {
  return { kind: 'notice', tone: 'good', text: [text] }
}
