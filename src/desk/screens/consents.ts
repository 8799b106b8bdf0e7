/** What the guest agreed to when he sent something, as it can be shown to him or to an inspector. */
import { type Agreement, agreementsOf, type BookingView } from '../../domain/booking/queries.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskParts } from '../context.ts'
import { sayMoment } from '../labels.ts'

/** With a booking, and with each wish to change it. */
export async function agreements(
  parts: DeskParts,
  { id, locale: spoken }: BookingView,
  locale: Locale,
): Promise<Html> {
  return agreed(parts, await agreementsOf(parts.store.read, id), spoken, locale)
}

/** With what was sent once, such as an order or a wish to be called. */
export function agreedOnce(
  parts: DeskParts,
  sent: {
    consented_at: number
    consent_version: string
    consent_text: string
    locale: Locale
  },
  locale: Locale,
): Html {
  const { consented_at: at, consent_version: version, consent_text: text } = sent
  return agreed(parts, [{ at, version, text }], sent.locale, locale)
}

function agreed(
  { now }: DeskParts,
  all: readonly Agreement[],
  spoken: Locale,
  locale: Locale,
): Html {
  return html`<details class="drop"><summary>${words.title[locale]} (${all.length})</summary><ol class="history">${all.map(
    ({ at, version, text }) =>
      html`<li><time>${sayMoment(at, now(), locale)}</time> ${words.version[locale]} <span class="code">${version}</span>${text !== null && html`<p lang="${languageOf(version, spoken)}">${text}</p>`}</li>`,
  )}</ol></details>`
}

/** What staff asked on the phone is written down in Vietnamese. */
function languageOf(version: string, spoken: Locale): Locale {
  return version === 'spoken' ? 'vi' : spoken
}

const words = {
  title: { vi: 'Khách đã đồng ý', en: 'What the guest agreed to' },
  version: { vi: 'bản', en: 'version' },
} satisfies Record<string, Words>
