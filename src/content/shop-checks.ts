/** Checks across the files that every shop has. */
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { checkKnownId, checkUniqueIds } from './checks.ts'
import { checkOverlappingHours } from './hours-checks.ts'
import { checkContrast } from './look-checks.ts'
import { checkNights } from './night-checks.ts'
import { checkPictures } from './picture-checks.ts'
import type { Report } from './report.ts'
import { faqSubjects, type SharedFiles } from './shop.ts'
import { checkSurcharges } from './surcharge-checks.ts'
import { checkVatRates } from './vat-checks.ts'

/** Paths that the program itself uses, for every trade. */
export const reservedSlugs: readonly string[] = [
  'ai',
  'api',
  'articles',
  'auth',
  'booking',
  'docs',
  'en',
  'faq',
  'gallery',
  'healthz',
  'index',
  'mcp',
  'my-booking',
  'newsletter',
  'order',
  'pictures',
  'problems',
  'sitemap',
  'team',
  'vi',
]

function checkBusiness(business: SharedFiles['business'], report: Report): void {
  checkUniqueIds(business, 'vat', business.vat, report)
  checkVatRates(business, report)
  checkSurcharges(business, report)
  checkNights(business, report)
  const { special_days: days, bank } = business
  days.forEach(({ from, to }, index) => {
    const first = days.findIndex((other) => other.from <= to && from <= other.to)
    const both = days[first]
    if (!both || first === index) return
    const date = from < both.from ? both.from : from
    const location = report.locationOf(business, ['special_days', first])
    report.error(
      business,
      ['special_days', index, 'from'],
      () => ({
        vi: `ngày ${date} đã là ngày đặc biệt, ở ${location.vi}`,
        en: `${date} is already a special day, in ${location.en}`,
      }),
      { vi: 'mỗi ngày một lần', en: 'each day once' },
    )
  })
  if (bank && /^0+$/.test(bank.account)) {
    report.note(
      business,
      ['bank', 'account'],
      () => ({
        vi: 'đây là số tài khoản mẫu, và khách thấy số này ở mọi chỗ trả tiền',
        en: 'this is the account of the sample shop, and guests see it wherever they pay',
      }),
      {
        vi: 'số của mình, hoặc bỏ các dòng bank',
        en: 'your own, or remove the lines of bank',
      },
    )
  }
}

/** A shop may open without these answers, but assistants then have to send guests to the phone. */
function checkFaqSubjects(file: SharedFiles['faqs'], report: Report): void {
  const missing = faqSubjects.filter((subject) => file.faqs.every(({ about }) => about !== subject))
  if (missing.length === 0) return
  const names = (locale: Locale) =>
    formatList(
      missing.map((subject) => subjectNames[subject][locale]),
      locale,
    )
  const lines = (locale: Locale) =>
    formatList(
      missing.map((subject) => `about: ${subject}`),
      locale,
    )
  report.note(
    file,
    ['faqs'],
    () => ({
      vi: `chưa có câu nào được đánh dấu là nói về ${names('vi')}`,
      en: `no entry is marked as the answer about ${names('en')}`,
    }),
    {
      vi: `${lines('vi')} vào câu nói về điều ấy; chưa có câu nào thì soạn thêm`,
      en: `${lines('en')} where it is answered; if it is not answered yet, add an entry`,
    },
  )
}

function formatList(parts: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(locale).format(parts)
}

const subjectNames: Record<(typeof faqSubjects)[number], LocalizedText> = {
  policy: { vi: 'quy định', en: 'your policy' },
  payment: { vi: 'cách thanh toán', en: 'payment' },
  guarantee: { vi: 'điều mình bảo đảm', en: 'what you guarantee' },
}

export function checkShared(shared: SharedFiles, report: Report): void {
  const { business, faqs, look, pages } = shared
  if (business) checkBusiness(business, report)
  if (business) checkOverlappingHours(business, report)
  if (look) checkContrast(look, report)
  if (faqs) {
    checkUniqueIds(faqs, 'topics', faqs.topics, report)
    checkUniqueIds(faqs, 'faqs', faqs.faqs, report)
    faqs.faqs.forEach(({ topic }, index) => {
      checkKnownId(faqs, ['faqs', index, 'topic'], topic, faqs.topics, report)
    })
    if (faqs.faqs.length > 0) checkFaqSubjects(faqs, report)
  }
  for (const { slug } of pages.filter(({ slug }) => reservedSlugs.includes(slug))) {
    report.fileError(
      `pages/${slug}.vi.md`,
      {
        vi: 'chương trình đã có trang tên này',
        en: 'its name is already used by a page of the program',
      },
      { write: { vi: 'tên khác', en: 'another name' } },
    )
  }
  checkPictures(shared, report)
}
