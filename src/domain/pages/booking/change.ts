/**
 * The page on which a guest asks to move or cancel a booking, or for another number of guests. It shows the booking
 * first, asks one question at a time, and ends on the page of the booking, which states the request.
 */
import type { Block, Document, Panel } from '../../../content/document.ts'
import type { DynamicPage, PageRequest, PageResult } from '../../../content/dynamic-page.ts'
import {
  type FormValues,
  filterNames,
  firstValue,
  toFormValues,
  withValues,
} from '../../../content/form-values.ts'
import type { Locale } from '../../../kernel/locale.ts'
import type { Problem } from '../../../kernel/problem.ts'
import type { BookingStatus } from '../../booking/status-operation.ts'
import { bookingPath } from '../../booking/url.ts'
import {
  createFormDrafts,
  directName,
  type FormDraft,
  type FormNotice,
  noticeFor,
  stepAddress,
} from '../../forms/form-draft.ts'
import { errorSummary, problemBlock, problemText, withErrorTitle } from '../../forms/form-errors.ts'
import { renewFormToken } from '../../forms/form-token.ts'
import { parseStart } from '../../scheduling/format-start.ts'
import {
  type ChangeChoice,
  changeKind,
  changeLinkTo,
  changeUrl,
  parseChangeChoice,
} from './change-choice.ts'
import {
  changeErrors,
  changeFields,
  changeForm,
  isChangeField,
  newChangeValues,
} from './change-form.ts'
import { changeDocument, closedDocument, sendButton } from './change-page.ts'
import { guestsPanel, requestPanel, timesPanel } from './change-panels.ts'
import { createChangeSource } from './change-source.ts'
import { guestsNoteText, noRoomText, notSentText } from './change-texts.ts'
import type { BookingPageContext } from './context.ts'
import { loadAvailability, serviceDateOf } from './panel-availability.ts'
import { asksPartySize, isUpcoming } from './status-texts.ts'
import { withBooking } from './with-booking.ts'

type Shown = { panel: Panel; status?: number }

export function changePage(context: BookingPageContext): DynamicPage {
  const { form, business, operations, tryChange } = context
  const { requestChange } = operations
  const asksParty = asksPartySize(form)
  const fields = changeFields(business)
  const draftsOf = (code: string) => createFormDrafts(`change ${code}`, isChangeField)

  const page = (
    booking: BookingStatus,
    choice: ChangeChoice,
    { panel, status = 200 }: Shown,
    locale: Locale,
  ): PageResult => {
    const document: Document = changeDocument(context, booking, choice, panel, asksParty, locale)
    return { status, document: status < 400 ? document : withErrorTitle(document, locale) }
  }

  /** The free times of a day; `notices` say why the page asks again. */
  const showTimes = async (
    booking: BookingStatus,
    choice: ChangeChoice,
    notices: readonly Block[],
    locale: Locale,
  ): Promise<Shown> => {
    const own = { ...context, linkTo: changeLinkTo(booking.code, choice) }
    const source = await createChangeSource(context, booking, choice.guests, locale)
    const chosen = {
      date: choice.date ?? serviceDateOf(context.rules, parseStart(booking.starts_at)),
      ...(choice.month !== undefined && { month: choice.month }),
    }
    const price = booking.price?.amount
    const { availability, problem } = await loadAvailability(own, source, chosen, price, locale)
    if (problem) throw problem
    return { panel: timesPanel(own, booking, choice, availability, notices, locale) }
  }

  /** Why the choice is not possible, and what is: other times, or other numbers of guests. */
  const showRefused = async (
    booking: BookingStatus,
    choice: ChangeChoice,
    problem: Problem,
    locale: Locale,
  ): Promise<Shown> => {
    const { guests } = choice
    if (choice.question === 'party' && problem.code !== 'slot-taken') {
      const notices = [problemBlock(problemText(problem, locale))]
      return { panel: guestsPanel(context, booking, notices, locale), status: 422 }
    }
    const text =
      choice.question === 'party' && guests !== undefined
        ? noRoomText(guests)[locale]
        : problemText(problem, locale)
    const date = choice.date ?? booking.starts_at.slice(0, 10)
    const moved: ChangeChoice = { question: 'move', date, ...(guests !== undefined && { guests }) }
    return { ...(await showTimes(booking, moved, [problemBlock(text)], locale)), status: 422 }
  }

  /** The request before it is sent. `typed` and `notice` are those of a rejected one. */
  const showRequest = async (
    booking: BookingStatus,
    choice: ChangeChoice,
    { client, locale }: PageRequest,
    { typed, notice }: Pick<FormDraft, 'typed' | 'notice'>,
  ): Promise<Shown> => {
    const tried = withValues(requestValues(booking, choice), { consent: '1' })
    const { output, problem } = await client.check(tryChange, tried)
    if (problem) return showRefused(booking, choice, problem, locale)
    const errors = changeErrors(business, notice, typed, locale)
    const address = stepAddress(changeUrl(booking.code, choice), 'form')
    const button = sendButton(choice.question)
    const formBlock = changeForm(fields, typed, errors, { address, button }, locale)
    const notices = errorNotices(notice, errors, locale)
    const panel = requestPanel(context, booking, choice, output, [formBlock], notices, locale)
    return { panel, status: notice === undefined ? 200 : 422 }
  }

  const errorNotices = (
    notice: FormNotice | undefined,
    errors: Readonly<Record<string, string>>,
    locale: Locale,
  ): Block[] => {
    if (notice === undefined) return []
    if (typeof notice === 'object') return [problemBlock(notice[locale])]
    return [errorSummary(notSentText[locale], fields, errors, locale)]
  }

  const show = (request: PageRequest) =>
    withBooking(request, context, async (booking) => {
      const { locale, query, client, draft } = request
      if (!isUpcoming(booking, context.now()))
        return { document: closedDocument(context, booking, locale) }
      const choice = parseChangeChoice(query, asksParty)
      if (choice.question === 'move' && choice.time === undefined)
        return page(booking, choice, await showTimes(booking, choice, [], locale), locale)
      if (choice.question === 'party' && changeKind(choice, booking.party_size) === undefined)
        return page(booking, choice, { panel: guestsPanel(context, booking, [], locale) }, locale)
      const isRejected = firstValue(query, 'step') === 'review'
      const stored = draftsOf(booking.code).read(draft)
      const note = choice.question === 'move' ? guestsNoteText(choice.guests, locale) : undefined
      const values = newChangeValues(requestChange, client, note)
      const state =
        isRejected && stored?.sent === undefined && stored
          ? stored
          : { typed: new Map([...toFormValues(Object.entries(values)), ...(stored?.typed ?? [])]) }
      return page(booking, choice, await showRequest(booking, choice, request, state), locale)
    })

  const submit = (request: PageRequest & { sent: FormValues }) =>
    withBooking(request, context, async (booking) => {
      const { query, sent, client, locale } = request
      const choice = parseChangeChoice(query, asksParty)
      const drafts = draftsOf(booking.code)
      const isSending = firstValue(sent, 'consent') === '1'
      const own = filterNames(sent, isChangeField)
      const names = ['phone_last4', 'note', 'form_token']
      const typed = filterNames(sent, (name) => names.includes(name))
      const values = new Map([...requestValues(booking, choice), ...typed])
      const key = firstValue(sent, 'request_id') || client.createRequestId()
      const { problem } = isSending
        ? await client.submit(requestChange, withValues(values, { consent: '1' }), { key })
        : await client.submit(requestChange, withValues(values, { consent: '1' }), { dryRun: true })
      if (!problem && isSending) {
        const isStored = firstValue(sent, directName) === undefined
        const seeOther = `${bookingPath}/${booking.code}`
        return { seeOther, ...(isStored && { draft: drafts.finished(booking.code) }) }
      }
      const renewed = problem ? renewFormToken(own, problem, requestChange, client) : own
      const notice = changeNotice(problem)
      const shown = async () =>
        page(
          booking,
          choice,
          await showRequest(booking, choice, request, {
            typed: renewed,
            ...(notice && { notice }),
          }),
          locale,
        )
      // Another site must not fill in the form of this one.
      if (problem?.code === 'cross-site') return { ...(await shown()), status: problem.status }
      const review = stepAddress(changeUrl(booking.code, choice), 'review')
      return drafts.continue(request, renewed, notice, review, shown)
    })

  return { path: `${bookingPath}/{code}/change`, show, submit }
}

function requestValues(booking: BookingStatus, choice: ChangeChoice): FormValues {
  const { question, date, time, guests } = choice
  return toFormValues(
    Object.entries({
      code: booking.code,
      kind: changeKind(choice, booking.party_size) ?? 'smaller_party',
      ...(question === 'move' && date !== undefined && time !== undefined && { date, time }),
      ...(question === 'party' && guests !== undefined && { party_size: String(guests) }),
    }),
  )
}

/** Wrong digits are not tried again when the page is shown: each try counts. */
function changeNotice(problem: Problem | undefined): FormNotice | undefined {
  const isWrongDigits =
    problem?.status === 404 || problem?.details.fields?.some(({ name }) => name === 'phone_last4')
  return isWrongDigits ? 'digits' : noticeFor(problem, true)
}
