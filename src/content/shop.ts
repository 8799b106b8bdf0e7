/** Schemas of the files that every shop has, for all trades. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Languages, Locale, LocalizedText } from '../kernel/locale.ts'
import { bankAccount, email, phone, webAddress } from './contact-fields.ts'
import {
  markdownFolder,
  optionalYamlFile,
  photoFolder,
  pictureFolder,
  type Values,
  yamlFile,
  yamlFileOr,
} from './file-kinds.ts'
import { lookFile, plainLook } from './look-file.ts'
import type { Photos } from './photo.ts'
import { encodeMessage } from './schema-message.ts'
import { surcharge } from './surcharge.ts'
import { date, dayTime, span, weekdays } from './time-fields.ts'
import {
  choice,
  degrees,
  entry,
  identified,
  idFrom,
  integerBetween,
  listOf,
  listOrNone,
  localizedText,
  namedEntry,
  optionalList,
  patternString,
  singleLine,
  slug,
  yesOrNo,
} from './vocabulary.ts'

/** Prices include VAT. The first rate applies to all offers; an offer with another rate names it. */
const vatKinds = listOf(
  entry({ id: slug, rates: listOf(entry({ from: date, percent: integerBetween(0, 20) })) }),
)

const languageList = listOf(choice(['vi', 'en']))
  .refine(
    (list) => new Set(list).size === list.length && list.includes('vi'),
    encodeMessage({ vi: '[vi], [vi, en] hoặc [en, vi]', en: '[vi], [vi, en] or [en, vi]' }),
  )
  .transform((list): Languages => list as [Locale, ...Locale[]])

const specialDay = entry({
  from: date,
  to: date,
  reason: localizedText(200),
  /** Missing: closed all day. Present: open at these times instead of the usual ones. */
  hours: listOf(span).optional(),
}).refine(
  ({ from, to }) => from <= to,
  encodeMessage(
    {
      vi: 'ngày "from" không muộn hơn ngày "to"',
      en: 'a "from" that is not later than its "to"',
    },
    { kind: 'dateOrder' },
  ),
)

/** `version`: the date of the last change of the text. */
const consentEntry = entry({ version: date, text: localizedText(1000) })

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
  /** The languages of the shop; the first one is the default. */
  languages: languageList.default((): Languages => ['vi', 'en']),
  name: singleLine({ vi: 'tên trên biển hiệu', en: 'the name on the sign' }, 60),
  tagline: localizedText(120).optional(),
  description: localizedText(400).optional(),
  address: entry({
    street: singleLine({ vi: 'số nhà và tên đường', en: 'the number and the street' }, 120),
    ward: localizedText(60).optional(),
    city: localizedText(60),
    country: z.literal('VN', encodeMessage({ vi: 'VN', en: 'VN' })).default('VN'),
    directions: localizedText(300).optional(),
  }),
  geo: entry({
    latitude: degrees(90, 21.0285),
    longitude: degrees(180, 105.8542),
  }).optional(),
  phone,
  email: email.optional(),
  messaging: listOrNone(
    entry({
      name: singleLine(
        { vi: 'tên ứng dụng, ví dụ Zalo', en: 'the name of the app, such as Zalo' },
        30,
      ),
      address: webAddress,
    }),
    { vi: 'ứng dụng nhắn tin', en: 'messaging apps' },
  ),
  answers_within_minutes: integerBetween(5, 1440).default(120),
  /** When guests are reminded, on the day before their visit. */
  reminders: entry({ time: dayTime.default('10:00'), off: yesOrNo.default(false) }).default(() => ({
    time: '10:00',
    off: false,
  })),
  hours: listOf(entry({ days: weekdays, periods: listOf(span) })),
  special_days: listOrNone(specialDay, { vi: 'các ngày đặc biệt', en: 'days' }),
  vat: vatKinds.default(() => []),
  /** The first one that applies to a day is charged. */
  surcharges: listOrNone(surcharge, { vi: 'các khoản phụ thu', en: 'surcharges' }),
  /** Account for deposits and orders; without it, staff tell guests how to pay. */
  bank: bankAccount.optional(),
  /** Without a text of the owner for bookings and messages, the program has one. Without one for it, no newsletter. */
  consent: entry({
    booking: consentEntry.optional(),
    contact: consentEntry.optional(),
    newsletter: consentEntry.optional(),
  }).default(() => ({})),
  /** Retention in days, as the texts above promise; without it, no guest is anonymized automatically. */
  kept: entry({
    guest_days: integerBetween(1, 3650),
    health_days: integerBetween(1, 3650),
  }).optional(),
  /** How many minutes a place is held for a guest of the waitlist; shorter near the start. */
  waitlist: entry({ offer_minutes: integerBetween(5, 1440) }).default(() => ({
    offer_minutes: 30,
  })),
  /** How many minutes other times are held that staff offer to a guest who has booked; shorter near the start. */
  offered_times: entry({ hold_minutes: integerBetween(5, 10_080) }).default(() => ({
    hold_minutes: 720,
  })),
  /** Deadlines for data requests in days; without them, the legal ones. */
  data_requests: entry({
    reply_working_days: integerBetween(1, 30),
    see_days: integerBetween(1, 90),
    correct_days: integerBetween(1, 90),
    erase_days: integerBetween(1, 90),
    withdraw_days: integerBetween(1, 90),
    other_days: integerBetween(1, 90),
  }).optional(),
  content_signals: entry({ search: yesOrNo, ai_input: yesOrNo, ai_train: yesOrNo }).default(() => ({
    search: true,
    ai_input: true,
    ai_train: false,
  })),
  /** `consent_form`: a client that can show a form asks the guest with it, even if the assistant says they agreed. */
  assistants: entry({ consent_form: yesOrNo }).optional(),
})

/** ", VAT included" after prices, for a shop that states its VAT. */
export function vatText(business: Pick<Business, 'vat'>): LocalizedText {
  return statesVat(business) ? { vi: ', đã gồm VAT', en: ', VAT included' } : { vi: '', en: '' }
}

/** In the descriptions of tools. */
export function pricesInVnd(
  business: Pick<Business, 'vat'>,
  vatPercent?: number,
  ...notes: readonly string[]
): string {
  const vat = vatPercent === undefined ? 'VAT included' : `${vatPercent}% VAT included`
  const all = [...(statesVat(business) ? [vat] : []), ...notes]
  return all.length > 0 ? `in VND (${all.join(', ')})` : 'in VND'
}

function statesVat({ vat }: Pick<Business, 'vat'>): boolean {
  return vat.length > 0
}

/** What every shop should have an answer to, because guests and assistants ask it first. */
export const faqSubjects = ['policy', 'payment', 'guarantee'] as const

/** The topic of questions for which the owner wrote none. */
const generalTopic = { id: 'chung', name: { vi: 'Câu hỏi chung', en: 'General questions' } }

const faqsFile = entry({
  topics: listOrNone(namedEntry, { vi: 'các nhóm câu hỏi', en: 'topics' }),
  faqs: identified(
    listOrNone(
      entry({
        id: slug.optional(),
        topic: idFrom('faqs.yaml').optional(),
        about: choice(faqSubjects).optional(),
        question: localizedText(200),
        answer: localizedText(1000),
      }),
      { vi: 'các câu hỏi', en: 'questions' },
    ),
    'question',
  ),
}).transform(({ topics, faqs }) => {
  const needsGeneral =
    faqs.some(({ topic }) => topic === undefined) &&
    topics.every(({ id }) => id !== generalTopic.id)
  return {
    topics: needsGeneral ? [...topics, generalTopic] : topics,
    faqs: faqs.map((faq) => ({ ...faq, topic: faq.topic ?? generalTopic.id })),
  }
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

/** Words that mean the same in a search, in addition to the common ones. */
const synonymsFile = entry({
  groups: listOrNone(
    listOf(singleLine({ vi: 'một từ hay một cụm từ', en: 'a word or a few words' }, 60), 2),
    { vi: 'các nhóm từ cùng nghĩa', en: 'groups of words' },
  ),
})

/** What photos show, for guests who do not see them. */
const photosFile = entry({
  photos: listOf(
    entry({
      name: patternString(/^(gallery\/)?[a-z0-9]+(-[a-z0-9]+)*$/, {
        vi: 'tên ảnh không có đuôi, ví dụ hero hoặc gallery/san-vuon',
        en: 'the name of a photo without its ending, such as hero or gallery/courtyard',
      }),
      alt: localizedText(200),
    }),
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
  faqs: yamlFileOr('faqs.yaml', faqsFile, {}),
  pages: markdownFolder('pages', pageHead),
  articles: markdownFolder('articles', articleHead),
  look: yamlFileOr('look.yaml', lookFile, plainLook),
  synonyms: yamlFileOr('synonyms.yaml', synonymsFile, {}),
  toolSettings: optionalYamlFile('tools.yaml', toolsFile),
  pictures: pictureFolder('pictures'),
  photos: photoFolder('pictures'),
  photoTexts: optionalYamlFile('photos.yaml', photosFile),
}

/** What the files of every shop say. */
export type SharedFiles = Values<typeof sharedFiles>

type BusinessFile = SharedFiles['business']

/** The business with what the owner left out: see `complete-shared.ts`. */
export type Business = Omit<BusinessFile, 'description' | 'consent'> & {
  description: LocalizedText
  consent: {
    /** Under other names than a consent text, because it is only a part of one: see `domain/guest/consent.ts`. */
    booking: { changedOn: string; ownerText: LocalizedText }
    contact: ConsentText
    newsletter?: ConsentText
  }
}

/** `readyPhotos`: those that are converted and can be shown. */
export type Shared = Omit<SharedFiles, 'business'> & { business: Business; readyPhotos?: Photos }
export type ToolSettings = NonNullable<Shared['toolSettings']>

/** "8 ngõ 27 Đặng Thai Mai, Phường Tây Hồ, Hà Nội". */
export function formatAddress({ address }: Pick<Business, 'address'>, locale: Locale): string {
  const { street, ward, city } = address
  return [street, ward?.[locale], city[locale]].filter((part) => part !== undefined).join(', ')
}

/** The phone number as a tel: link. */
export function telephoneLink({ phone }: Pick<Business, 'phone'>): string {
  return `tel:${phone.replaceAll(' ', '')}`
}
