/**
 * A form as a page of the site: the fields, then a review on which the guest agrees and sends. A rejected form is shown
 * again with everything that the guest typed.
 */
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
import { reviewHeading, reviewLabel, sendBlocks, typedRows } from './review.ts'

type FormPage = {
  path: string
  listed?: boolean
  /** Name of the API operation, and its path. */
  operation: string
  endpoint: string
  hasDryRun: boolean
  title: LocalizedText
  intro: LocalizedText
  /** Label of the button that sends the request. */
  button: LocalizedText
  fields: readonly FormField[]
  /** The consent text that is stored with the request. */
  consent: LocalizedText
  /** Fields that query parameters may fill in; never personal data. */
  prefill?: readonly string[]
  /** Values that are sent without a field. */
  preset?: Readonly<Record<string, string>>
  /** The form as a tool of assistants in the browser; it leads to the review. */
  tool: { name: string; description: string }
  picture?: string
  /** Texts for people instead of the API’s own wording, by field. */
  explainErrors?(response: ApiResponse): Readonly<Record<string, LocalizedText>>
  /** Where to go, or the text to show, after a successful submission. */
  done(response: ApiResponseBody, locale: Locale): PageResult | string
}

export function formPage(form: FormPage): DynamicPage {
  const { path, operation, endpoint, fields, preset = {} } = form

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
        method: 'post',
        address,
        fields: fillFields(fields, typed, errors, locale),
        hidden: ['form_token', 'request_id'].map((name) => [name, typed.get(name) ?? ''] as const),
        buttons: [{ label: reviewLabel[locale] }],
        tool: form.tool,
      },
    ])

  const renderReview = (
    locale: Locale,
    address: string,
    typed: URLSearchParams,
    isConsentMissing: boolean,
  ): Document => {
    const names = ['form_token', 'request_id', ...fields.map(({ name }) => name)]
    const rows = typedRows(fields, typed, locale)
    return page(locale, [
      reviewHeading(locale),
      { kind: 'facts', rows: rows.map(([term, text]) => [term, [text]]) },
      ...sendBlocks(
        {
          address,
          hidden: [...typed].filter(([name, value]) => value !== '' && names.includes(name)),
          consent: form.consent,
          sendLabel: form.button,
          isConsentMissing,
        },
        locale,
      ),
    ])
  }

  /** Stores nothing: a dry run, or a request without consent, which the API rejects. */
  const check = (body: URLSearchParams, locale: Locale, api: ApiClient) => {
    if (form.hasDryRun) body.set('consent', '1')
    else body.delete('consent')
    return api.submit(endpoint, body, { locale, dryRun: form.hasDryRun })
  }

  return {
    path,
    ...(form.listed && {
      listing: {
        title: form.title,
        outline: (locale) => renderForm(locale, path, new URLSearchParams()),
      },
    }),
    show({ locale, address, query, api }) {
      const typed = new URLSearchParams([...query].filter(([name]) => form.prefill?.includes(name)))
      typed.set('form_token', api.issueToken(operation))
      typed.set('request_id', api.createRequestId())
      return { document: renderForm(locale, address, typed) }
    },
    async submit({ locale, address, sent, api }) {
      if (sent.get('step') === 'edit') return { document: renderForm(locale, address, sent) }
      const body = new URLSearchParams(sent)
      for (const name of ['request_id', 'step']) body.delete(name)
      for (const [name, value] of Object.entries(preset)) body.set(name, value)
      const wantsToSend = sent.get('step') === 'send'
      const isSending = wantsToSend && sent.get('consent') === '1'
      const key = sent.get('request_id') || api.createRequestId()
      const response = isSending
        ? await api.submit(endpoint, body, { locale, key })
        : await check(body, locale, api)
      const explained = Object.entries(form.explainErrors?.(response) ?? {})
      const errors = {
        ...collectErrorMessages(response, locale),
        ...Object.fromEntries(explained.map(([name, text]) => [name, text[locale]])),
      }
      if (isSending && response.status < 300) {
        const done = form.done(response.body, locale)
        return typeof done === 'string' ? { document: page(locale, [successBlock(done)]) } : done
      }
      if (!isSending && (response.status < 300 || isConsentOnly(errors))) {
        const document = renderReview(locale, address, sent, wantsToSend)
        return { status: wantsToSend ? 422 : 200, document }
      }
      const typed = new URLSearchParams(sent)
      renewFormToken(typed, response, operation, api)
      const hasFieldError = fields.some(({ name }) => name in errors)
      const summary = hasFieldError ? correctionNotice[locale] : problemText(response, locale)
      const document = renderForm(locale, address, typed, [problemBlock(summary)], errors)
      return { status: response.status, document }
    },
  }
}

function isConsentOnly(errors: FieldErrorMessages): boolean {
  return 'consent' in errors && Object.keys(errors).length === 1
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
