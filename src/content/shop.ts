/** Schemas of the files that every shop has, for all trades. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { LocalizedText } from '../kernel/locale.ts'
import { markdownFolder, optionalYamlFile, pictureFolder, type Values, yamlFile } from './folder.ts'
import { encodeMessage } from './schema-message.ts'
import {
  bankAccount,
  choice,
  date,
  degrees,
  email,
  entry,
  idFrom,
  integerBetween,
  listOf,
  localizedText,
  optionalList,
  patternString,
  phone,
  singleLine,
  slug,
  span,
  webAddress,
  weekdays,
  yesOrNo,
} from './vocabulary.ts'

/** Prices include VAT. The first rate applies to all offers; an offer with another rate names it. */
const vatKinds = listOf(
  entry({ id: slug, rates: listOf(entry({ from: date, percent: integerBetween(0, 20) })) }),
)

const specialDay = entry({
  from: date,
  to: date,
  reason: localizedText(200),
  /** Missing: closed all day. Present: open at these times instead of the usual ones. */
  hours: listOf(span).optional(),
}).refine(
  ({ from, to }) => from <= to,
  encodeMessage({
    vi: 'ngày "from" không muộn hơn ngày "to"',
    en: 'a "from" that is not later than its "to"',
  }),
)

/** `version`: the date of the last change of the text. */
const consentEntry = entry({ version: date, text: localizedText(1000) })

const consentText = consentEntry.transform(({ version, text }) => createConsentText(version, text))

/** Under other names than a consent text, because it is only a part of one: see `domain/guest/consent.ts`. */
const ownerConsentText = consentEntry.transform(({ version, text }) => ({
  changedOn: version,
  ownerText: text,
}))

/** What a guest agrees to. It is stored with the request, with its version. */
export type ConsentText = { version: string; text: LocalizedText }

/** A changed text is another version, even if its date was not updated. */
export function createConsentText(changedOn: string, text: LocalizedText): ConsentText {
  const hash = createHash('sha256').update(`${text.vi}\n${text.en}`).digest('hex')
  return { version: `${changedOn}-${hash.slice(0, 8)}`, text }
}

const businessFile = entry({
  /** The trade whose files are in the same folder. */
  trade: singleLine({ vi: 'tên ngành, ví dụ spa', en: 'the trade, such as spa' }, 60),
  name: singleLine({ vi: 'tên trên biển hiệu', en: 'the name on the sign' }, 60),
  tagline: localizedText(120),
  description: localizedText(400),
  address: entry({
    street: singleLine({ vi: 'số nhà và tên đường', en: 'the number and the street' }, 120),
    ward: localizedText(60),
    city: localizedText(60),
    country: z.literal('VN', encodeMessage({ vi: 'VN', en: 'VN' })),
    directions: localizedText(300),
  }),
  geo: entry({
    latitude: degrees(90, 21.0285),
    longitude: degrees(180, 105.8542),
  }),
  phone,
  email,
  messaging: listOf(
    entry({
      name: singleLine(
        { vi: 'tên ứng dụng, ví dụ Zalo', en: 'the name of the app, such as Zalo' },
        30,
      ),
      address: webAddress,
    }),
  ),
  answers_within_minutes: integerBetween(5, 1440),
  hours: listOf(entry({ days: weekdays, periods: listOf(span) })),
  special_days: optionalList(specialDay, { vi: 'các ngày đặc biệt', en: 'days' }),
  vat: vatKinds,
  /** Account for deposits and orders; without it, staff tell guests how to pay. */
  bank: bankAccount.optional(),
  consent: entry({ booking: ownerConsentText, contact: consentText, newsletter: consentText }),
  /** Retention in days, as the texts above promise; without it, no guest is anonymized automatically. */
  kept: entry({
    guest_days: integerBetween(1, 3650),
    health_days: integerBetween(1, 3650),
  }).optional(),
  /** Deadlines for data requests in days; without them, the legal ones. */
  data_requests: entry({
    reply_working_days: integerBetween(1, 30),
    see_days: integerBetween(1, 90),
    correct_days: integerBetween(1, 90),
    erase_days: integerBetween(1, 90),
    withdraw_days: integerBetween(1, 90),
    other_days: integerBetween(1, 90),
  }).optional(),
  content_signals: entry({ search: yesOrNo, ai_input: yesOrNo, ai_train: yesOrNo }),
  /** `consent_form`: a client that can show a form asks the guest with it, even if the assistant says they agreed. */
  assistants: entry({ consent_form: yesOrNo }).optional(),
})

/** What every shop should have an answer to, because guests and assistants ask it first. */
export const faqSubjects = ['policy', 'payment', 'guarantee'] as const

const faqsFile = entry({
  topics: listOf(entry({ id: slug, name: localizedText(60) })),
  faqs: listOf(
    entry({
      id: slug,
      topic: idFrom('faqs.yaml'),
      about: choice(faqSubjects).optional(),
      question: localizedText(200),
      answer: localizedText(1000),
    }),
  ),
})

const color = patternString(/^#[0-9a-f]{6}$/i, {
  vi: 'mã màu trong ngoặc kép: dấu # và sáu chữ số hoặc chữ a đến f, ví dụ "#b4442a"',
  en: 'a color as "#" and six digits between quotes, such as "#b4442a"',
})

/** The colors of the site, by purpose. */
const colors = entry({
  /** Background of the page and of cards. */
  paper: color,
  card: color,
  /** Text, secondary text, lines. */
  ink: color,
  quiet: color,
  line: color,
  /** Links and buttons, and the text on a button. */
  accent: color,
  on_accent: color,
  /** A second color for small elements. */
  second: color,
})

const displayFonts = ['fraunces', 'lora'] as const

const themeFile = entry({
  /** The font of headings and buttons. */
  display: choice(displayFonts),
  light: colors,
  dark: colors,
})

/** Which tools assistants get. A separate check reports names that do not exist, together with the known ones. */
const toolsFile = entry({
  /** Gift cards and memberships, which are paid before the visit, are left out of what tools and resources return. */
  hide_payment: yesOrNo.optional(),
  tools: optionalList(
    entry({
      name: singleLine({ vi: 'tên một công cụ', en: 'the name of a tool' }, 64),
      off: yesOrNo.optional(),
      text: entry({
        en: singleLine({ vi: 'lời tiếng Anh', en: 'the English text' }, 300),
        vi: singleLine({ vi: 'lời tiếng Việt', en: 'the Vietnamese text' }, 300).optional(),
      }).optional(),
      without: listOf(
        singleLine({ vi: 'tên một tham số', en: 'the name of an argument' }, 64),
      ).optional(),
    }),
    { vi: 'các công cụ', en: 'tools' },
  ),
})

const summary = singleLine(
  {
    vi: 'một câu cho máy tìm kiếm và trợ lý',
    en: 'one sentence for search engines and assistants',
  },
  200,
)

/** Front matter of a page or an article. */
const pageHead = entry({
  title: singleLine({ vi: 'tên trang', en: 'the title of the page' }, 120),
  description: summary,
  updated: date,
})

const articleHead = entry({
  title: singleLine({ vi: 'tên bài', en: 'the title of the article' }, 120),
  description: summary,
  published: date,
  updated: date,
  author: singleLine({ vi: 'tên người viết', en: 'who wrote it' }, 60),
})

export const sharedFiles = {
  business: yamlFile('business.yaml', businessFile),
  faqs: yamlFile('faqs.yaml', faqsFile),
  pages: markdownFolder('pages', pageHead),
  articles: markdownFolder('articles', articleHead),
  look: yamlFile('look.yaml', themeFile),
  toolSettings: optionalYamlFile('tools.yaml', toolsFile),
  pictures: pictureFolder('pictures'),
}

export type Shared = Values<typeof sharedFiles>
export type Business = Shared['business']
export type ToolSettings = NonNullable<Shared['toolSettings']>

/** The phone number as a tel: link. */
export function telephoneLink({ phone }: Pick<Business, 'phone'>): string {
  return `tel:${phone.replaceAll(' ', '')}`
}
