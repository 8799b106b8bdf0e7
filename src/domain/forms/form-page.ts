/**
 * A form as a page of the site: the fields, then a review on which the guest agrees and sends. After every form the
 * browser is redirected, so that Back, Forward and reload work; a rejected form is shown again with everything that the
 * guest typed.
 */
import type { z } from 'zod'
import { type Block, type Document, paragraph } from '../../content/document.ts'
import type {
  DynamicPage,
  OperationClient,
  PageRequest,
  PageResult,
} from '../../content/dynamic-page.ts'
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
  createFormDrafts,
  directName,
  type FormNotice,
  noDraftText,
  noticeFor,
  stepAddress,
} from './form-draft.ts'
import {
  collectErrorMessages,
  correctionNotice,
  errorSummary,
  type FieldErrorMessages,
  problemBlock,
  problemText,
  withErrorTitle,
} from './form-errors.ts'
import { consentFormField, type FormField, fillFields } from './form-fields.ts'
import { newFormToken, renewFormToken } from './form-token.ts'
import { consentMissingText, reviewHeading, reviewLabel, sendBlocks, typedRows } from './review.ts'

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
  /**
   * Fields that are not asked if the query has one of them, because the guest chose before. Then the form shows the
   * choice and everything else, so the guest agrees and sends on it, without a review of its own.
   */
  chosen?: ChosenFields
  /** Names of fields that others make meaningless. */
  dropped?(values: FormValues): readonly string[]
  /** Values that are sent without a field. */
  preset?: Readonly<Record<string, string>>
  /** The form as a tool of assistants in the browser; it leads to the review. */
  tool: { name: string; description: string }
  picture?: string
  /** Blocks that show what is ordered, above the fields and the review. */
  preview?(values: FormValues, locale: Locale): Block[]
  /** Blocks below the form. */
  more?(locale: Locale): Block[]
  /** What happens after a successful submission. */
  done: FormDone<Output>
}

type ChosenFields = {
  names: readonly string[]
  /** What was chosen, on one line. */
  summary(values: FormValues, locale: Locale): string
}

/** The address of the page that shows the result, or the text of a receipt for what was sent at this time. */
type FormDone<Output> =
  | { address(output: Output): string }
  | { receipt(sentAt: number, locale: Locale): string; now(): number }

/** Names of the form itself, which are hidden on it. */
const ownNames = ['form_token', 'request_id', directName]

export function formPage<Schema extends z.ZodObject, Output>(
  form: FormPage<Schema, Output>,
): DynamicPage {
  const { path, operation, fields, preset = {}, chosen, done } = form
  const isTyped = (name: string) =>
    ownNames.includes(name) || fields.some((field) => field.name === name)
  const drafts = createFormDrafts(path, isTyped)

  const page = (locale: Locale, blocks: readonly Block[]): Document => ({
    title: form.title[locale],
    description: form.intro[locale],
    ...(form.picture && { picture: { name: form.picture } }),
    blocks: [paragraph(form.intro[locale]), ...blocks, ...(form.more?.(locale) ?? [])],
  })

  /** A value that is none of the options is no choice: the form asks. */
  const chosenIn = (query: FormValues): FormValues =>
    filterNames(query, (name) => {
      const options = fields.find((field) => field.name === name)?.options ?? []
      const value = firstValue(query, name)
      return chosen?.names.includes(name) === true && options.some((one) => one.value === value)
    })

  const withChosen = (values: FormValues, { query }: Pick<PageRequest, 'query'>): FormValues => {
    const before = chosenIn(query)
    if (before.size === 0) return values
    const others = filterNames(values, (name) => !chosen?.names.includes(name))
    return new Map([...others, ...before])
  }

  const isChosen = (query: FormValues): boolean => chosenIn(query).size > 0

  const askedFields = (query: FormValues): readonly FormField[] =>
    isChosen(query) ? fields.filter(({ name }) => !chosen?.names.includes(name)) : fields

  const renderForm = (
    { locale, address, query }: Pick<PageRequest, 'locale' | 'address' | 'query'>,
    typed: FormValues,
    before: readonly Block[] = [],
    errors: FieldErrorMessages = {},
  ): Document => {
    const shared = {
      kind: 'form',
      method: 'post',
      address: stepAddress(address, 'form'),
      hidden: filledEntries(filterNames(typed, (name) => ownNames.includes(name))),
    } as const
    const top = [...before, ...(form.preview?.(typed, locale) ?? [])]
    if (!chosen || !isChosen(query)) {
      const buttons = [{ label: reviewLabel[locale] }]
      const filled = fillFields(fields, typed, errors, locale)
      return page(locale, [...top, { ...shared, fields: filled, buttons, tool: form.tool }])
    }
    const change = { text: changeText[locale], href: path }
    const summary: Block = { kind: 'summary', text: chosen.summary(typed, locale), change }
    const asked = [...askedFields(query), consentFormField(form.consent, false)]
    const filled = fillFields(asked, typed, errors, locale)
    const buttons = [{ label: form.button[locale], name: 'step', value: 'send' }]
    return page(locale, [...top, summary, { ...shared, fields: filled, buttons }])
  }

  const renderReview = (
    { locale, address }: PageRequest,
    typed: FormValues,
    notice: FormNotice | undefined,
  ): Document => {
    const rows = typedRows(fields, typed, locale)
    const isConsentMissing = notice === 'consent'
    return page(locale, [
      ...(typeof notice === 'object' ? [problemBlock(notice[locale])] : []),
      reviewHeading(locale),
      ...(form.preview?.(typed, locale) ?? []),
      { kind: 'facts', rows: rows.map(([term, text]) => [term, [text]]) },
      ...sendBlocks(
        {
          address: stepAddress(address, 'form'),
          hidden: filledEntries(filterNames(typed, isTyped)),
          consent: form.consent,
          sendLabel: form.button,
          isConsentMissing,
        },
        locale,
      ),
    ])
  }

  const renderRejected = (
    request: PageRequest,
    typed: FormValues,
    problem: Problem,
  ): PageResult => {
    const { locale } = request
    const errors = collectErrorMessages(problem, locale)
    const hasFieldError = fields.some(({ name }) => name in errors)
    const text = hasFieldError ? correctionNotice[locale] : problemText(problem, locale)
    const summary = errorSummary(text, fields, errors, locale)
    const document = renderForm(request, typed, [summary], errors)
    return { status: problem.status, document: withErrorTitle(document, locale) }
  }

  /** The form on which the guest agrees and sends, with what it was rejected for. */
  const renderChosenAgain = (
    request: PageRequest,
    typed: FormValues,
    notice: FormNotice | undefined,
  ): Document => {
    const { locale } = request
    if (typeof notice === 'object')
      return renderForm(request, typed, [problemBlock(notice[locale])])
    const errors: FieldErrorMessages =
      notice === 'consent' ? { consent: consentMissingText[locale] } : {}
    const asked = [consentFormField(form.consent, false)]
    const summary = errorSummary(correctionNotice[locale], asked, errors, locale)
    return renderForm(request, typed, notice === undefined ? [] : [summary], errors)
  }

  const withPreset = (values: FormValues): FormValues => {
    const left = ['request_id', 'step', directName, ...(form.dropped?.(values) ?? [])]
    return withValues(
      filterNames(values, (name) => !left.includes(name)),
      preset,
    )
  }

  /** The review, or what is wrong with the values. */
  const present = async (
    request: PageRequest,
    typed: FormValues,
    notice: FormNotice | undefined,
  ): Promise<PageResult> => {
    const checked = withValues(withPreset(typed), { consent: '1' })
    const { problem } = await request.client.check(operation, checked)
    if (problem) return renderRejected(request, typed, problem)
    const document = isChosen(request.query)
      ? renderChosenAgain(request, typed, notice)
      : renderReview(request, typed, notice)
    if (notice === undefined) return { document }
    return { status: 422, document: withErrorTitle(document, request.locale) }
  }

  const receipt = (sent: string, { locale }: PageRequest): PageResult => {
    if ('address' in done) return { seeOther: sent }
    const text = done.receipt(Number(sent), locale)
    return { document: page(locale, [{ kind: 'notice', tone: 'good', text: [text] }]) }
  }

  const finish = (output: Output, request: PageRequest & { sent: FormValues }): PageResult => {
    const isStored = firstValue(request.sent, directName) === undefined
    if ('address' in done) {
      const seeOther = done.address(output)
      return { seeOther, ...(isStored && { draft: drafts.finished(seeOther) }) }
    }
    const sent = String(done.now())
    if (!isStored) return receipt(sent, request)
    return { seeOther: stepAddress(request.address, 'sent'), draft: drafts.finished(sent) }
  }

  const showForm = (request: PageRequest, before: readonly Block[], isDirect: boolean) => {
    const { client, query, draft } = request
    const prefilled = filterNames(query, (name) => form.prefill?.includes(name) ?? false)
    const typed = withValues(
      new Map([...(drafts.read(draft)?.typed ?? []), ...prefilled]),
      newFormToken(operation, client),
    )
    const values = isDirect ? withValues(typed, { [directName]: '1' }) : typed
    return { document: renderForm(request, withChosen(values, request), before) }
  }

  return {
    path,
    ...(form.listed && {
      listing: {
        title: form.title,
        outline: (locale) => renderForm({ locale, address: path, query: new Map() }, new Map()),
      },
    }),
    async show(request) {
      const step = firstValue(request.query, 'step')
      if (step !== 'review' && step !== 'sent') return showForm(request, [], false)
      const stored = drafts.read(request.draft)
      if (stored?.sent !== undefined) return receipt(stored.sent, request)
      if (stored) return present(request, withChosen(stored.typed, request), stored.notice)
      return showForm(request, [problemBlock(noDraftText[request.locale])], true)
    },
    async submit(request) {
      const { address, sent, client } = request
      const step = firstValue(sent, 'step')
      const own = withChosen(filterNames(sent, isTyped), request)
      if (step === 'edit') {
        const document = renderForm(request, own)
        const show = async () => ({ document })
        return drafts.continue(request, own, undefined, stepAddress(address, 'form'), show)
      }
      const wantsToSend = step === 'send'
      const isSending = wantsToSend && firstValue(sent, 'consent') === '1'
      const values = withPreset(withChosen(sent, request))
      const { output, problem } = await submitOrCheck(operation, client, values, isSending, own)
      if (!problem && isSending) return finish(output, request)
      const typed = problem ? renewFormToken(own, problem, operation, client) : own
      // Another site must not fill in the form of this one; and a field that it does not have is not stored.
      const isUnknownField = problem?.details.fields?.some(({ code }) => code === 'unknown')
      if (problem && (problem.code === 'cross-site' || isUnknownField))
        return renderRejected(request, typed, problem)
      const notice = noticeFor(problem, wantsToSend)
      const review = stepAddress(address, 'review')
      return drafts.continue(request, typed, notice, review, () =>
        notice === undefined && problem
          ? Promise.resolve(renderRejected(request, typed, problem))
          : present(request, typed, notice),
      )
    },
  }
}

/** Sends the request, or checks it without storing anything. */
function submitOrCheck<Schema extends z.ZodObject, Output>(
  operation: WriteOperation<Schema, Output>,
  client: OperationClient,
  values: FormValues,
  isSending: boolean,
  own: FormValues,
) {
  const key = firstValue(own, 'request_id') || client.createRequestId()
  return isSending
    ? client.submit(operation, values, { key })
    : client.submit(operation, withValues(values, { consent: '1' }), { dryRun: true })
}

const changeText: LocalizedText = { vi: 'Đổi', en: 'Change' }
