/** Other times, places or services that staff offer, on the status page: one button accepts, another declines all. */
import type { Block } from '../../../content/document.ts'
import type { DynamicPage, PageRequest } from '../../../content/dynamic-page.ts'
import { filterNames, firstValue, withValues } from '../../../content/form-values.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { differences, formatDeadline } from '../../booking/place-offer/offered-fields.ts'
import type { BookingStatus } from '../../booking/status-operation.ts'
import { bookingPath } from '../../booking/url.ts'
import { newFormToken } from '../../forms/form-token.ts'
import { formatStay, parseStart } from '../../scheduling/format-start.ts'
import type { BookingPageContext } from './context.ts'
import { answeredUrl, endedOfferNotice } from './ended-offer.ts'

const offersPath = `${bookingPath}/{code}/offers`

export function offerBlocks(
  context: BookingPageContext,
  booking: BookingStatus,
  request: PageRequest,
): Block[] {
  const { locale } = request
  const { offers = [] } = booking
  const ended = endedOfferNotice(context.form, request, booking)
  if (offers.length === 0) return ended
  return [
    ...ended,
    { kind: 'heading', level: 2, text: labels.title[locale] },
    ...deadlineBlocks(booking, offers, locale),
    { kind: 'paragraph', text: [labels.current[locale]] },
    ...offers.flatMap((offer) => offeredPlace(context, booking, offer, request)),
    answerForm(context, booking, request, {
      hidden: [['answer', 'decline']],
      button: { label: labels.decline[locale], plain: true },
    }),
  ]
}

type Offered = NonNullable<BookingStatus['offers']>[number]

/** All offers of a booking have the same deadline. The next step of a request names it. */
function deadlineBlocks(
  { status }: BookingStatus,
  [first, ...more]: readonly Offered[],
  locale: Locale,
): Block[] {
  if (!first || status === 'pending') return []
  const label = labels[more.length === 0 ? 'heldUntil' : 'allHeldUntil'][locale]
  const text = `${label} ${formatDeadline(first.expires_at, locale)}.`
  return [{ kind: 'paragraph', text: [text] }]
}

function offeredPlace(
  context: BookingPageContext,
  booking: BookingStatus,
  offer: Offered,
  request: PageRequest,
): Block[] {
  const { locale } = request
  const { form, rules } = context
  const when = formatStay(rules.serviceDays, offer.starts_at, offer.ends_at, locale)
  const others = differences(form, booking, offer, locale)
  return [
    { kind: 'heading', level: 3, text: when },
    ...(others.length > 0 ? [{ kind: 'paragraph' as const, text: [others.join(' · ')] }] : []),
    answerForm(context, booking, request, {
      hidden: [
        ['answer', 'accept'],
        ['offer', offer.id],
      ],
      button: { label: `${labels.accept[locale]} ${parseStart(offer.starts_at).time}` },
    }),
  ]
}

function answerForm(
  { answerOffers }: BookingPageContext,
  { code }: BookingStatus,
  { client }: PageRequest,
  { hidden, button }: { hidden: [string, string][]; button: { label: string; plain?: boolean } },
): Block {
  return {
    kind: 'form',
    method: 'post',
    address: offersPath.replace('{code}', code),
    fields: [],
    hidden: [...Object.entries(newFormToken(answerOffers, client)), ...hidden],
    buttons: [button],
  }
}

export function offersPage({ answerOffers }: BookingPageContext): DynamicPage {
  const statusOf = ({ pathParams: { code = '' } }: PageRequest) =>
    `${bookingPath}/${encodeURIComponent(code)}`
  return {
    path: offersPath,
    show: (request) => ({ seeOther: statusOf(request) }),
    async submit(request) {
      const { sent, client, pathParams } = request
      const own = ['answer', 'offer', 'form_token']
      const values = withValues(
        filterNames(sent, (name) => own.includes(name)),
        { code: pathParams.code ?? '' },
      )
      const key = firstValue(sent, 'request_id') || client.createRequestId()
      const { problem } = await client.submit(answerOffers, values, { key })
      return { seeOther: answeredUrl(statusOf(request), problem) }
    },
  }
}

const labels = {
  title: { vi: 'Chúng tôi mời bạn', en: 'Our offer to you' },
  current: {
    vi: 'Bấm nhận là xong, không phải chờ thêm. Chỗ bạn đặt lúc đầu vẫn được giữ cho đến khi bạn nhận.',
    en: 'Accept and you are done; nothing else to wait for. What you booked first is held until you accept.',
  },
  heldUntil: { vi: 'Chỗ này được giữ cho bạn đến', en: 'This place is held for you until' },
  allHeldUntil: {
    vi: 'Các chỗ này được giữ cho bạn đến',
    en: 'These places are held for you until',
  },
  accept: { vi: 'Nhận', en: 'Accept' },
  decline: { vi: 'Không nhận, giữ chỗ đã đặt', en: 'Decline and keep my booking' },
} satisfies Record<string, LocalizedText>
