/** The page of an entry of the waitlist, for anyone who has its code: accept or decline an offered place, or leave. */
import { type Block, type Document, paragraph } from '../../../content/document.ts'
import type { DynamicPage, PageRequest, PageResult } from '../../../content/dynamic-page.ts'
import { filterNames, firstValue, withValues } from '../../../content/form-values.ts'
import { telephoneLink } from '../../../content/shop.ts'
import { formatDate } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { quoteRows } from '../../booking/quote-fields.ts'
import { bookingPath } from '../../booking/url.ts'
import { newFormToken } from '../../forms/form-token.ts'
import { closedDayReason } from '../../scheduling/availability.ts'
import { formatStay } from '../../scheduling/format-start.ts'
import type { WaitlistStatusResponse } from '../../waitlist/operations.ts'
import { formatWindow } from '../../waitlist/texts.ts'
import { waitlistPath } from '../../waitlist/url.ts'
import { confirmationBlocks, confirmFromLink } from '../address-confirmation.ts'
import { answeredUrl, endedOfferNotice } from '../booking/ended-offer.ts'
import type { WaitlistPageContext } from './context.ts'
import { joinWaitlistPage } from './join-page.ts'

const answerPath = `${waitlistPath}/{code}/answer`

export function waitlistPages(context: WaitlistPageContext): DynamicPage[] {
  return [joinWaitlistPage(context), statusPage(context), answerPage(context)]
}

function statusPage(context: WaitlistPageContext): DynamicPage {
  const { addresses, business, getEntry } = context
  const render = async (request: PageRequest, confirmation: Block[]): Promise<PageResult> => {
    const { pathParams, client, locale } = request
    const { output, problem } = await client.read(getEntry, { code: pathParams.code ?? '' })
    if (!problem) return { document: statusDocument(context, output, confirmation, request) }
    const links = [{ text: business.phone, href: telephoneLink(business), main: true }]
    return {
      status: problem.status,
      document: {
        title: labels.notFound[locale],
        description: problem.detailText(locale),
        blocks: [paragraph(problem.detailText(locale)), { kind: 'actions', links }],
      },
    }
  }
  return {
    path: `${waitlistPath}/{code}`,
    record: { followUp: 'submitLead' },
    show: async (request) =>
      render(request, await confirmationBlocks(addresses, 'waitlist', request)),
    submit: async (request) => confirmFromLink(addresses, 'waitlist', request, render),
  }
}

const tones = {
  waiting: 'note',
  offered: 'good',
  booked: 'good',
  left: 'note',
  expired: 'note',
} as const

function statusDocument(
  context: WaitlistPageContext,
  entry: WaitlistStatusResponse,
  confirmation: Block[],
  request: PageRequest,
): Document {
  const { business } = context
  const { locale } = request
  const isOpen = entry.status === 'waiting' || entry.status === 'offered'
  const isCancelled = entry.booking_status === 'cancelled' && entry.status === 'booked'
  return {
    title: (isCancelled ? labels.cancelled : titles[entry.status])[locale],
    description: `${entry.offer.name} · ${entry.code}`,
    blocks: [
      ...confirmation,
      ...endedOfferNotice(context.form, request, entry),
      ...(isOpen ? closedDayNotice(context, entry, locale) : []),
      { kind: 'notice', tone: isCancelled ? 'note' : tones[entry.status], text: [entry.next_step] },
      ...(entry.offers ?? []).flatMap((offer) => offerBlocks(context, entry, offer, request)),
      { kind: 'facts', rows: factRows(context, entry, locale) },
      ...(isOpen ? [answerForm(context, entry, request, leaveButton(locale))] : []),
      {
        kind: 'actions',
        links: [
          ...(entry.booking_code
            ? [
                {
                  text: labels.booking[locale],
                  href: `${bookingPath}/${entry.booking_code}`,
                  main: true,
                },
              ]
            : []),
          { text: `${labels.call[locale]} ${business.phone}`, href: telephoneLink(business) },
        ],
      },
      ...(isOpen ? [paragraph(labels.bookmark[locale])] : []),
    ],
  }
}

/** Staff have closed the day since. */
function closedDayNotice(
  { rules, business, now }: WaitlistPageContext,
  { date }: WaitlistStatusResponse,
  locale: Locale,
): Block[] {
  const reason = closedDayReason(rules, business, date, now())
  return reason ? [{ kind: 'notice', tone: 'problem', text: [reason[locale]] }] : []
}

type Offer = NonNullable<WaitlistStatusResponse['offers']>[number]

function offerBlocks(
  context: WaitlistPageContext,
  entry: WaitlistStatusResponse,
  offer: Offer,
  request: PageRequest,
): Block[] {
  const { locale } = request
  const { serviceDays } = context.rules
  const when = formatStay(serviceDays, offer.starts_at, offer.ends_at, locale)
  const rows = [...context.form.summary(offer, locale, 'guest'), ...quoteRows(offer, locale)]
  const by = `${offer.answer_by.slice(11, 16)}, ${formatDate(offer.answer_by.slice(0, 10), locale)}`
  return [
    { kind: 'heading', level: 2, text: when },
    ...(rows.length > 0
      ? [
          {
            kind: 'facts' as const,
            rows: rows.map(([term, text]): [string, [string]] => [term, [text]]),
          },
        ]
      : []),
    ...context.form
      .terms(offer, locale)
      .map((text): Block => ({ kind: 'notice', tone: 'note', text: [text] })),
    paragraph(`${labels.answerBy[locale]} ${by}.`),
    answerForm(context, entry, request, {
      hidden: [['offer', offer.id]],
      buttons: [
        { label: labels.accept[locale], name: 'answer', value: 'accept' },
        { label: labels.decline[locale], name: 'answer', value: 'decline', plain: true },
      ],
    }),
  ]
}

type AnswerChoice = {
  hidden: [string, string][]
  buttons: { label: string; name: string; value: string; plain?: boolean }[]
}

function leaveButton(locale: Locale): AnswerChoice {
  const button = { label: labels.leave[locale], name: 'answer', value: 'leave', plain: true }
  return { hidden: [], buttons: [button] }
}

function answerForm(
  { answer }: WaitlistPageContext,
  { code }: WaitlistStatusResponse,
  { client }: PageRequest,
  { hidden, buttons }: AnswerChoice,
): Block {
  return {
    kind: 'form',
    method: 'post',
    address: answerPath.replace('{code}', code),
    fields: [],
    hidden: [...Object.entries(newFormToken(answer, client)), ...hidden],
    buttons,
  }
}

function answerPage({ answer }: WaitlistPageContext): DynamicPage {
  const statusOf = ({ pathParams: { code = '' } }: PageRequest) =>
    `${waitlistPath}/${encodeURIComponent(code)}`
  return {
    path: answerPath,
    show: (request) => ({ seeOther: statusOf(request) }),
    async submit(request) {
      const { sent, client, pathParams } = request
      const own = ['answer', 'offer', 'form_token']
      const values = withValues(
        filterNames(sent, (name) => own.includes(name)),
        { code: pathParams.code ?? '' },
      )
      const key = firstValue(sent, 'request_id') || client.createRequestId()
      const { problem } = await client.submit(answer, values, { key })
      return { seeOther: answeredUrl(statusOf(request), problem) }
    },
  }
}

function factRows(
  { rules }: WaitlistPageContext,
  entry: WaitlistStatusResponse,
  locale: Locale,
): [string, [string]][] {
  const { booking_starts_at: start, booking_ends_at: end } = entry
  if (start !== undefined && end !== undefined) {
    return [
      [labels.booked[locale], [entry.offer.name]],
      [labels.party[locale], [String(entry.party_size)]],
      [labels.at[locale], [formatStay(rules.serviceDays, start, end, locale)]],
      [labels.code[locale], [entry.code]],
    ]
  }
  return [
    [labels.what[locale], [entry.offer.name]],
    [labels.party[locale], [String(entry.party_size)]],
    [labels.when[locale], [`${formatDate(entry.date, locale)}, ${formatWindow(entry)}`]],
    [labels.code[locale], [entry.code]],
  ]
}

const titles: Record<WaitlistStatusResponse['status'], LocalizedText> = {
  waiting: { vi: 'Bạn đang trong danh sách chờ', en: 'You are on the waitlist' },
  offered: { vi: 'Có chỗ cho bạn', en: 'A place is free for you' },
  booked: { vi: 'Bạn đã có chỗ', en: 'You have a place' },
  left: { vi: 'Đã rời danh sách chờ', en: 'You have left the waitlist' },
  expired: { vi: 'Giờ bạn chờ đã qua', en: 'The time has passed' },
}

const labels = {
  what: { vi: 'Bạn chờ', en: 'You wait for' },
  party: { vi: 'Số khách', en: 'Guests' },
  when: { vi: 'Khoảng giờ', en: 'Time' },
  booked: { vi: 'Bạn đã nhận', en: 'You accepted' },
  at: { vi: 'Lúc', en: 'Time' },
  cancelled: { vi: 'Lượt đặt đã huỷ', en: 'The booking was cancelled' },
  code: { vi: 'Mã', en: 'Code' },
  answerBy: { vi: 'Chỗ này được giữ cho bạn đến', en: 'This place is held for you until' },
  accept: { vi: 'Nhận chỗ này', en: 'Accept this place' },
  decline: { vi: 'Không nhận, chờ giờ khác', en: 'Decline and keep waiting' },
  leave: { vi: 'Rời danh sách chờ', en: 'Leave the waitlist' },
  booking: { vi: 'Xem lượt đặt', en: 'View your booking' },
  call: { vi: 'Gọi', en: 'Call' },
  bookmark: {
    vi: 'Giữ lại địa chỉ của trang này để xem lại.',
    en: 'Keep the address of this page to come back to it.',
  },
  notFound: { vi: 'Không tìm thấy yêu cầu này', en: 'This request was not found' },
} satisfies Record<string, LocalizedText>
