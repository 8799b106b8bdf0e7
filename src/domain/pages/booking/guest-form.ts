/**
 * The guest's details and the review. After each form the browser stores what the guest typed as a draft and is
 * redirected to a page that shows it; only a browser that cannot store it gets the page as the response to the form.
 */
import type { Block, Panel } from '../../../content/document.ts'
import type { OperationClient, PageRequest } from '../../../content/dynamic-page.ts'
import {
  type FormValues,
  filterNames,
  firstValue,
  toFormValues,
  withValues,
} from '../../../content/form-values.ts'
import type { Locale } from '../../../kernel/locale.ts'
import { bookingPath, panelUrl, parseChosen, reviewUrl } from '../../booking/url.ts'
import type { Chosen } from '../../forms/booking-form.ts'
import {
  createFormDrafts,
  directName,
  type FormNotice,
  noDraftText,
  noticeFor,
} from '../../forms/form-draft.ts'
import { problemBlock } from '../../forms/form-errors.ts'
import { newFormToken, renewFormToken } from '../../forms/form-token.ts'
import type { BookingPageContext } from './context.ts'
import { createGuestFormView, sentPanel } from './guest-form-view.ts'

type Shown = { panel: Panel; status: number }

type GuestForm = {
  /** The empty form, or what the guest typed before. */
  show(chosen: Chosen, request: PageRequest, notices: readonly Block[]): Shown
  /** The review of the draft, or the form with its errors. */
  review(chosen: Chosen, request: PageRequest): Promise<Shown>
  /** Whether the browser has a draft of this form. */
  hasDraft(request: PageRequest): boolean
  submit(
    request: PageRequest & { sent: FormValues },
  ): Promise<Shown | { seeOther: string; draft?: FormValues }>
  /** The form for programs that read the site. */
  outline(locale: Locale): readonly Block[]
}

export function createGuestForm(context: BookingPageContext): GuestForm {
  const { form } = context
  const { requestBooking } = context.operations
  const view = createGuestFormView(context)
  const drafts = createFormDrafts(bookingPath, view.isTyped)

  /** The review, or what is wrong with the values. */
  const present = async (
    chosen: Chosen,
    typed: FormValues,
    notice: FormNotice | undefined,
    client: OperationClient,
    locale: Locale,
  ): Promise<Shown> => {
    const values = view.withChosen(typed, chosen)
    const checked = withValues(view.requestValues(values), { consent: '1' })
    const { output, problem } = await client.check(requestBooking, checked)
    if (problem) {
      const panel =
        problem.status === 409 && problem.details.alternatives
          ? view.alternatives(problem, values, locale)
          : view.rejected(problem, chosen, values, locale)
      return { panel, status: problem.status }
    }
    const panel = view.review(output, chosen, values, notice, locale)
    return { panel, status: notice === undefined ? 200 : 422 }
  }

  return {
    hasDraft: ({ draft }) => drafts.read(draft) !== undefined,
    show(chosen, { client, draft, locale }, notices) {
      const typed = drafts.read(draft)?.typed ?? prefilledValues(context, chosen)
      const values = withValues(typed, newFormToken(requestBooking, client))
      const panel = view.form(chosen, view.withChosen(values, chosen), locale, notices)
      return { panel, status: 200 }
    },
    async review(chosen, { client, draft, locale }) {
      const stored = drafts.read(draft)
      if (stored?.sent !== undefined) return { panel: sentPanel(stored.sent, locale), status: 200 }
      if (stored) return present(chosen, stored.typed, stored.notice, client, locale)
      const token = newFormToken(requestBooking, client)
      const empty = withValues(new Map(), { ...token, [directName]: '1' })
      const notices = [problemBlock(noDraftText[locale])]
      const panel = view.form(chosen, view.withChosen(empty, chosen), locale, notices)
      return { panel, status: 200 }
    },
    async submit(request) {
      const { sent, client, locale } = request
      const typed = withChosenSlot(sent)
      const chosen = parseChosen(form, typed)
      const step = firstValue(sent, 'step')
      const own = filterNames(typed, view.isTyped)
      if (step === 'edit') {
        const panel = view.form(chosen, view.withChosen(own, chosen), locale)
        const show = async () => ({ panel, status: 200 })
        return drafts.continue(request, own, undefined, panelUrl(chosen), show)
      }
      const wantsToSend = step === 'send'
      const isSending = wantsToSend && firstValue(sent, 'consent') === '1'
      const key = firstValue(sent, 'request_id') || client.createRequestId()
      const values = view.requestValues(typed)
      const { output, problem } = isSending
        ? await client.submit(requestBooking, values, { key })
        : // A dry run stores nothing; the guest agrees on the review.
          await client.submit(requestBooking, withValues(values, { consent: '1' }), {
            dryRun: true,
          })
      if (!problem && isSending) {
        return { seeOther: `${bookingPath}/${output.code}`, draft: drafts.finished(output.code) }
      }
      const renewed = problem ? renewFormToken(own, problem, requestBooking, client) : own
      // Another site must not fill in the form of this one.
      if (problem?.code === 'cross-site') {
        const panel = view.rejected(problem, chosen, view.withChosen(renewed, chosen), locale)
        return { panel, status: problem.status }
      }
      const notice = noticeFor(problem, wantsToSend)
      return drafts.continue(request, renewed, notice, reviewUrl(chosen), () =>
        present(chosen, renewed, notice, client, locale),
      )
    },
    outline: view.outline,
  }
}

/** A copy of the sent values; the button of an alternative time replaces date and time. */
function withChosenSlot(sent: FormValues): FormValues {
  const slot = firstValue(sent, 'slot') ?? ''
  const [, date, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(slot) ?? []
  return date === undefined || time === undefined ? sent : withValues(sent, { date, time })
}

/** Only known options, each of which the guest can remove again. */
function prefilledValues(
  { form, rules }: Pick<BookingPageContext, 'form' | 'rules'>,
  chosen: Chosen,
): FormValues {
  return toFormValues(
    Object.entries(form.prefilled ?? {}).flatMap(([parameter, name]) => {
      const ids = chosen[parameter]?.split(',') ?? []
      const known = rules.questions.find((question) => question.name === name)?.options ?? []
      return known.filter(({ id }) => ids.includes(id)).map(({ id }) => [name, id] as const)
    }),
  )
}
