/** What every business keeps in its folder, whatever its trade. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Words } from '../kernel/locale.ts'
import { one, pictures, prose, type Values } from './folder.ts'
import { say } from './schema-message.ts'
import {
  anyOf,
  bankAccount,
  choice,
  date,
  degrees,
  email,
  entry,
  formed,
  idFrom,
  line,
  listOf,
  phone,
  slug,
  span,
  webAddress,
  weekdays,
  whole,
  words,
  yesOrNo,
} from './vocabulary.ts'

/** Prices include VAT. The first kind is everyone's; an offer of another kind names it. */
const vatKinds = listOf(
  entry({ id: slug, rates: listOf(entry({ from: date, percent: whole(0, 20) })) }),
)

const specialDay = entry({
  from: date,
  to: date,
  reason: words(200),
  /** Absent: closed all day. Present: open at these times instead of the usual ones. */
  hours: listOf(span).optional(),
}).refine(
  ({ from, to }) => from <= to,
  say({
    vi: 'ngày "from" không muộn hơn ngày "to"',
    en: 'a "from" that is not later than its "to"',
  }),
)

const consentText = entry({
  /** The day the text was last changed. */
  version: date,
  text: words(1000),
}).transform(({ version, text }) => ({ version: `${version}-${markOf(text)}`, text }))

/** Other words are another version, though somebody forgot to change the day. */
function markOf({ vi, en }: Words): string {
  return createHash('sha256').update(`${vi}\n${en}`).digest('hex').slice(0, 8)
}

const businessFile = entry({
  /** The trade whose files stand beside this one. */
  trade: line({ vi: 'tên ngành, ví dụ spa', en: 'the trade, such as spa' }, 60),
  name: line({ vi: 'tên trên biển hiệu', en: 'the name over the door' }, 60),
  tagline: words(120),
  description: words(400),
  address: entry({
    street: line({ vi: 'số nhà và tên đường', en: 'the house number and the street' }, 120),
    ward: words(60),
    city: words(60),
    country: z.literal('VN', say({ vi: 'VN', en: 'VN' })),
    directions: words(300),
  }),
  geo: entry({
    latitude: degrees(90, 21.0285),
    longitude: degrees(180, 105.8542),
  }),
  phone,
  email,
  messaging: listOf(
    entry({
      name: line({ vi: 'tên ứng dụng, ví dụ Zalo', en: 'the name of the app, such as Zalo' }, 30),
      address: webAddress,
    }),
  ),
  answers_within_minutes: whole(5, 1440),
  hours: listOf(entry({ days: weekdays, periods: listOf(span) })),
  special_days: anyOf(specialDay, { vi: 'các ngày đặc biệt', en: 'days' }),
  vat: vatKinds,
  /** Where deposits and orders are paid to; absent, staff tell guests themselves. */
  bank: bankAccount.optional(),
  consent: entry({ booking: consentText, contact: consentText, newsletter: consentText }),
  /** After how many days guests are forgotten, as the texts above promise; absent, never by itself. */
  kept: entry({ guest_days: whole(1, 3650), health_days: whole(1, 3650) }).optional(),
  /** Within how many days guests' requests about their data are seen to; absent, as the law asks. */
  data_requests: entry({
    reply_working_days: whole(1, 30),
    see_days: whole(1, 90),
    correct_days: whole(1, 90),
    erase_days: whole(1, 90),
    withdraw_days: whole(1, 90),
    other_days: whole(1, 90),
  }).optional(),
  content_signals: entry({ search: yesOrNo, ai_input: yesOrNo, ai_train: yesOrNo }),
})

const faqsFile = entry({
  topics: listOf(entry({ id: slug, name: words(60) })),
  faqs: listOf(
    entry({ id: slug, topic: idFrom('faqs.yaml'), question: words(200), answer: words(1000) }),
  ),
})

const colour = formed(/^#[0-9a-f]{6}$/i, {
  vi: 'mã màu trong ngoặc kép: dấu # và sáu chữ số hoặc chữ a đến f, ví dụ "#b4442a"',
  en: 'a colour as "#" and six digits between quotes, such as "#b4442a"',
})

/** The colours of the site, by what they are for. */
const colours = entry({
  /** The ground of the page, and of what lies on it. */
  paper: colour,
  card: colour,
  /** Words, quieter words, lines. */
  ink: colour,
  quiet: colour,
  line: colour,
  /** Links and buttons, and the words on a button. */
  accent: colour,
  on_accent: colour,
  /** A second colour for small things. */
  second: colour,
})

export const displayFaces = ['fraunces', 'lora'] as const

const lookFile = entry({
  /** The face of headings and buttons. */
  display: choice(displayFaces),
  light: colours,
  dark: colours,
})

const summary = line(
  {
    vi: 'một câu cho máy tìm kiếm và trợ lý',
    en: 'one sentence for search engines and assistants',
  },
  200,
)

/** What stands between the two `---` lines of a page or an article. */
const pageHead = entry({
  title: line({ vi: 'tên trang', en: 'the title of the page' }, 120),
  description: summary,
  updated: date,
})

const articleHead = entry({
  title: line({ vi: 'tên bài', en: 'the title of the article' }, 120),
  description: summary,
  published: date,
  updated: date,
  author: line({ vi: 'tên người viết', en: 'who wrote it' }, 60),
})

export const sharedFiles = {
  business: one('business.yaml', businessFile),
  faqs: one('faqs.yaml', faqsFile),
  pages: prose('pages', pageHead),
  articles: prose('articles', articleHead),
  look: one('look.yaml', lookFile),
  pictures: pictures('pictures'),
}

export type Shared = Values<typeof sharedFiles>
export type Business = Shared['business']

/** The number as a link that a phone can call. */
export function telephoneLink({ phone }: Pick<Business, 'phone'>): string {
  return `tel:${phone.replaceAll(' ', '')}`
}
