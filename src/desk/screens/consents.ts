/** What the guest agreed to when he sent something, as it can be shown to him or to an inspector. */
import {
  type BookingView,
  type ConsentRecord,
  loadConsentRecords,
} from '../../domain/booking/queries.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskContext } from '../context.ts'
import { formatTimestamp } from '../labels.ts'

/** With a booking, and with each wish to change it. */
export async function bookingConsents(
  context: DeskContext,
  { id, locale: guestLocale }: BookingView,
  locale: Locale,
): Promise<Html> {
  return consentList(context, await loadConsentRecords(context.store.read, id), guestLocale, locale)
}

/** With what was sent once, such as an order or a wish to be called. */
export function singleConsent(
  context: DeskContext,
  sent: {
    consented_at: number
    consent_version: string
    consent_text: string
    locale: Locale
  },
  locale: Locale,
): Html {
  const { consented_at: at, consent_version: version, consent_text: text } = sent
  return consentList(context, [{ at, version, text }], sent.locale, locale)
}

function consentList(
  { now }: DeskContext,
  all: readonly ConsentRecord[],
  guestLocale: Locale,
  locale: Locale,
): Html {
  return html`<details class="drop"><summary>${words.title[locale]} (${all.length})</summary><ol class="history">${all.map(
    ({ at, version, text }) =>
      html`<li><time>${formatTimestamp(at, now(), locale)}</time> ${words.version[locale]} <span class="code">${version}</span>${text !== null && html`<p lang="${consentLocale(version, guestLocale)}">${text}</p>`}</li>`,
  )}</ol></details>`
}

/** What staff asked on the phone is written down in Vietnamese. */
function consentLocale(version: string, guestLocale: Locale): Locale {
  return version === 'spoken' ? 'vi' : guestLocale
}

const words = {
  title: { vi: 'Khách đã đồng ý', en: 'What the guest agreed to' },
  version: { vi: 'bản', en: 'version' },
} satisfies Record<string, LocalizedText>
