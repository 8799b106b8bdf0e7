/**
 * The page on which a guest joins the waitlist of a day: what they wait for, their contact, the consent, one button.
 */
import { type Block, type Document, paragraph } from '../../../content/document.ts'
import type { DynamicPage, PageRequest, PageResult } from '../../../content/dynamic-page.ts'
import {
  type FormValues,
  filterNames,
  firstValue,
  withValues,
} from '../../../content/form-values.ts'
import { formatDate } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import type { Problem } from '../../../kernel/problem.ts'
import { isDate } from '../../../kernel/time.ts'
import { panelUrl, parseChosen, toAvailabilityQuery } from '../../booking/url.ts'
import {
  collectErrorMessages,
  correctionNotice,
  errorSummary,
  type FieldErrorMessages,
  problemText,
  withErrorTitle,
} from '../../forms/form-errors.ts'
import {
  consentFormField,
  emailFormField,
  type FormField,
  fillFields,
  nameFormField,
  phoneFormField,
} from '../../forms/form-fields.ts'
import { newFormToken, renewFormToken } from '../../forms/form-token.ts'
import { waitlistConsent } from '../../guest/consent.ts'
import { toCalendarTime } from '../../scheduling/service-days.ts'
import { waitingText } from '../../waitlist/texts.ts'
import { waitlistPath } from '../../waitlist/url.ts'
import { listStarts } from '../booking/panel-times.ts'
import type { WaitlistPageContext } from './context.ts'

export function joinWaitlistPage(context: WaitlistPageContext): DynamicPage {
  return {
    path: waitlistPath,
    show: (request) => showForm(context, request),
    submit: (request) => submitForm(context, request),
  }
}

function showForm(context: WaitlistPageContext, request: PageRequest): PageResult {
  const { query, client, locale } = request
  const date = firstValue(query, 'date') ?? ''
  // Without a day there is nothing to wait for: the panel shows which times are full.
  if (!isDate(date)) return { seeOther: panelUrl({}) }
  const values = withValues(ownValues(context, query), newFormToken(context.join, client))
  return { document: formDocument(context, request, values, {}, locale) }
}

async function submitForm(
  context: WaitlistPageContext,
  request: PageRequest & { sent: FormValues },
): Promise<PageResult> {
  const { sent, client, locale } = request
  const key = firstValue(sent, 'request_id') || client.createRequestId()
  const values = filterNames(sent, (name) => name !== 'request_id')
  const { output, problem } = await client.submit(context.join, values, { key })
  if (!problem) return { seeOther: `${waitlistPath}/${output.code}` }
  const typed = renewFormToken(ownValues(context, sent), problem, context.join, client)
  const errors = collectErrorMessages(problem, locale)
  const notice = problemNotice(context, typed, problem, errors, locale)
  const document = formDocument(context, request, typed, errors, locale, notice)
  return { status: problem.status, document: withErrorTitle(document, locale) }
}

const guestNames = ['from', 'to', 'name', 'phone', 'email', 'form_token', 'request_id']

/** What belongs to this form; other parameters of the address are ignored. */
function ownValues({ rules, form }: WaitlistPageContext, values: FormValues): FormValues {
  const chosen = toAvailabilityQuery(form, parseChosen(form, values))
  const trade = Object.keys(rules.requestFields).flatMap((name) => {
    const value = chosen[name] ?? firstValue(values, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const own = filterNames(values, (name) => name === 'date' || guestNames.includes(name))
  return withValues(own, Object.fromEntries(trade))
}

function formDocument(
  context: WaitlistPageContext,
  request: PageRequest,
  values: FormValues,
  errors: FieldErrorMessages,
  locale: Locale,
  notice?: Block,
): Document {
  const { business } = context
  const fields = formFields(context, values)
  const shown = new Set(fields.map(({ name }) => name))
  const hidden = [...values].flatMap(([name, all]) =>
    shown.has(name) ? [] : all.map((value): [string, string] => [name, value]),
  )
  return {
    title: labels.title[locale],
    description: waitingText(business)[locale],
    blocks: [
      ...(notice ? [notice] : []),
      { kind: 'facts', rows: chosenRows(context, values, locale) },
      paragraph(labels.explanation[locale]),
      {
        kind: 'form',
        method: 'post',
        address: request.address.split('?')[0] ?? waitlistPath,
        fields: fillFields(fields, values, errors, locale),
        hidden,
        buttons: [{ label: labels.button[locale] }],
      },
      paragraph(labels.noPromise[locale]),
    ],
  }
}

function formFields(context: WaitlistPageContext, values: FormValues): FormField[] {
  const options = startTimes(context, values).map((time) => ({
    value: time,
    label: { vi: time, en: time },
  }))
  const timeField = (name: string, label: LocalizedText): FormField =>
    options.length > 0
      ? { name, label, type: 'select', needed: true, options }
      : { name, label, type: 'text', needed: true }
  return [
    timeField('from', labels.from),
    timeField('to', labels.to),
    nameFormField,
    { ...phoneFormField, hint: labels.phoneHint },
    emailFormField,
    consentFormField(waitlistConsent(context.business).text, false),
  ]
}

/** All times of the day at which bookings start. */
function startTimes(context: WaitlistPageContext, values: FormValues): string[] {
  const date = firstValue(values, 'date') ?? ''
  if (!isDate(date)) return []
  return listStarts(context, tradeValues(context, values), date).map(
    ({ at }) => toCalendarTime({ date, at }).time,
  )
}

/** What is booked, as the guest has chosen it. */
function tradeValues({ rules }: WaitlistPageContext, values: FormValues): Record<string, string> {
  return Object.fromEntries(
    Object.keys(rules.requestFields).flatMap((name) => {
      const value = firstValue(values, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function chosenRows(
  context: WaitlistPageContext,
  values: FormValues,
  locale: Locale,
): [string, [string]][] {
  const date = firstValue(values, 'date') ?? ''
  const { offerName, form, rules } = context
  const { details } = rules.parseDetails(tradeValues(context, values), 'day')
  const offerId = details?.[0].offerId
  const party = firstValue(values, 'party_size')
  return [
    [labels.what[locale], [offerId ? offerName(offerId)[locale] : form.title[locale]]],
    ...(party === undefined ? [] : [[labels.party[locale], [party]] as [string, [string]]]),
    [labels.day[locale], [isDate(date) ? formatDate(date, locale) : date]],
  ]
}

/** If a time is free after all, with a link to it. */
function problemNotice(
  context: WaitlistPageContext,
  values: FormValues,
  problem: Problem,
  errors: FieldErrorMessages,
  locale: Locale,
): Block {
  const free = problem.code === 'place-available' ? (problem.details.alternatives ?? []) : []
  if (free.length > 0) {
    const chosen = toAvailabilityQuery(context.form, parseChosen(context.form, values))
    const links = free.map(({ date, time }) => ({
      text: `${labels.bookNow[locale]} ${time}`,
      href: panelUrl({ ...chosen, date, time }),
    }))
    return { kind: 'notice', tone: 'problem', text: [problem.detailText(locale)], links }
  }
  const hasFields = Object.keys(errors).length > 0
  const text = hasFields ? correctionNotice[locale] : problemText(problem, locale)
  const fields = formFields(context, values)
  const others = Object.entries(errors).filter(([name]) => !fields.some((one) => one.name === name))
  const more = others.map(([, message]) => message).join(' ')
  return errorSummary([text, more].filter(Boolean).join(' '), fields, errors, locale)
}

const labels = {
  title: { vi: 'Báo cho tôi khi có chỗ', en: 'Tell me when a place is free' },
  what: { vi: 'Bạn chờ', en: 'You wait for' },
  party: { vi: 'Số khách', en: 'Guests' },
  day: { vi: 'Ngày', en: 'Day' },
  explanation: {
    vi: 'Những giờ này hiện đã kín. Để lại tên và số điện thoại; khi có chỗ, nhân viên báo cho bạn và giữ chỗ một lúc để bạn trả lời.',
    en: 'These times are full at the moment. Leave your name and phone number: if a place becomes free, staff let you know and hold it for a while for you to answer.',
  },
  noPromise: {
    vi: 'Vào danh sách chờ không giữ chỗ và không mất phí. Khi có chỗ, bạn xem điều kiện (như đặt cọc) rồi mới nhận. Bạn có thể rời danh sách bất cứ lúc nào.',
    en: 'The waitlist holds no place and costs nothing. If a place becomes free, you see its terms, such as a deposit, before you accept. You can leave the list at any time.',
  },
  from: { vi: 'Sớm nhất', en: 'Earliest start' },
  to: { vi: 'Muộn nhất', en: 'Latest start' },
  phoneHint: {
    vi: 'Nhân viên gọi hoặc nhắn vào số này khi có chỗ.',
    en: 'Staff call or message this number when a place is free.',
  },
  button: { vi: 'Vào danh sách chờ', en: 'Join the waitlist' },
  bookNow: { vi: 'Đặt ngay', en: 'Book' },
} satisfies Record<string, LocalizedText>
