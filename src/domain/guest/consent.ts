/** The texts that a guest agrees to with a booking request and with a change request. */
import { type Business, type ConsentText, createConsentText } from '../../content/shop.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { periodText } from '../../kernel/period-text.ts'
import type { GuestQuestion, QuestionConsent } from '../scheduling/guest-question.ts'

type ConsentTerms = Pick<Business, 'consent' | 'kept'>

/** The text of the owner, and a sentence for each question about health. */
export function bookingConsent(
  { consent, kept }: ConsentTerms,
  questions: readonly GuestQuestion[],
): ConsentText {
  const { changedOn, ownerText } = consent.booking
  const sentences = healthSentences({ kept }, questions)
  if (sentences.length === 0) return createConsentText(changedOn, ownerText)
  const text = forEachLocale((locale) =>
    [withPeriod(ownerText[locale]), ...sentences.map((sentence) => sentence[locale])].join(' '),
  )
  return createConsentText(changedOn, text)
}

/** How long the data of a guest is stored, after "the shop … and". */
export function retentionText({ kept }: Pick<ConsentTerms, 'kept'>): LocalizedText {
  const days = kept?.guest_days
  if (days === undefined)
    return {
      vi: 'lưu dữ liệu này cho tới khi tôi yêu cầu xoá',
      en: 'stores this data until I ask to have it erased',
    }
  const period = periodText(days)
  return { vi: `xoá dữ liệu này sau ${period.vi}`, en: `erases this data after ${period.en}` }
}

/** One sentence for all questions with the same statement. */
export function healthSentences(
  { kept }: Pick<ConsentTerms, 'kept'>,
  questions: readonly GuestQuestion[],
): LocalizedText[] {
  const consents = questions.flatMap((question) =>
    question.sensitivity === 'health' ? [question.consent] : [],
  )
  return [...new Map(consents.map((consent) => [consent.statement.en, consent])).values()].map(
    (consent) => formatSentence(consent, kept?.health_days),
  )
}

/** A change request passes on less than a booking request, and nothing about health. */
export function changeConsent(terms: ConsentTerms & Pick<Business, 'name'>): ConsentText {
  const { name, consent } = terms
  const kept = retentionText(terms)
  return createConsentText(consent.booking.changedOn, {
    vi:
      `Tôi đồng ý để ${name} dùng mã đặt chỗ, bốn số cuối điện thoại và những gì tôi viết trong yêu cầu này để đổi ` +
      `hoặc huỷ lượt đặt và gọi vào số đã đặt. ${name} ${kept.vi}.`,
    en:
      `I agree that ${name} uses the booking number, the last four digits of my phone number and what I write in this ` +
      `request to change or cancel the booking, and to call its phone number. ${name} ${kept.en}.`,
  })
}

/** Less than a booking request: the data is used to tell the guest about a place, and to book it. */
export function waitlistConsent(terms: ConsentTerms & Pick<Business, 'name'>): ConsentText {
  const { name, consent } = terms
  const kept = retentionText(terms)
  return createConsentText(consent.booking.changedOn, {
    vi:
      `Tôi đồng ý để ${name} dùng tên, số điện thoại và email (nếu có) của tôi để báo khi có chỗ trống và đặt chỗ đó ` +
      `cho tôi khi tôi nhận. ${name} ${kept.vi}.`,
    en:
      `I agree that ${name} uses my name, my phone number and my email address, if I leave one, to tell me about a free ` +
      `place and to book it for me if I accept it. ${name} ${kept.en}.`,
  })
}

/** `days`: missing if the owner declares no retention; then nothing is deleted automatically. */
function formatSentence(
  { statement, visit }: QuestionConsent,
  days: number | undefined,
): LocalizedText {
  if (days === undefined)
    return {
      vi: `${statement.vi}; thông tin này được lưu riêng cho tới khi tôi yêu cầu xoá.`,
      en: `${statement.en}; this information is stored separately until I ask to have it erased.`,
    }
  const period = periodText(days)
  return {
    vi: `${statement.vi}; thông tin này được lưu riêng và xoá ${period.vi} sau ${visit.vi}.`,
    en: `${statement.en}; this information is stored separately and erased ${period.en} after ${visit.en}.`,
  }
}

function withPeriod(text: string): string {
  return /[.!?…]$/u.test(text) ? text : `${text}.`
}

/** A consent text in the language in which it was shown to the guest; it is stored with the request. */
export type ShownConsent = { version: string; text: string }

export function consentShown({ version, text }: ConsentText, locale: Locale): ShownConsent {
  return { version, text: text[locale] }
}
