/** A form as a page: what is refused comes back with everything the guest typed. */
import {
  type Block,
  type Document,
  type FieldType,
  type FilledField,
  paragraph,
} from '../../content/document.ts'
import type {
  ApiClient,
  ApiResponse,
  ApiResponseBody,
  DynamicPage,
  PageResult,
} from '../../content/dynamic-page.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'

export type FormField = {
  name: string
  label: LocalizedText
  type: FieldType
  needed: boolean
  autocomplete?: string
  hint?: LocalizedText
  options?: readonly { value: string; label: LocalizedText }[]
}

export type FormPage = {
  path: string
  listed?: boolean
  /** The operation that takes it, and its address. */
  operation: string
  endpoint: string
  title: LocalizedText
  intro: LocalizedText
  button: LocalizedText
  fields: readonly FormField[]
  /** What an address may fill in: never who somebody is, nor that he agrees. */
  prefill?: readonly string[]
  /** What goes with it unseen. */
  preset?: Readonly<Record<string, string>>
  /** What an assistant in the browser is told the form does. */
  tool: { name: string; description: string }
  picture?: string
  /** Where to go, or what to show, once it was taken. */
  done(response: ApiResponseBody, locale: Locale): PageResult | string
}

export function formPage(form: FormPage): DynamicPage {
  const { path, operation, endpoint, fields, preset = {}, button } = form

  const page = (locale: Locale, blocks: readonly Block[]): Document => ({
    title: form.title[locale],
    description: form.intro[locale],
    ...(form.picture && { picture: { name: form.picture } }),
    blocks: [paragraph(form.intro[locale]), ...blocks],
  })

  const renderForm = (
    locale: Locale,
    address: string,
    typed: URLSearchParams,
    before: readonly Block[] = [],
    errors: FieldErrorMessages = {},
  ): Document =>
    page(locale, [
      ...before,
      {
        kind: 'form',
        address,
        fields: fillFields(fields, typed, errors, locale),
        hidden: ['form_token', 'request_id'].map((name) => [name, typed.get(name) ?? ''] as const),
        buttons: [{ label: button[locale] }],
        tool: form.tool,
      },
    ])

  return {
    path,
    ...(form.listed && { listingTitle: form.title }),
    show({ locale, address, query, api }) {
      const typed = new URLSearchParams([...query].filter(([name]) => form.prefill?.includes(name)))
      typed.set('form_token', api.issueToken(operation))
      typed.set('request_id', api.createRequestId())
      return { document: renderForm(locale, address, typed) }
    },
    async submit({ locale, address, sent, api }) {
      const fieldsSent = new URLSearchParams(sent)
      fieldsSent.delete('request_id')
      for (const [name, value] of Object.entries(preset)) fieldsSent.set(name, value)
      const key = sent.get('request_id') || api.createRequestId()
      const response = await api.submit(endpoint, fieldsSent, { locale, key })
      if (response.status < 300) {
        const done = form.done(response.body, locale)
        return typeof done === 'string' ? { document: page(locale, [successBlock(done)]) } : done
      }
      const typed = new URLSearchParams(sent)
      renewFormToken(typed, response, operation, api)
      const errors = collectErrorMessages(response, locale)
      const known = fields.some(({ name }) => name in errors)
      const summary = problemBlock(known ? correctionNotice[locale] : problemText(response, locale))
      const document = renderForm(locale, address, typed, [summary], errors)
      return { status: response.status, document }
    },
  }
}

/** Gives the form what it needs to be sent again: a fresh token, and where it is another request an id. */
export function renewFormToken(
  typed: URLSearchParams,
  response: ApiResponse,
  operation: string,
  api: ApiClient,
): void {
  if (response.status === 403 || isKeyReused(response)) {
    typed.set('form_token', api.issueToken(operation))
  }
  if (isKeyReused(response)) typed.set('request_id', api.createRequestId())
}

/** The form was sent before, went through, and now says something else. */
function isKeyReused({ body }: ApiResponse): boolean {
  return String(body.type).endsWith('/idempotency-key-reused')
}

/** Why it was refused, in words for a guest: the API's are for programs. */
export function problemText({ body }: ApiResponse, locale: Locale): string {
  const code = String(body.type).split('/').at(-1) ?? ''
  const own = problemTexts[code]
  if (own) return own[locale]
  const errors = (body.fields ?? []).map(({ message }) => message)
  return errors.length > 0 ? errors.join(' ') : (body.detail ?? '')
}

const problemTexts: Readonly<Record<string, LocalizedText>> = {
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
const fieldErrorTexts: Readonly<Record<string, LocalizedText>> = {
  missing: { vi: 'Xin điền mục này.', en: 'Please fill this in.' },
  not_one_of: { vi: 'Xin chọn một trong các mục.', en: 'Please choose one of these.' },
  wrong_type: { vi: 'Xin viết lại mục này.', en: 'Please write this again.' },
}

export const successBlock = (text: string): Block => ({
  kind: 'notice',
  tone: 'good',
  text: [text],
})
export const problemBlock = (text: string): Block => ({
  kind: 'notice',
  tone: 'problem',
  text: [text],
})

export type FieldErrorMessages = Readonly<Record<string, string>>

export function collectErrorMessages({ body }: ApiResponse, locale: Locale): FieldErrorMessages {
  return Object.fromEntries(
    (body.fields ?? []).map(({ name, code, message }) => [
      name.split('../pages')[0] ?? name,
      fieldErrorTexts[code]?.[locale] ?? message,
    ]),
  )
}

export function fillFields(
  fields: readonly FormField[],
  typed: URLSearchParams,
  errors: FieldErrorMessages,
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
    error: errors[name] && (type === 'checkbox' ? consentHint[locale] : errors[name]),
  }))
}

export const correctionNotice: LocalizedText = {
  vi: 'Chưa gửi được: xin sửa những chỗ được đánh dấu. Mọi điều bạn đã viết vẫn còn đây.',
  en: 'Not sent yet: please correct the marked fields. Everything you wrote is still here.',
}

/** The API's words on consent are for whoever asks a person; here the person reads them. */
const consentHint: LocalizedText = {
  vi: 'Xin đánh dấu nếu bạn đồng ý.',
  en: 'Please tick this if you agree.',
}

/** A field that may be left empty. */
export function optionalField(name: string, type: FieldType, label: LocalizedText): FormField {
  return { name, type, label, needed: false }
}

export const nameFormField: FormField = {
  name: 'name',
  label: { vi: 'Tên của bạn', en: 'Your name' },
  type: 'text',
  needed: true,
  autocomplete: 'name',
}

export const phoneFormField: FormField = {
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

export const emailFormField: FormField = {
  name: 'email',
  label: { vi: 'Email (không bắt buộc)', en: 'E-mail (optional)' },
  type: 'email',
  needed: false,
  autocomplete: 'email',
}

/** The text that is kept with what the guest sends. */
export function consentFormField(text: LocalizedText): FormField {
  return { name: 'consent', label: text, type: 'checkbox', needed: true }
}
