/**
 * The guest's details and the review. After each form the browser stores what the guest typed as a draft and is
 * redirected to a page that shows it; only a browser that cannot store it gets the page as the response to the form.
 */
import type { Block, Panel } from '../../../content/document.ts'
import type { DraftAccess, OperationClient, PageRequest } from '../../../content/dynamic-page.ts'
import {
  type FormValues,
  filledEntries,
  filterNames,
  firstValue,
  toFormValues,
  withValues,
} from '../../../content/form-values.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import type { Problem } from '../../../kernel/problem.ts'
import {
  bookingPath,
  navigationNames,
  panelUrl,
  parameterNames,
  parseChosen,
  reviewUrl,
  stepUrl,
} from '../../booking/url.ts'
import { anyValue, type Chosen } from '../../forms/booking-form.ts'
import {
  collectErrorMessages,
  correctionNotice,
  type FieldErrorMessages,
  problemBlock,
  problemText,
} from '../../forms/form-errors.ts'
import { type FormField, fillFields } from '../../forms/form-fields.ts'
import { renewFormToken } from '../../forms/form-page.ts'
import { reviewLabel, reviewTitle, sendBlocks } from '../../forms/review.ts'
import { bookingConsent } from '../../guest/consent.ts'
import { formatStart } from '../../scheduling/format-start.ts'
import { chosenSummary } from './chosen-summary.ts'
import type { BookingPageContext } from './context.ts'
import { guestFields } from './guest-fields.ts'
import { prefilledValues } from './prefilled.ts'
import { reviewBlocks } from './review.ts'

type Shown = { panel: Panel; status: number }

type GuestForm = {
  /** The empty form, or what the guest typed before. */
  show(chosen: Chosen, request: PageRequest, notices: readonly Block[]): Shown
  /** The review of the draft, or the form with its errors. */
  review(chosen: Chosen, request: PageRequest): Promise<Shown>
  submit(
    request: PageRequest & { sent: FormValues },
  ): Promise<Shown | { seeOther: string; draft?: FormValues }>
  /** The form for programs that read the site. */
  outline(locale: Locale): readonly Block[]
}

/** Names of a draft besides the fields. */
const noticeName = 'notice'
const sentName = 'sent'

/** Sent by a form in a browser that did not store the draft. */
const directName = 'direct'

export function createGuestForm(context: BookingPageContext): GuestForm {
  const { form, rules, business } = context
  const { requestBooking } = context.operations
  const consent = bookingConsent(business, rules.questions).text
  const fields: readonly FormField[] = guestFields(rules.questions)
  const chosenNames = [...parameterNames(form), 'date', 'time']
  const ownNames = ['form_token', 'request_id', directName]
  const isTyped = (name: string) =>
    ownNames.includes(name) || fields.some((field) => field.name === name)

  /** Hidden values: the choices, the token and the request id; with `isComplete` also all fields. */
  const hiddenValues = (typed: FormValues, isComplete: boolean) =>
    filledEntries(
      filterNames(
        typed,
        (name) =>
          chosenNames.includes(name) || ownNames.includes(name) || (isComplete && isTyped(name)),
      ),
    )

  const renderForm = (
    chosen: Chosen,
    typed: FormValues,
    locale: Locale,
    notices: readonly Block[] = [],
    errors: FieldErrorMessages = {},
  ): Panel => ({
    kind: 'panel',
    title: labels.title[locale],
    blocks: [
      ...notices,
      chosenSummary(context, chosen, locale),
      ...form
        .notes(chosen, locale, context.now())
        .map((note): Block => ({ kind: 'notice', tone: 'note', text: [note] })),
      {
        kind: 'form',
        method: 'post',
        address: stepUrl(chosen),
        fields: fillFields(fields, typed, errors, locale),
        hidden: hiddenValues(typed, false),
        buttons: [{ label: reviewLabel[locale], name: 'step', value: 'review' }],
        tool: {
          name: 'request_booking',
          description:
            'Prepares a request for the chosen day and time. The guest then reviews it, agrees and sends it; it stays ' +
            'pending until staff confirm.',
        },
      },
    ],
  })

  const withChosen = (typed: FormValues, chosen: Chosen): FormValues =>
    withValues(
      typed,
      Object.fromEntries(Object.entries(chosen).filter(([name]) => chosenNames.includes(name))),
    )

  const withNewToken = (typed: FormValues, client: OperationClient): FormValues =>
    withValues(typed, {
      form_token: client.issueToken(requestBooking),
      request_id: client.createRequestId(),
    })

  /** The time was taken: other times near it, each as a button that keeps the input. */
  const renderAlternatives = (problem: Problem, typed: FormValues, locale: Locale): Panel => {
    const { alternatives = [] } = problem.details
    return {
      kind: 'panel',
      title: labels.otherTimes[locale],
      blocks: [
        problemBlock(problemText(problem, locale)),
        {
          kind: 'form',
          method: 'post',
          address: stepUrl(parseChosen(form, typed)),
          fields: [],
          hidden: hiddenValues(typed, true).filter(([name]) => name !== 'date' && name !== 'time'),
          buttons: alternatives.map(({ date, time }) => ({
            label: formatStart(rules.serviceDays, { date, time }, locale),
            name: 'slot',
            value: `${date} ${time}`,
            plain: true,
          })),
        },
      ],
    }
  }

  const renderRejected = (
    problem: Problem,
    chosen: Chosen,
    typed: FormValues,
    locale: Locale,
  ): Panel => {
    const errors = collectErrorMessages(problem, locale)
    const isField = (name: string) => fields.some((field) => field.name === name)
    const hasFieldError = Object.keys(errors).some(isField)
    const summary = hasFieldError ? correctionNotice[locale] : problemText(problem, locale)
    const otherMessages = Object.entries(errors).flatMap(([name, message]) =>
      hasFieldError && !isField(name) ? [message] : [],
    )
    const notice = problemBlock([summary, ...otherMessages].join(' '))
    return renderForm(chosen, typed, locale, [notice], errors)
  }

  /** The review, or what is wrong with the values. `notice` is what the last form was rejected for. */
  const present = async (
    chosen: Chosen,
    typed: FormValues,
    notice: string | undefined,
    client: OperationClient,
    locale: Locale,
  ): Promise<Shown> => {
    const values = withChosen(typed, chosen)
    const checked = withValues(requestValues(values, chosenNames, navigationNames(form)), {
      consent: '1',
    })
    const { output, problem } = await client.check(requestBooking, checked)
    if (problem) {
      const panel =
        problem.status === 409 && problem.details.alternatives
          ? renderAlternatives(problem, values, locale)
          : renderRejected(problem, chosen, values, locale)
      return { panel, status: problem.status }
    }
    const isConsentMissing = notice === consentMissing
    const rejected = notice === undefined || isConsentMissing ? [] : [problemBlock(notice)]
    const panel: Panel = {
      kind: 'panel',
      title: reviewTitle[locale],
      blocks: [
        ...rejected,
        ...reviewBlocks(context, output, typed, locale),
        ...sendBlocks(
          {
            address: reviewUrl(chosen),
            hidden: hiddenValues(values, true),
            consent,
            asksHealth: rules.questions.some(({ sensitivity }) => sensitivity === 'health'),
            sendLabel: labels.send,
            isConsentMissing,
          },
          locale,
        ),
      ],
    }
    return { panel, status: notice === undefined ? 200 : 422 }
  }

  return {
    show(chosen, { client, draft, locale }, notices) {
      const typed = draft.read() ? typedIn(draft, isTyped) : prefilledValues(context, chosen)
      const values = withChosen(withNewToken(typed, client), chosen)
      return { panel: renderForm(chosen, values, locale, notices), status: 200 }
    },
    async review(chosen, { client, draft, locale }) {
      const stored = draft.read()
      const code = stored && firstValue(stored, sentName)
      if (code !== undefined) return { panel: sentPanel(code, locale), status: 200 }
      if (stored) return present(chosen, stored, firstValue(stored, noticeName), client, locale)
      const empty = withValues(withNewToken(new Map(), client), { [directName]: '1' })
      const notice: Block = { kind: 'notice', tone: 'problem', text: [labels.noDraft[locale]] }
      const panel = renderForm(chosen, withChosen(empty, chosen), locale, [notice])
      return { panel, status: 200 }
    },
    async submit({ sent, client, draft, locale }) {
      const typed = withChosenSlot(sent)
      const chosen = parseChosen(form, typed)
      const store = (values: FormValues, address: string, shown: () => Promise<Shown>) => {
        const isStored = firstValue(sent, directName) === undefined && draft.canStore(values)
        return isStored ? { seeOther: address, draft: values } : shown()
      }
      const step = firstValue(sent, 'step')
      const own = filterNames(typed, isTyped)
      if (step === 'edit') {
        const panel = renderForm(chosen, withChosen(own, chosen), locale)
        return store(own, panelUrl(chosen), async () => ({ panel, status: 200 }))
      }
      const wantsToSend = step === 'send'
      const isSending = wantsToSend && firstValue(sent, 'consent') === '1'
      const key = firstValue(sent, 'request_id') || client.createRequestId()
      const values = requestValues(typed, chosenNames, navigationNames(form))
      const { output, problem } = isSending
        ? await client.submit(requestBooking, values, { key })
        : // A dry run stores nothing; the guest agrees on the review.
          await client.submit(requestBooking, withValues(values, { consent: '1' }), {
            dryRun: true,
          })
      if (!problem && isSending) {
        const seeOther = `${bookingPath}/${output.code}`
        return { seeOther, draft: toFormValues([[sentName, output.code]]) }
      }
      const renewed = problem ? renewFormToken(own, problem, requestBooking, client) : own
      // Another site must not fill in the form of this one.
      if (problem?.code === 'cross-site') {
        const panel = renderRejected(problem, chosen, withChosen(renewed, chosen), locale)
        return { panel, status: problem.status }
      }
      const notice = noticeFor(problem, wantsToSend, locale)
      const next = notice === undefined ? renewed : withValues(renewed, { [noticeName]: notice })
      return store(next, reviewUrl(chosen), () => present(chosen, renewed, notice, client, locale))
    },
    outline: (locale) =>
      renderForm({}, new Map(), locale).blocks.filter(({ kind }) => kind === 'form'),
  }
}

/** What the guest typed and has not sent. */
function typedIn(draft: DraftAccess, isTyped: (name: string) => boolean): FormValues {
  return filterNames(draft.read() ?? new Map(), (name) => isTyped(name) && name !== directName)
}

const consentMissing = 'consent'

/** What a check of the draft cannot find out again. */
function noticeFor(
  problem: Problem | undefined,
  wantsToSend: boolean,
  locale: Locale,
): string | undefined {
  if (!problem) return wantsToSend ? consentMissing : undefined
  return problem.status === 409 || problem.status === 422 ? undefined : problemText(problem, locale)
}

function sentPanel(code: string, locale: Locale): Panel {
  const links = [{ text: labels.seeBooking[locale], href: `${bookingPath}/${code}`, main: true }]
  return {
    kind: 'panel',
    title: labels.sentTitle[locale],
    blocks: [
      { kind: 'notice', tone: 'good', text: [labels.sent[locale]] },
      { kind: 'actions', links },
    ],
  }
}

/** A copy of the sent values; the button of an alternative time replaces date and time. */
function withChosenSlot(sent: FormValues): FormValues {
  const slot = firstValue(sent, 'slot') ?? ''
  const [, date, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(slot) ?? []
  return date === undefined || time === undefined ? sent : withValues(sent, { date, time })
}

/** The values that the operation accepts. */
function requestValues(
  typed: FormValues,
  chosenNames: readonly string[],
  navigationNames: readonly string[],
): FormValues {
  const ownNames = [
    ...['step', 'slot', 'request_id', 'month', noticeName, directName],
    ...navigationNames,
  ]
  return filterNames(typed, (name) => {
    const isLeftOpen = chosenNames.includes(name) && firstValue(typed, name) === anyValue
    return !ownNames.includes(name) && !isLeftOpen
  })
}

const labels = {
  title: { vi: 'Thông tin của bạn', en: 'Your details' },
  otherTimes: { vi: 'Chọn giờ khác', en: 'Choose another time' },
  send: { vi: 'Gửi yêu cầu', en: 'Send the request' },
  sentTitle: { vi: 'Đã gửi', en: 'Sent' },
  sent: {
    vi: 'Yêu cầu này đã gửi rồi. Bạn có thể xem lại ở trang của lượt đặt.',
    en: 'This request was already sent. You can see it on the page of your booking.',
  },
  seeBooking: { vi: 'Xem lượt đặt', en: 'See the booking' },
  noDraft: {
    vi:
      'Chưa gửi gì cả: điều bạn viết chỉ được giữ 30 phút, và không giữ được nếu trình duyệt chặn cookie. ' +
      'Xin điền lại.',
    en:
      'Nothing was sent: what you type is stored for 30 minutes only, and not at all if your browser blocks cookies. ' +
      'Please fill in the form again.',
  },
} satisfies Record<string, LocalizedText>
