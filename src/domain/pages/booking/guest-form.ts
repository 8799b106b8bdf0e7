/** The last booking step: the guest's details, review and submission. Everything typed is kept. */
import type { Block } from '../../../content/document.ts'
import type { OperationClient } from '../../../content/dynamic-page.ts'
import {
  type FormValues,
  filledEntries,
  filterNames,
  firstValue,
  toFormValues,
  withValues,
} from '../../../content/form-values.ts'
import { formatDate } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import type { Problem } from '../../../kernel/problem.ts'
import {
  bookingPath,
  navigationNames,
  parameterNames,
  parseChosen,
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
import {
  emailFormField,
  type FormField,
  fillFields,
  nameFormField,
  optionalField,
  phoneFormField,
  questionFormField,
} from '../../forms/form-fields.ts'
import { renewFormToken } from '../../forms/form-page.ts'
import { reviewLabel, sendBlocks } from '../../forms/review.ts'
import { bookingConsent } from '../../guest/consent.ts'
import type { BookingPageContext } from './context.ts'
import { reviewBlocks } from './review.ts'

type SubmitResult = {
  chosen: Chosen
  status: number
  blocks: readonly Block[]
  seeOther?: string
}

type GuestForm = {
  /** Form values without input, with a new form token. */
  createEmpty(chosen: Chosen, client: OperationClient): FormValues
  render(
    chosen: Chosen,
    typed: FormValues,
    address: string,
    locale: Locale,
    before?: readonly Block[],
    errors?: FieldErrorMessages,
  ): Block[]
  submit(sent: FormValues, client: OperationClient, locale: Locale): Promise<SubmitResult>
}

export function createGuestForm(context: BookingPageContext): GuestForm {
  const { form, rules, business } = context
  const { requestBooking } = context.operations
  const consent = bookingConsent(business, rules.questions).text
  const fields: FormField[] = [
    nameFormField,
    phoneFormField,
    emailFormField,
    ...rules.questions.map(questionFormField),
    optionalField('note', 'textarea', { vi: 'Ghi chú (không bắt buộc)', en: 'Note (optional)' }),
  ]
  const chosenNames = [...parameterNames(form), 'date', 'time']

  /** Hidden values: the choices so far, the token and the request id; with `isComplete` also all fields. */
  const hiddenValues = (typed: FormValues, isComplete: boolean) => {
    const names = ['form_token', 'request_id', ...chosenNames]
    const isHidden = (name: string) =>
      names.includes(name) || (isComplete && fields.some((field) => field.name === name))
    return filledEntries(filterNames(typed, isHidden))
  }

  const render: GuestForm['render'] = (
    chosen,
    typed,
    address,
    locale,
    before = [],
    errors = {},
  ) => [
    ...before,
    ...form
      .notes(chosen, locale)
      .map((note): Block => ({ kind: 'notice', tone: 'note', text: [note] })),
    {
      kind: 'form',
      method: 'post',
      address,
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
  ]

  const sendForm = (typed: FormValues, isConsentMissing: boolean, locale: Locale): Block[] =>
    sendBlocks(
      {
        address: stepUrl(parseChosen(form, typed)),
        hidden: hiddenValues(typed, true),
        consent,
        sendLabel,
        isConsentMissing,
      },
      locale,
    )

  /** The time was taken: other times near it, each as a button that keeps the input. */
  const renderAlternatives = (problem: Problem, typed: FormValues, locale: Locale): Block[] => {
    const { alternatives = [] } = problem.details
    return [
      problemBlock(problemText(problem, locale)),
      {
        kind: 'form',
        method: 'post',
        address: stepUrl(parseChosen(form, typed)),
        fields: [],
        hidden: hiddenValues(typed, true).filter(([name]) => name !== 'date' && name !== 'time'),
        buttons: alternatives.map(({ date, time }) => ({
          label: `${formatDate(date, locale)}, ${time}`,
          name: 'slot',
          value: `${date} ${time}`,
          plain: true,
        })),
      },
    ]
  }

  const renderRejected = (problem: Problem, typed: FormValues, locale: Locale): Block[] => {
    const errors = collectErrorMessages(problem, locale)
    const isField = (name: string) => fields.some((field) => field.name === name)
    const hasFieldError = Object.keys(errors).some(isField)
    const summary = hasFieldError ? correctionNotice[locale] : problemText(problem, locale)
    const otherMessages = Object.entries(errors).flatMap(([name, message]) =>
      hasFieldError && !isField(name) ? [message] : [],
    )
    const chosen = parseChosen(form, typed)
    const notice = problemBlock([summary, ...otherMessages].join(' '))
    return render(chosen, typed, stepUrl(chosen), locale, [notice], errors)
  }

  return {
    createEmpty: (chosen, client) =>
      toFormValues([
        ...Object.entries(chosen).filter(([name]) => chosenNames.includes(name)),
        ['form_token', client.issueToken(requestBooking)],
        ['request_id', client.createRequestId()],
      ]),
    render,
    async submit(sent, client, locale) {
      const typed = withChosenSlot(sent)
      const chosen = parseChosen(form, typed)
      const step = firstValue(sent, 'step')
      if (step === 'edit')
        return { chosen, status: 200, blocks: render(chosen, typed, stepUrl(chosen), locale) }

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
      if (!problem) {
        if (isSending)
          return { chosen, status: 303, blocks: [], seeOther: `${bookingPath}/${output.code}` }
        const review = reviewBlocks(context, output, typed, locale)
        const blocks = [...review, ...sendForm(typed, wantsToSend, locale)]
        return { chosen, status: wantsToSend ? 422 : 200, blocks }
      }
      const { status } = problem
      if (status === 409 && problem.details.alternatives)
        return { chosen, status, blocks: renderAlternatives(problem, typed, locale) }
      const renewed = renewFormToken(typed, problem, requestBooking, client)
      return { chosen, status, blocks: renderRejected(problem, renewed, locale) }
    },
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
  const ownNames = ['step', 'slot', 'request_id', 'month', ...navigationNames]
  return filterNames(typed, (name) => {
    const isLeftOpen = chosenNames.includes(name) && firstValue(typed, name) === anyValue
    return !ownNames.includes(name) && !isLeftOpen
  })
}

const sendLabel: LocalizedText = { vi: 'Gửi yêu cầu', en: 'Send the request' }
