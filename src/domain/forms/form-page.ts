/**
 * A form as a page of the site: the fields, then a review on which the guest agrees and sends. A rejected form is shown
 * again with everything that the guest typed.
 */
import type { z } from 'zod'
import { type Block, type Document, paragraph } from '../../content/document.ts'
import type { DynamicPage, OperationClient, PageResult } from '../../content/dynamic-page.ts'
import {
  type FormValues,
  filledEntries,
  filterNames,
  firstValue,
  withValues,
} from '../../content/form-values.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { WriteOperation } from '../../kernel/operation.ts'
import type { Problem } from '../../kernel/problem.ts'
import {
  collectErrorMessages,
  correctionNotice,
  type FieldErrorMessages,
  problemBlock,
  problemText,
} from './form-errors.ts'
import { type FormField, fillFields } from './form-fields.ts'
import { reviewHeading, reviewLabel, sendBlocks, typedRows } from './review.ts'

type FormPage<Schema extends z.ZodObject, Output> = {
  path: string
  listed?: boolean
  operation: WriteOperation<Schema, Output>
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
  /** Names of path segments that are sent too. */
  sentFromPath?: readonly string[]
  /** The form as a tool of assistants in the browser; it leads to the review. */
  tool: { name: string; description: string }
  picture?: string
  /** Texts for people instead of the API’s own wording, by field. */
  explainErrors?(problem: Problem): Readonly<Record<string, LocalizedText>>
  /** Where to go, or the text to show, after a successful submission. */
  done(output: Output, locale: Locale): PageResult | string
}

/** Names of the form itself, which are hidden on it. */
const ownNames = ['form_token', 'request_id']

export function formPage<Schema extends z.ZodObject, Output>(
  form: FormPage<Schema, Output>,
): DynamicPage {
  const { path, operation, fields, preset = {}, sentFromPath = [] } = form

  const page = (locale: Locale, blocks: readonly Block[]): Document => ({
    title: form.title[locale],
    description: form.intro[locale],
    ...(form.picture && { picture: { name: form.picture } }),
    blocks: [paragraph(form.intro[locale]), ...blocks],
  })

  const renderForm = (
    locale: Locale,
    address: string,
    typed: FormValues,
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
        hidden: ownNames.map((name) => [name, firstValue(typed, name) ?? ''] as const),
        buttons: [{ label: reviewLabel[locale] }],
        tool: form.tool,
      },
    ])

  const renderReview = (
    locale: Locale,
    address: string,
    typed: FormValues,
    isConsentMissing: boolean,
  ): Document => {
    const names = [...ownNames, ...fields.map(({ name }) => name)]
    const rows = typedRows(fields, typed, locale)
    return page(locale, [
      reviewHeading(locale),
      { kind: 'facts', rows: rows.map(([term, text]) => [term, [text]]) },
      ...sendBlocks(
        {
          address,
          hidden: filledEntries(filterNames(typed, (name) => names.includes(name))),
          consent: form.consent,
          sendLabel: form.button,
          isConsentMissing,
        },
        locale,
      ),
    ])
  }

  /** Stores nothing: a dry run, or a request without consent, which the operation rejects. */
  const check = (values: FormValues, client: OperationClient) =>
    operation.dryRun
      ? client.submit(operation, withValues(values, { consent: '1' }), { dryRun: true })
      : client.submit(operation, withValues(values, { consent: '' }), {})

  const explain = (problem: Problem, locale: Locale): FieldErrorMessages => ({
    ...collectErrorMessages(problem, locale),
    ...Object.fromEntries(
      Object.entries(form.explainErrors?.(problem) ?? {}).map(([name, text]) => [
        name,
        text[locale],
      ]),
    ),
  })

  return {
    path,
    ...(form.listed && {
      listing: {
        title: form.title,
        outline: (locale) => renderForm(locale, path, new Map()),
      },
    }),
    show({ locale, address, query, client }) {
      const prefilled = filterNames(query, (name) => form.prefill?.includes(name) ?? false)
      const typed = withValues(prefilled, {
        form_token: client.issueToken(operation),
        request_id: client.createRequestId(),
      })
      return { document: renderForm(locale, address, typed) }
    },
    async submit({ locale, address, pathParams, sent, client }) {
      const step = firstValue(sent, 'step')
      if (step === 'edit') return { document: renderForm(locale, address, sent) }
      const fromPath = sentFromPath.map((name) => [name, pathParams[name] ?? ''] as const)
      const values = withValues(
        filterNames(sent, (name) => name !== 'request_id' && name !== 'step'),
        { ...preset, ...Object.fromEntries(fromPath) },
      )
      const wantsToSend = step === 'send'
      const isSending = wantsToSend && firstValue(sent, 'consent') === '1'
      const key = firstValue(sent, 'request_id') || client.createRequestId()
      const { output, problem } = isSending
        ? await client.submit(operation, values, { key })
        : await check(values, client)
      if (!problem && isSending) {
        const done = form.done(output, locale)
        return typeof done === 'string' ? { document: page(locale, [successBlock(done)]) } : done
      }
      const errors = problem ? explain(problem, locale) : {}
      if (!problem || (!isSending && isConsentOnly(errors))) {
        const document = renderReview(locale, address, sent, wantsToSend)
        return { status: wantsToSend ? 422 : 200, document }
      }
      const typed = renewFormToken(sent, problem, operation, client)
      const hasFieldError = fields.some(({ name }) => name in errors)
      const summary = hasFieldError ? correctionNotice[locale] : problemText(problem, locale)
      const document = renderForm(locale, address, typed, [problemBlock(summary)], errors)
      return { status: problem.status, document }
    },
  }
}

function isConsentOnly(errors: FieldErrorMessages): boolean {
  return 'consent' in errors && Object.keys(errors).length === 1
}

/** A new form token if the old one cannot be used again, and a new request id if the next submission is another request. */
export function renewFormToken(
  typed: FormValues,
  { code, status }: Problem,
  operation: { name: string },
  client: OperationClient,
): FormValues {
  // The form was already submitted successfully with other values.
  if (code === 'idempotency-key-reused') {
    return withValues(typed, {
      form_token: client.issueToken(operation),
      request_id: client.createRequestId(),
    })
  }
  return status === 403 ? withValues(typed, { form_token: client.issueToken(operation) }) : typed
}

function successBlock(text: string): Block {
  return { kind: 'notice', tone: 'good', text: [text] }
}
