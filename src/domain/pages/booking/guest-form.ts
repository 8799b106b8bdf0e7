/** The last booking step: the guest's details, review and submission. Everything typed is kept. */
import type { Block } from '../../../content/document.ts'
import type { ApiClient, ApiResponse } from '../../../content/dynamic-page.ts'
import { formatDate } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
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
import type { BookingPageContext } from './context.ts'
import { reviewBlocks } from './review.ts'

const operation = 'requestBooking'
const endpoint = '/api/booking'

type SubmitResult = {
  chosen: Chosen
  status: number
  blocks: readonly Block[]
  seeOther?: string
}

type GuestForm = {
  /** Form values without input, with a new form token. */
  createEmpty(chosen: Chosen, api: ApiClient): URLSearchParams
  render(
    chosen: Chosen,
    typed: URLSearchParams,
    address: string,
    locale: Locale,
    before?: readonly Block[],
    errors?: FieldErrorMessages,
  ): Block[]
  submit(sent: URLSearchParams, api: ApiClient, locale: Locale): Promise<SubmitResult>
}

export function createGuestForm(context: BookingPageContext): GuestForm {
  const { form, rules, business } = context
  const fields: FormField[] = [
    nameFormField,
    phoneFormField,
    emailFormField,
    ...rules.questions.map(questionFormField),
    optionalField('note', 'textarea', { vi: 'Ghi chú (không bắt buộc)', en: 'Note (optional)' }),
  ]
  const chosenNames = [...parameterNames(form), 'date', 'time']

  /** Hidden values: the choices so far, the token and the request id; with `isComplete` also all fields. */
  const hiddenValues = (typed: URLSearchParams, isComplete: boolean) =>
    [...typed].filter(([name, value]) => {
      const names = ['form_token', 'request_id', ...chosenNames]
      if (value === '') return false
      return names.includes(name) || (isComplete && fields.some((field) => field.name === name))
    })

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

  const sendForm = (typed: URLSearchParams, isConsentMissing: boolean, locale: Locale): Block[] =>
    sendBlocks(
      {
        address: stepUrl(parseChosen(form, typed)),
        hidden: hiddenValues(typed, true),
        consent: business.consent.booking.text,
        sendLabel,
        isConsentMissing,
      },
      locale,
    )

  /** The time was taken: other times near it, each as a button that keeps the input. */
  const renderAlternatives = (
    response: ApiResponse,
    typed: URLSearchParams,
    locale: Locale,
  ): Block[] => {
    const { alternatives = [] } = response.body
    return [
      problemBlock(problemText(response, locale)),
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

  const renderRejected = (
    response: ApiResponse,
    typed: URLSearchParams,
    locale: Locale,
  ): Block[] => {
    const errors = collectErrorMessages(response, locale)
    const isField = (name: string) => fields.some((field) => field.name === name)
    const hasFieldError = Object.keys(errors).some(isField)
    const summary = hasFieldError ? correctionNotice[locale] : problemText(response, locale)
    const otherMessages = Object.entries(errors).flatMap(([name, message]) =>
      hasFieldError && !isField(name) ? [message] : [],
    )
    const chosen = parseChosen(form, typed)
    const notice = problemBlock([summary, ...otherMessages].join(' '))
    return render(chosen, typed, stepUrl(chosen), locale, [notice], errors)
  }

  return {
    createEmpty(chosen, api) {
      const typed = new URLSearchParams()
      for (const [name, value] of Object.entries(chosen)) {
        if (chosenNames.includes(name)) typed.set(name, value)
      }
      typed.set('form_token', api.issueToken(operation))
      typed.set('request_id', api.createRequestId())
      return typed
    },
    render,
    async submit(sent, api, locale) {
      const typed = withChosenSlot(sent)
      const chosen = parseChosen(form, typed)
      if (sent.get('step') === 'edit')
        return { chosen, status: 200, blocks: render(chosen, typed, stepUrl(chosen), locale) }

      const wantsToSend = sent.get('step') === 'send'
      const isSending = wantsToSend && sent.get('consent') === '1'
      const key = sent.get('request_id') || api.createRequestId()
      const options = { locale, ...(isSending ? { key } : { dryRun: true }) }
      const fieldsSent = requestBody(typed, chosenNames, navigationNames(form))
      // A dry run stores nothing; the guest agrees on the review.
      if (!isSending) fieldsSent.set('consent', '1')
      const response = await api.submit(endpoint, fieldsSent, options)
      const { status, body } = response
      if (status < 300 && isSending)
        return { chosen, status, blocks: [], seeOther: `${bookingPath}/${body.code}` }
      if (status < 300) {
        const review = reviewBlocks(context, body, typed, locale)
        const blocks = [...review, ...sendForm(typed, wantsToSend, locale)]
        return { chosen, status: wantsToSend ? 422 : 200, blocks }
      }
      if (status === 409 && body.alternatives)
        return { chosen, status, blocks: renderAlternatives(response, typed, locale) }
      renewFormToken(typed, response, operation, api)
      return { chosen, status, blocks: renderRejected(response, typed, locale) }
    },
  }
}

/** A copy of the sent values; the button of an alternative time replaces date and time. */
function withChosenSlot(sent: URLSearchParams): URLSearchParams {
  const typed = new URLSearchParams(sent)
  const [, date, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(sent.get('slot') ?? '') ?? []
  if (date !== undefined && time !== undefined) {
    typed.set('date', date)
    typed.set('time', time)
  }
  return typed
}

/** The values that the API accepts. */
function requestBody(
  typed: URLSearchParams,
  chosenNames: readonly string[],
  navigationNames: readonly string[],
): URLSearchParams {
  const ownNames = ['step', 'slot', 'request_id', 'month', ...navigationNames]
  return new URLSearchParams(
    [...typed].filter(([name, value]) => {
      return !ownNames.includes(name) && !(value === anyValue && chosenNames.includes(name))
    }),
  )
}

const sendLabel: LocalizedText = { vi: 'Gửi yêu cầu', en: 'Send the request' }
