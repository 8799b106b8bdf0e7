/** Texts to copy and send by hand, in the guest's language. */

import type { BookingView } from '../../domain/booking/queries.ts'
import { bookingPath } from '../../domain/booking/url.ts'
import {
  buildMessageTemplates,
  type MessageTemplate,
} from '../../domain/messages/message-templates.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import { type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskContext } from '../context.ts'
import type { Times } from './booking-forms.ts'
import { depositOfBooking } from './deposit.ts'

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
  const texts = buildMessageTemplates(
    {
      name: booking.name,
      offerName: offerName(booking.offer_id)[booking.locale],
      date: booking.date,
      time: booking.time,
      partySize: booking.party_size,
      code,
      business: shop.business,
      alternatives: times,
      deposit: transfer && {
        transfer,
        link: `${base}${localPath(`${bookingPath}/${code}`, booking.locale)}`,
      },
    },
    booking.locale,
  )
  return html`<details class="drop ready"><summary>${words.title[locale]}</summary>
${texts.map(({ kind, text }) => html`<div class="copy"><h2>${words[kind][locale]}</h2><p id="text-${kind}" lang="${booking.locale}">${text}</p><button type="button" data-copy="text-${kind}" hidden>${words.copy[locale]}</button></div>`)}</details>`
}

const words = {
  title: { vi: 'Tin nhắn soạn sẵn', en: 'Ready messages' },
  copy: { vi: 'Chép', en: 'Copy' },
  deposit: { vi: 'Gửi thông tin chuyển cọc', en: 'To ask for the deposit' },
  confirm: { vi: 'Xác nhận', en: 'To confirm' },
  offer: { vi: 'Đề nghị giờ khác', en: 'To offer other times' },
  ask: { vi: 'Xin hỏi thêm', en: 'To ask something' },
  decline: { vi: 'Từ chối', en: 'To decline' },
} satisfies Record<'title' | 'copy' | MessageTemplate['kind'], LocalizedText>
