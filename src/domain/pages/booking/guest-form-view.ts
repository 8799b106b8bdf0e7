/** The form with the guest's details as panels: the fields, the review, and what to do if it is rejected. */
import type { Block, Panel } from '../../../content/document.ts'
import {
  type FormValues,
  filledEntries,
  filterNames,
  firstValue,
  withValues,
} from '../../../content/form-values.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import type { Problem } from '../../../kernel/problem.ts'
import type { RequestedBooking } from '../../booking/request-operation.ts'
import {
  bookingPath,
  navigationNames,
  parameterNames,
  parseChosen,
  reviewUrl,
  stepUrl,
} from '../../booking/url.ts'
import { anyValue, type Chosen } from '../../forms/booking-form.ts'
import { directName, type FormNotice } from '../../forms/form-draft.ts'
import {
  collectErrorMessages,
  correctionNotice,
  errorSummary,
  type FieldErrorMessages,
  problemBlock,
  problemText,
} from '../../forms/form-errors.ts'
import { type FormField, fillFields } from '../../forms/form-fields.ts'
import { reviewLabel, reviewTitle, sendBlocks } from '../../forms/review.ts'
import { bookingConsent } from '../../guest/consent.ts'
import { formatStart } from '../../scheduling/format-start.ts'
import { chosenSummary } from './chosen-summary.ts'
import type { BookingPageContext } from './context.ts'
import { freeUntilNote } from './free-until.ts'
import { guestFields } from './guest-fields.ts'
import { reviewBlocks } from './review.ts'

/** Names of the form itself, which are hidden on it. */
const ownNames = ['form_token', 'request_id', directName]

export function createGuestFormView(context: BookingPageContext) {
  const { form, rules, business } = context
  const consent = bookingConsent(business, rules.questions).text
  const fields: readonly FormField[] = guestFields(rules.questions)
  const chosenNames = [...parameterNames(form), 'date', 'time']
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

  const notesFor = (chosen: Chosen, locale: Locale): string[] => {
    const freeUntil = freeUntilNote(context, chosen, locale)
    return [
      ...form.notes(chosen, locale, context.now()),
      ...(freeUntil === undefined ? [] : [freeUntil]),
    ]
  }

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
      ...notesFor(chosen, locale).map(
        (note): Block => ({ kind: 'notice', tone: 'note', text: [note] }),
      ),
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

  return {
    isTyped,
    form: renderForm,
    outline: (locale: Locale): readonly Block[] =>
      renderForm({}, new Map(), locale).blocks.filter(({ kind }) => kind === 'form'),

    withChosen: (typed: FormValues, chosen: Chosen): FormValues =>
      withValues(
        typed,
        Object.fromEntries(Object.entries(chosen).filter(([name]) => chosenNames.includes(name))),
      ),

    /** The values that the operation accepts. */
    requestValues(typed: FormValues): FormValues {
      const names = ['step', 'slot', 'request_id', 'month', directName, ...navigationNames(form)]
      return filterNames(typed, (name) => {
        const isLeftOpen = chosenNames.includes(name) && firstValue(typed, name) === anyValue
        return !names.includes(name) && !isLeftOpen
      })
    },

    /** The time was taken: other times near it, each as a button that keeps the input. */
    alternatives(problem: Problem, typed: FormValues, locale: Locale): Panel {
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
            hidden: hiddenValues(typed, true).filter(
              ([name]) => name !== 'date' && name !== 'time',
            ),
            buttons: alternatives.map(({ date, time }) => ({
              label: formatStart(rules.serviceDays, { date, time }, locale),
              name: 'slot',
              value: `${date} ${time}`,
              plain: true,
            })),
          },
        ],
      }
    },

    rejected(problem: Problem, chosen: Chosen, typed: FormValues, locale: Locale): Panel {
      const errors = collectErrorMessages(problem, locale)
      const isField = (name: string) => fields.some((field) => field.name === name)
      const hasFieldError = Object.keys(errors).some(isField)
      const text = hasFieldError ? correctionNotice[locale] : problemText(problem, locale)
      const otherMessages = Object.entries(errors).flatMap(([name, message]) =>
        hasFieldError && !isField(name) ? [message] : [],
      )
      const summary = errorSummary([text, ...otherMessages].join(' '), fields, errors, locale)
      return renderForm(chosen, typed, locale, [summary], errors)
    },

    /** `requested` is the result of the dry run. */
    review(
      requested: RequestedBooking,
      chosen: Chosen,
      typed: FormValues,
      notice: FormNotice | undefined,
      locale: Locale,
    ): Panel {
      const isConsentMissing = notice === 'consent'
      return {
        kind: 'panel',
        title: reviewTitle[locale],
        blocks: [
          ...(typeof notice === 'object' ? [problemBlock(notice[locale])] : []),
          ...reviewBlocks(context, requested, typed, locale),
          ...sendBlocks(
            {
              address: reviewUrl(chosen),
              hidden: hiddenValues(typed, true),
              consent,
              asksHealth: rules.questions.some(({ sensitivity }) => sensitivity === 'health'),
              sendLabel: labels.send,
              isConsentMissing,
            },
            locale,
          ),
        ],
      }
    },
  }
}

/** Instead of the review of a request that was sent already. */
export function sentPanel(code: string, locale: Locale): Panel {
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
} satisfies Record<string, LocalizedText>
