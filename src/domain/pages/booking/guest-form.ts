/** The guest's own part of a booking: filled in, read over, sent. Nothing typed is ever lost. */
import { type Block, heading } from '../../../content/document.ts'
import type { ApiClient, ApiResponse, ApiResponseBody } from '../../../content/dynamic-page.ts'
import { formatDate, formatTimeRange } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { formatMoney } from '../../../kernel/money.ts'
import {
  bookingPath,
  navigationNames,
  parameterNames,
  parseChosen,
  stepUrl,
} from '../../booking/url.ts'
import type { Offer } from '../../catalogue/offer.ts'
import { anyValue, type Chosen, type FlowParts, summaryLabels } from '../../forms/booking-form.ts'
import {
  collectErrorMessages,
  consentFormField,
  correctionNotice,
  emailFormField,
  type FieldErrorMessages,
  type FormField,
  fillFields,
  nameFormField,
  optionalField,
  phoneFormField,
  problemBlock,
  problemText,
  renewFormToken,
} from '../../forms/form-page.ts'

const operation = 'requestBooking'
const endpoint = '/api/booking'

export type SubmitResult = {
  chosen: Chosen
  status: number
  blocks: readonly Block[]
  seeOther?: string
}

export type GuestForm = {
  /** Nothing typed yet, with a token of its own. */
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

export function createGuestForm({ form, business, findOffer }: FlowParts): GuestForm {
  const fields: FormField[] = [
    nameFormField,
    phoneFormField,
    emailFormField,
    ...form.fields,
    optionalField('note', 'textarea', { vi: 'Ghi chú (không bắt buộc)', en: 'Note (optional)' }),
    consentFormField(business.consent.booking.text),
  ]
  const chosenNames = [...parameterNames(form), 'date', 'time']

  /** What goes along unseen: what was chosen before, and what makes the form ours. */
  const hiddenOf = (typed: URLSearchParams, all: boolean) =>
    [...typed].filter(([name, value]) => {
      const own = ['form_token', 'request_id', ...chosenNames]
      if (value === '') return false
      return own.includes(name) || (all && fields.some((field) => field.name === name))
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
      address,
      fields: fillFields(fields, typed, errors, locale),
      hidden: hiddenOf(typed, false),
      buttons: [{ label: words.review[locale], name: 'step', value: 'review' }],
      tool: {
        name: 'request_booking',
        description:
          'Asks for the chosen day and time, once the guest agreed. It stays pending until staff confirm.',
      },
    },
  ]

  const review = (body: ApiResponseBody, typed: URLSearchParams, locale: Locale): Block[] => {
    const typedValue = (name: string) => typed.get(name) ?? ''
    const [starts, ends] = [String(body.starts_at), String(body.ends_at)]
    const offer = body.offer as { id: string; name: string }
    const rows: [string, string][] = [
      [summaryLabels.what[locale], offer.name],
      [summaryLabels.when[locale], formatTimeRange(starts, ends, locale)],
      ...priceRow(findOffer(offer.id), locale),
      ...form.summary(body, locale, 'guest'),
      [words.name[locale], typedValue('name')],
      [words.phone[locale], typedValue('phone')],
      ...(typedValue('email')
        ? [[words.email[locale], typedValue('email')] as [string, string]]
        : []),
      ...form.fields.flatMap(({ name, label, options = [] }): [string, string][] => {
        const values = typed.getAll(name)
        const names = options.filter(({ value }) => values.includes(value))
        return names.length === 0
          ? []
          : [[label[locale], names.map((option) => option.label[locale]).join(', ')]]
      }),
      ...(typedValue('note') ? [[words.note[locale], typedValue('note')] as [string, string]] : []),
    ]
    return [
      heading(words.readOver[locale], 'review'),
      { kind: 'facts', rows: rows.map(([term, text]) => [term, [text]]) },
      ...[...form.terms(body, locale), words.pending[locale]].map(
        (text): Block => ({ kind: 'notice', tone: 'note', text: [text] }),
      ),
      {
        kind: 'form',
        address: stepUrl(parseChosen(form, typed)),
        fields: [],
        hidden: hiddenOf(typed, true),
        buttons: [
          { label: words.send[locale], name: 'step', value: 'send' },
          { label: words.edit[locale], name: 'step', value: 'edit', plain: true },
        ],
      },
    ]
  }

  /** The time is gone: others near it, each a button that keeps what was typed. */
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
        address: stepUrl(parseChosen(form, typed)),
        fields: [],
        hidden: hiddenOf(typed, true).filter(([name]) => name !== 'date' && name !== 'time'),
        buttons: alternatives.map(({ date, time }) => ({
          label: `${formatDate(date, locale)}, ${time}`,
          name: 'slot',
          value: `${date} ${time}`,
          plain: true,
        })),
      },
    ]
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
      const typed = new URLSearchParams(sent)
      const slot = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(sent.get('slot') ?? '')
      if (slot) {
        typed.set('date', slot[1] ?? '')
        typed.set('time', slot[2] ?? '')
      }
      const chosen = parseChosen(form, typed)
      const renderAgain = (
        status: number,
        before: Block[],
        errors: FieldErrorMessages = {},
      ): SubmitResult => ({
        chosen,
        status,
        blocks: render(chosen, typed, stepUrl(chosen), locale, before, errors),
      })
      // All of it stays, with the tick that he set himself: the text beside it is the one he agreed to.
      if (sent.get('step') === 'edit') return renderAgain(200, [])

      const isSending = sent.get('step') === 'send'
      const key = sent.get('request_id') || api.createRequestId()
      const options = { locale, ...(isSending ? { key } : { dryRun: true }) }
      const response = await api.submit(
        endpoint,
        bodyOf(typed, chosenNames, navigationNames(form)),
        options,
      )
      const { status, body } = response
      if (status < 300) {
        if (isSending)
          return { chosen, status, blocks: [], seeOther: `${bookingPath}/${body.code}` }
        return { chosen, status: 200, blocks: review(body, typed, locale) }
      }
      if (status === 409 && body.alternatives) {
        return { chosen, status, blocks: renderAlternatives(response, typed, locale) }
      }
      renewFormToken(typed, response, operation, api)
      const errors = collectErrorMessages(response, locale)
      const hasFieldError = fields.some(({ name }) => name in errors)
      const elsewhere = Object.entries(errors).filter(
        ([name]) => !fields.some((field) => field.name === name),
      )
      const summary = hasFieldError ? correctionNotice[locale] : problemText(response, locale)
      const more = hasFieldError ? elsewhere.map(([, message]) => message).join(' ') : ''
      return renderAgain(status, [problemBlock(`${summary} ${more}`.trim())], errors)
    },
  }
}

/** What he will pay, where the thing itself has a price: a mere table has none. */
function priceRow(offer: Offer | undefined, locale: Locale): [string, string][] {
  if (!offer) return []
  const { price, priceLabel: priceWords, priceNote } = offer
  if (price === 0) return priceWords ? [[words.price[locale], priceWords[locale]]] : []
  const note = priceNote ? `. ${priceNote[locale]}` : ''
  return [[words.price[locale], `${formatMoney(price)}${note}`]]
}

/** What the API takes of it. */
function bodyOf(
  typed: URLSearchParams,
  chosenNames: readonly string[],
  navigationNames: readonly string[],
): URLSearchParams {
  const own = ['step', 'slot', 'request_id', 'month', ...navigationNames]
  return new URLSearchParams(
    [...typed].filter(([name, value]) => {
      return !own.includes(name) && !(value === anyValue && chosenNames.includes(name))
    }),
  )
}

const words = {
  review: { vi: 'Xem lại', en: 'Review' },
  readOver: { vi: 'Xem lại trước khi gửi', en: 'Before you send it' },
  price: { vi: 'Giá', en: 'Price' },
  name: { vi: 'Tên', en: 'Name' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  email: { vi: 'Email', en: 'E-mail' },
  note: { vi: 'Ghi chú', en: 'Note' },
  pending: {
    vi: 'Đây là yêu cầu: chỗ được giữ cho bạn, và chắc chắn khi nhân viên gọi hoặc nhắn tin xác nhận.',
    en: 'This is a request: the place is held for you, and settled once staff call or message to confirm.',
  },
  send: { vi: 'Gửi yêu cầu', en: 'Send the request' },
  edit: { vi: 'Sửa lại', en: 'Change something' },
} satisfies Record<string, LocalizedText>
