/** The guest's own part of a booking: filled in, read over, sent. Nothing typed is ever lost. */
import { type Block, heading } from '../../../content/document.ts'
import type { Answered, AnsweredBody, Doors } from '../../../content/dynamic-page.ts'
import { sayDate, sayTimes } from '../../../kernel/format-date.ts'
import type { Locale, Words } from '../../../kernel/locale.ts'
import { displayDong } from '../../../kernel/money.ts'
import { addressOf, bookingPath, namesAside, namesOf, readChosen } from '../../booking/url.ts'
import type { Offer } from '../../catalogue/offer.ts'
import { anyone, type Chosen, type FlowParts, told } from '../../forms/booking-form.ts'
import {
  consentQuestion,
  emailQuestion,
  type Faults,
  type FormField,
  faultsOf,
  fillFields,
  nameQuestion,
  optionalField,
  phoneQuestion,
  problem,
  reasonOf,
  renew,
  toMend,
} from '../../forms/form-page.ts'

const operation = 'requestBooking'
const endpoint = '/api/booking'

export type Received = {
  chosen: Chosen
  status: number
  blocks: readonly Block[]
  seeOther?: string
}

export type Details = {
  /** Nothing typed yet, with a token of its own. */
  empty(chosen: Chosen, doors: Doors): URLSearchParams
  draw(
    chosen: Chosen,
    typed: URLSearchParams,
    address: string,
    locale: Locale,
    before?: readonly Block[],
    faults?: Faults,
  ): Block[]
  receive(sent: URLSearchParams, doors: Doors, locale: Locale): Promise<Received>
}

export function createDetails({ form, business, findOffer }: FlowParts): Details {
  const fields: FormField[] = [
    nameQuestion,
    phoneQuestion,
    emailQuestion,
    ...form.fields,
    optionalField('note', 'textarea', { vi: 'Ghi chú (không bắt buộc)', en: 'Note (optional)' }),
    consentQuestion(business.consent.booking.text),
  ]
  const chosenNames = [...namesOf(form), 'date', 'time']

  /** What goes along unseen: what was chosen before, and what makes the form ours. */
  const hiddenOf = (typed: URLSearchParams, all: boolean) =>
    [...typed].filter(([name, value]) => {
      const own = ['form_token', 'request_id', ...chosenNames]
      if (value === '') return false
      return own.includes(name) || (all && fields.some((field) => field.name === name))
    })

  const draw: Details['draw'] = (chosen, typed, address, locale, before = [], faults = {}) => [
    ...before,
    ...form
      .notes(chosen, locale)
      .map((note): Block => ({ kind: 'notice', tone: 'note', text: [note] })),
    {
      kind: 'form',
      address,
      fields: fillFields(fields, typed, faults, locale),
      hidden: hiddenOf(typed, false),
      buttons: [{ label: words.review[locale], name: 'step', value: 'review' }],
      tool: {
        name: 'request_booking',
        description:
          'Asks for the chosen day and time, once the guest agreed. It stays pending until staff confirm.',
      },
    },
  ]

  const review = (body: AnsweredBody, typed: URLSearchParams, locale: Locale): Block[] => {
    const said = (name: string) => typed.get(name) ?? ''
    const [starts, ends] = [String(body.starts_at), String(body.ends_at)]
    const offer = body.offer as { id: string; name: string }
    const rows: [string, string][] = [
      [told.what[locale], offer.name],
      [told.when[locale], sayTimes(starts, ends, locale)],
      ...priceRow(findOffer(offer.id), locale),
      ...form.summary(body, locale, 'guest'),
      [words.name[locale], said('name')],
      [words.phone[locale], said('phone')],
      ...(said('email') ? [[words.email[locale], said('email')] as [string, string]] : []),
      ...form.fields.flatMap(({ name, label, options = [] }): [string, string][] => {
        const values = typed.getAll(name)
        const names = options.filter(({ value }) => values.includes(value))
        return names.length === 0
          ? []
          : [[label[locale], names.map((option) => option.label[locale]).join(', ')]]
      }),
      ...(said('note') ? [[words.note[locale], said('note')] as [string, string]] : []),
    ]
    return [
      heading(words.readOver[locale], 'review'),
      { kind: 'facts', rows: rows.map(([term, text]) => [term, [text]]) },
      ...[...form.terms(body, locale), words.pending[locale]].map(
        (text): Block => ({ kind: 'notice', tone: 'note', text: [text] }),
      ),
      {
        kind: 'form',
        address: addressOf(readChosen(form, typed)),
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
  const others = (answered: Answered, typed: URLSearchParams, locale: Locale): Block[] => {
    const { alternatives = [] } = answered.body
    return [
      problem(reasonOf(answered, locale)),
      {
        kind: 'form',
        address: addressOf(readChosen(form, typed)),
        fields: [],
        hidden: hiddenOf(typed, true).filter(([name]) => name !== 'date' && name !== 'time'),
        buttons: alternatives.map(({ date, time }) => ({
          label: `${sayDate(date, locale)}, ${time}`,
          name: 'slot',
          value: `${date} ${time}`,
          plain: true,
        })),
      },
    ]
  }

  return {
    empty(chosen, doors) {
      const typed = new URLSearchParams()
      for (const [name, value] of Object.entries(chosen)) {
        if (chosenNames.includes(name)) typed.set(name, value)
      }
      typed.set('form_token', doors.token(operation))
      typed.set('request_id', doors.requestId())
      return typed
    },
    draw,
    async receive(sent, doors, locale) {
      const typed = new URLSearchParams(sent)
      const slot = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(sent.get('slot') ?? '')
      if (slot) {
        typed.set('date', slot[1] ?? '')
        typed.set('time', slot[2] ?? '')
      }
      const chosen = readChosen(form, typed)
      const again = (status: number, before: Block[], faults: Faults = {}): Received => ({
        chosen,
        status,
        blocks: draw(chosen, typed, addressOf(chosen), locale, before, faults),
      })
      // All of it stays, with the tick that he set himself: the text beside it is the one he agreed to.
      if (sent.get('step') === 'edit') return again(200, [])

      const sending = sent.get('step') === 'send'
      const key = sent.get('request_id') || doors.requestId()
      const how = { locale, ...(sending ? { key } : { dryRun: true }) }
      const answered = await doors.submit(
        endpoint,
        bodyOf(typed, chosenNames, namesAside(form)),
        how,
      )
      const { status, body } = answered
      if (status < 300) {
        if (sending) return { chosen, status, blocks: [], seeOther: `${bookingPath}/${body.code}` }
        return { chosen, status: 200, blocks: review(body, typed, locale) }
      }
      if (status === 409 && body.alternatives) {
        return { chosen, status, blocks: others(answered, typed, locale) }
      }
      renew(typed, answered, operation, doors)
      const faults = faultsOf(answered, locale)
      const known = fields.some(({ name }) => name in faults)
      const elsewhere = Object.entries(faults).filter(
        ([name]) => !fields.some((field) => field.name === name),
      )
      const summary = known ? toMend[locale] : reasonOf(answered, locale)
      const more = known ? elsewhere.map(([, message]) => message).join(' ') : ''
      return again(status, [problem(`${summary} ${more}`.trim())], faults)
    },
  }
}

/** What he will pay, where the thing itself has a price: a mere table has none. */
function priceRow(offer: Offer | undefined, locale: Locale): [string, string][] {
  if (!offer) return []
  const { price, priceWords, priceNote } = offer
  if (price === 0) return priceWords ? [[words.price[locale], priceWords[locale]]] : []
  const note = priceNote ? `. ${priceNote[locale]}` : ''
  return [[words.price[locale], `${displayDong(price)}${note}`]]
}

/** What the API takes of it. */
function bodyOf(
  typed: URLSearchParams,
  chosenNames: readonly string[],
  aside: readonly string[],
): URLSearchParams {
  const own = ['step', 'slot', 'request_id', 'month', ...aside]
  return new URLSearchParams(
    [...typed].filter(([name, value]) => {
      return !own.includes(name) && !(value === anyone && chosenNames.includes(name))
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
} satisfies Record<string, Words>
