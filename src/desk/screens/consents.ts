/** The consent texts that a guest accepted, to be shown to the guest or to an inspector. */
import { type ConsentRecord, loadConsentRecords } from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { disclosure } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatTimestamp } from '../labels.ts'

/** The consents of a booking and of its change requests. */
export async function bookingConsents(
  context: DeskContext,
  { id, locale: guestLocale }: BookingView,
  locale: Locale,
): Promise<Html> {
  return consentList(context, await loadConsentRecords(context.store.read, id), guestLocale, locale)
}

/** The consent of an order or a callback request. */
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
  records: readonly ConsentRecord[],
  guestLocale: Locale,
  locale: Locale,
): Html {
  const lines = records.map(({ at, version, text }) => {
    const time = formatTimestamp(at, now(), locale)
    const accepted =
      text !== null && html`<p lang="${consentLocale(version, guestLocale)}">${text}</p>`
    return html`<li><time>${time}</time> ${words.version[locale]} <span class="code">${version}</span>
${accepted}</li>`
  })
  const title = `${words.title[locale]} (${records.length})`
  return disclosure(title, html`<ol class="history">${lines}</ol>`)
}

/** Verbal consent is recorded in Vietnamese. */
function consentLocale(version: string, guestLocale: Locale): Locale {
  return version === 'spoken' ? 'vi' : guestLocale
}

const words = {
  title: { vi: 'Khách đã đồng ý', en: 'Consent of the guest' },
  version: { vi: 'bản', en: 'version' },
} satisfies Record<string, LocalizedText>
