/** A form as documents: its fields, its review, and what is wrong with it. */
import { type Block, type Document, paragraph } from '../../content/document.ts'
import type { PageRequest, PageResult } from '../../content/dynamic-page.ts'
import {
  type FormValues,
  filledEntries,
  filterNames,
  firstValue,
} from '../../content/form-values.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { Problem } from '../../kernel/problem.ts'
import { directName, type FormNotice, stepAddress } from './form-draft.ts'
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
import { consentMissingText, reviewHeading, reviewLabel, sendBlocks, typedRows } from './review.ts'

/** What a form shows. */
export type ShownForm = {
  path: string
  title: LocalizedText
  intro: LocalizedText
  /** Label of the button that sends the request. */
  button: LocalizedText
  fields: readonly FormField[]
  /** The consent text that is stored with the request. */
  consent: LocalizedText
  /**
   * Fields that are not asked if the query has one of them, because the guest chose before. Then the form shows the
   * choice and everything else, so the guest agrees and sends on it, without a review of its own.
   */
  chosen?: ChosenFields
  /** The form as a tool of assistants in the browser; it leads to the review. */
  tool: { name: string; description: string }
  picture?: string
  /** Blocks that show what is ordered, above the fields and the review. */
  preview?(values: FormValues, locale: Locale): Block[]
}

type ChosenFields = {
  names: readonly string[]
  /** What was chosen, on one line. */
  summary(values: FormValues, locale: Locale): string
}

/** Names of the form itself, which are hidden on it. */
const ownNames = ['form_token', 'request_id', directName]

export function createFormView(form: ShownForm) {
  const { path, fields, chosen } = form
  const isTyped = (name: string) =>
    ownNames.includes(name) || fields.some((field) => field.name === name)

  const page = (locale: Locale, blocks: readonly Block[]): Document => ({
    title: form.title[locale],
    description: form.intro[locale],
    ...(form.picture && { picture: { name: form.picture } }),
    blocks: [paragraph(form.intro[locale]), ...blocks],
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

  return {
    isTyped,
    page,
    isChosen,
    withChosen,
    form: renderForm,
    rejected: renderRejected,
    /** Before it is sent: the review, or the form on which the guest agrees and sends. */
    review: (request: PageRequest, typed: FormValues, notice: FormNotice | undefined): Document =>
      isChosen(request.query)
        ? renderChosenAgain(request, typed, notice)
        : renderReview(request, typed, notice),
  }
}

const changeText: LocalizedText = { vi: 'Đổi', en: 'Change' }
