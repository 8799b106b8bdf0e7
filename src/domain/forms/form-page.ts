/**
 * A form as a page of the site: the fields, then a review on which the guest agrees and sends. After every form the
 * browser is redirected, so that Back, Forward and reload work; a rejected form is shown again with everything that the
 * guest typed.
 */
import type { z } from 'zod'
import type { Block } from '../../content/document.ts'
import type {
  DynamicPage,
  OperationClient,
  PageRequest,
  PageResult,
} from '../../content/dynamic-page.ts'
import { type FormValues, filterNames, firstValue, withValues } from '../../content/form-values.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { WriteOperation } from '../../kernel/operation.ts'
import {
  createFormDrafts,
  directName,
  type FormNotice,
  noDraftText,
  noticeFor,
  stepAddress,
} from './form-draft.ts'
import { problemBlock, withErrorTitle } from './form-errors.ts'
import { newFormToken, renewFormToken } from './form-token.ts'
import { createFormView, type ShownForm } from './form-view.ts'

type FormPage<Schema extends z.ZodObject, Output> = ShownForm & {
  listed?: boolean
  operation: WriteOperation<Schema, Output>
  /** Fields that query parameters may fill in; never personal data. */
  prefill?: readonly string[]
  /** Names of fields that others make meaningless. */
  dropped?(values: FormValues): readonly string[]
  /** Values that are sent without a field. */
  preset?: Readonly<Record<string, string>>
  /** What happens after a successful submission. */
  done: FormDone<Output>
}

/** The address of the page that shows the result, or the text of a receipt for what was sent at this time. */
type FormDone<Output> =
  | { address(output: Output): string }
  | { receipt(sentAt: number, locale: Locale): string; now(): number }

export function formPage<Schema extends z.ZodObject, Output>(
  form: FormPage<Schema, Output>,
): DynamicPage {
  const { path, operation, preset = {}, done } = form
  const view = createFormView(form)
  const drafts = createFormDrafts(path, view.isTyped)

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
    if (problem) return view.rejected(request, typed, problem)
    const document = view.review(request, typed, notice)
    if (notice === undefined) return { document }
    return { status: 422, document: withErrorTitle(document, request.locale) }
  }

  const receipt = (sent: string, { locale }: PageRequest): PageResult => {
    if ('address' in done) return { seeOther: sent }
    const text = done.receipt(Number(sent), locale)
    return { document: view.page(locale, [{ kind: 'notice', tone: 'good', text: [text] }]) }
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
    return { document: view.form(request, view.withChosen(values, request), before) }
  }

  return {
    path,
    ...(form.listed && {
      listing: {
        title: form.title,
        outline: (locale) => view.form({ locale, address: path, query: new Map() }, new Map()),
      },
    }),
    async show(request) {
      const step = firstValue(request.query, 'step')
      if (step !== 'review' && step !== 'sent') return showForm(request, [], false)
      const stored = drafts.read(request.draft)
      if (stored?.sent !== undefined) return receipt(stored.sent, request)
      if (stored) return present(request, view.withChosen(stored.typed, request), stored.notice)
      return showForm(request, [problemBlock(noDraftText[request.locale])], true)
    },
    async submit(request) {
      const { address, sent, client } = request
      const step = firstValue(sent, 'step')
      const own = view.withChosen(filterNames(sent, view.isTyped), request)
      if (step === 'edit') {
        const document = view.form(request, own)
        const show = async () => ({ document })
        return drafts.continue(request, own, undefined, stepAddress(address, 'form'), show)
      }
      const wantsToSend = step === 'send'
      const isSending = wantsToSend && firstValue(sent, 'consent') === '1'
      const values = withPreset(view.withChosen(sent, request))
      const { output, problem } = await submitOrCheck(operation, client, values, isSending, own)
      if (!problem && isSending) return finish(output, request)
      const typed = problem ? renewFormToken(own, problem, operation, client) : own
      // Another site must not fill in the form of this one; and a field that it does not have is not stored.
      const isUnknownField = problem?.details.fields?.some(({ code }) => code === 'unknown')
      if (problem && (problem.code === 'cross-site' || isUnknownField))
        return view.rejected(request, typed, problem)
      const notice = noticeFor(problem, wantsToSend)
      const review = stepAddress(address, 'review')
      return drafts.continue(request, typed, notice, review, () =>
        notice === undefined && problem
          ? Promise.resolve(view.rejected(request, typed, problem))
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
