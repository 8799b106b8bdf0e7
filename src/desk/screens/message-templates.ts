/** Texts that staff copy and send themselves, in the guest's language. */
import type { BookingView } from '../../domain/booking/rows.ts'
import { bookingPath } from '../../domain/booking/url.ts'
import {
  buildMessageTemplates,
  type MessageTemplate,
} from '../../domain/messages/message-templates.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import { type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { copyButton, disclosure } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { depositOfBooking } from './deposit.ts'
import type { Times } from './place-offers.ts'

export function messageTemplateSection(
  context: DeskContext,
  booking: BookingView,
  times: Times,
  locale: Locale,
): Html | undefined {
  if (booking.phone === '') return undefined
  const { shop, offerName, base } = context
  const code = formatCode(booking.code)
  const transfer = depositOfBooking(context, booking)?.transfer
  const templates = buildMessageTemplates(
    {
      name: booking.name,
      offerName: offerName(booking.offer_id)[booking.locale],
      date: booking.date,
      time: booking.time,
      partySize: booking.party_size,
      code,
      business: shop.business,
      alternatives: times,
      serviceDays: shop.booking.serviceDays,
      deposit: transfer && {
        transfer,
        link: `${base}${localPath(`${bookingPath}/${code}`, booking.locale, shop.languages)}`,
      },
    },
    booking.locale,
  )
  const boxes = templates.map(({ kind, text }) => {
    const id = `text-${kind}`
    return html`<div class="copy">
<h2>${words[kind][locale]}</h2>
<p id="${id}" lang="${booking.locale}">${text}</p>
${copyButton(id, locale)}
</div>`
  })
  return disclosure(words.title[locale], boxes)
}

const words = {
  title: { vi: 'Tin nhắn soạn sẵn', en: 'Message templates' },
  deposit: { vi: 'Thông tin chuyển cọc', en: 'Request the deposit' },
  confirm: { vi: 'Xác nhận', en: 'Confirm' },
  offer: { vi: 'Đề nghị giờ khác', en: 'Offer other times' },
  ask: { vi: 'Xin hỏi thêm', en: 'Ask a question' },
  decline: { vi: 'Từ chối', en: 'Decline' },
} satisfies Record<'title' | MessageTemplate['kind'], LocalizedText>
