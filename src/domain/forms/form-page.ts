/** A form as a page: what is refused comes back with everything the guest typed. */
import {
  type Block,
  type Document,
  type FieldType,
  type FilledField,
  paragraph,
} from '../../content/document.ts'
import type { Answered, AnsweredBody, Doors, LivePage, Shown } from '../../content/dynamic-page.ts'
import type { Locale, Words } from '../../kernel/locale.ts'

export type FormField = {
  name: string
  label: Words
  type: FieldType
  needed: boolean
  autocomplete?: string
  hint?: Words
  options?: readonly { value: string; label: Words }[]
}

export type FormPage = {
  path: string
  listed?: boolean
  /** The operation that takes it, and its address. */
  operation: string
  endpoint: string
  title: Words
  intro: Words
  button: Words
  fields: readonly FormField[]
  /** What an address may fill in: never who somebody is, nor that he agrees. */
  prefill?: readonly string[]
  /** What goes with it unseen. */
  preset?: Readonly<Record<string, string>>
  /** What an assistant in the browser is told the form does. */
  tool: { name: string; description: string }
  picture?: string
  /** Where to go, or what to show, once it was taken. */
  done(answer: AnsweredBody, locale: Locale): Shown | string
}

export function formPage(form: FormPage): LivePage {
  const { path, operation, endpoint, fields, preset = {}, button } = form

  const page = (locale: Locale, blocks: readonly Block[]): Document => ({
    title: form.title[locale],
    description: form.intro[locale],
    ...(form.picture && { picture: { name: form.picture } }),
    blocks: [paragraph(form.intro[locale]), ...blocks],
  })

  const draw = (
    locale: Locale,
    address: string,
    typed: URLSearchParams,
    before: readonly Block[] = [],
    faults: Faults = {},
  ): Document =>
    page(locale, [
      ...before,
      {
        kind: 'form',
        address,
        fields: fillFields(fields, typed, faults, locale),
        hidden: ['form_token', 'request_id'].map((name) => [name, typed.get(name) ?? ''] as const),
        buttons: [{ label: button[locale] }],
        tool: form.tool,
      },
    ])

  return {
    path,
    ...(form.listed && { listed: form.title }),
    show({ locale, address, query, doors }) {
      const typed = new URLSearchParams([...query].filter(([name]) => form.prefill?.includes(name)))
      typed.set('form_token', doors.token(operation))
      typed.set('request_id', doors.requestId())
      return { document: draw(locale, address, typed) }
    },
    async act({ locale, address, sent, doors }) {
      const fieldsSent = new URLSearchParams(sent)
      fieldsSent.delete('request_id')
      for (const [name, value] of Object.entries(preset)) fieldsSent.set(name, value)
      const key = sent.get('request_id') || doors.requestId()
      const answered = await doors.submit(endpoint, fieldsSent, { locale, key })
      if (answered.status < 300) {
        const done = form.done(answered.body, locale)
        return typeof done === 'string' ? { document: page(locale, [good(done)]) } : done
      }
      const typed = new URLSearchParams(sent)
      renew(typed, answered, operation, doors)
      const faults = faultsOf(answered, locale)
      const known = fields.some(({ name }) => name in faults)
      const summary = problem(known ? toMend[locale] : reasonOf(answered, locale))
      const document = draw(locale, address, typed, [summary], faults)
      return { status: answered.status, document }
    },
  }
}

/** Gives the form what it needs to be sent again: a fresh token, and where it is another request an id. */
export function renew(
  typed: URLSearchParams,
  answered: Answered,
  operation: string,
  doors: Doors,
): void {
  if (answered.status === 403 || isAnother(answered)) {
    typed.set('form_token', doors.token(operation))
  }
  if (isAnother(answered)) typed.set('request_id', doors.requestId())
}

/** The form was sent before, went through, and now says something else. */
function isAnother({ body }: Answered): boolean {
  return String(body.type).endsWith('/idempotency-key-reused')
}

/** Why it was refused, in words for a guest: the API's are for programs. */
export function reasonOf({ body }: Answered, locale: Locale): string {
  const code = String(body.type).split('/').at(-1) ?? ''
  const own = reasons[code]
  if (own) return own[locale]
  const faults = (body.fields ?? []).map(({ message }) => message)
  return faults.length > 0 ? faults.join(' ') : (body.detail ?? '')
}

const reasons: Readonly<Record<string, Words>> = {
  'idempotency-key-reused': {
    vi: 'Biểu mẫu này đã gửi một lần rồi. Nếu đây là yêu cầu mới, xin bấm gửi lần nữa.',
    en: 'This form was already sent once. If this is a new request, please press the button again.',
  },
  'form-check-failed': {
    vi: 'Trang này để đã lâu, hoặc gửi nhanh quá. Mọi điều bạn viết vẫn còn đây: xin bấm gửi lần nữa.',
    en: 'This page was open for long, or sent too fast. Everything is still here: please press again.',
  },
  'slot-taken': {
    vi: 'Giờ này vừa có người giữ mất. Xin chọn một giờ gần đó.',
    en: 'Somebody has just taken this time. Please choose another one near it.',
  },
  'rate-limited': {
    vi: 'Bạn đã gửi nhiều lần trong một giờ qua. Xin thử lại sau, hoặc gọi cho chúng tôi.',
    en: 'You have sent several requests within the hour. Please try again later, or call us.',
  },
  'cross-site': {
    vi: 'Biểu mẫu này chỉ nhận từ chính trang của chúng tôi. Xin mở lại trang rồi gửi.',
    en: 'This form is taken from our own page only. Please open the page again and send it.',
  },
}

/** What is wrong with a field, in words for the guest who filled it in. */
const faultWords: Readonly<Record<string, Words>> = {
  missing: { vi: 'Xin điền mục này.', en: 'Please fill this in.' },
  not_one_of: { vi: 'Xin chọn một trong các mục.', en: 'Please choose one of these.' },
  wrong_type: { vi: 'Xin viết lại mục này.', en: 'Please write this again.' },
}

export const good = (text: string): Block => ({ kind: 'notice', tone: 'good', text: [text] })
export const problem = (text: string): Block => ({ kind: 'notice', tone: 'problem', text: [text] })

export type Faults = Readonly<Record<string, string>>

export function faultsOf({ body }: Answered, locale: Locale): Faults {
  return Object.fromEntries(
    (body.fields ?? []).map(({ name, code, message }) => [
      name.split('../pages')[0] ?? name,
      faultWords[code]?.[locale] ?? message,
    ]),
  )
}

export function fillFields(
  fields: readonly FormField[],
  typed: URLSearchParams,
  faults: Faults,
  locale: Locale,
): FilledField[] {
  return fields.map(({ name, label, type, needed, autocomplete = 'off', hint, options }) => ({
    name,
    label: label[locale],
    type,
    needed,
    autocomplete,
    ...(hint && { hint: hint[locale] }),
    ...(options && {
      options: options.map((option) => ({ value: option.value, label: option.label[locale] })),
    }),
    values: typed.getAll(name),
    fault: faults[name] && (type === 'checkbox' ? tick[locale] : faults[name]),
  }))
}

export const toMend: Words = {
  vi: 'Chưa gửi được: xin sửa những chỗ được đánh dấu. Mọi điều bạn đã viết vẫn còn đây.',
  en: 'Not sent yet: please correct the marked fields. Everything you wrote is still here.',
}

/** The API's words on consent are for whoever asks a person; here the person reads them. */
const tick: Words = { vi: 'Xin đánh dấu nếu bạn đồng ý.', en: 'Please tick this if you agree.' }

/** A field that may be left empty. */
export function optionalField(name: string, type: FieldType, label: Words): FormField {
  return { name, type, label, needed: false }
}

export const nameQuestion: FormField = {
  name: 'name',
  label: { vi: 'Tên của bạn', en: 'Your name' },
  type: 'text',
  needed: true,
  autocomplete: 'name',
}

export const phoneQuestion: FormField = {
  name: 'phone',
  label: { vi: 'Số điện thoại', en: 'Phone' },
  type: 'tel',
  needed: true,
  autocomplete: 'tel',
  hint: {
    vi: 'Nhân viên gọi hoặc nhắn vào số này để xác nhận.',
    en: 'Staff call or message this number to confirm.',
  },
}

export const emailQuestion: FormField = {
  name: 'email',
  label: { vi: 'Email (không bắt buộc)', en: 'E-mail (optional)' },
  type: 'email',
  needed: false,
  autocomplete: 'email',
}

/** The text that is kept with what the guest sends. */
export function consentQuestion(text: Words): FormField {
  return { name: 'consent', label: text, type: 'checkbox', needed: true }
}
