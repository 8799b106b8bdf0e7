/** What every business keeps in its folder, whatever its trade. */
import { z } from 'zod'
import { knownId, uniqueIds } from './checks.ts'
import { one, pictures, prose, type Report, type Values } from './folder.ts'
import {
  date,
  email,
  entry,
  line,
  listOf,
  phone,
  slug,
  span,
  webAddress,
  weekdays,
  whole,
  words,
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
}).refine(({ from, to }) => from <= to, 'a "from" that is not later than its "to"')

const consentText = entry({
  /** The day the text was last changed; it is kept with every request. */
  version: date,
  text: words(1000),
})

const yesOrNo = z.boolean('true or false')

const businessFile = entry({
  name: line('the name over the door', 60),
  tagline: words(120),
  description: words(400),
  address: entry({
    street: line('the house number and the street', 120),
    ward: words(60),
    city: words(60),
    country: z.literal('VN', 'VN'),
    directions: words(300),
  }),
  geo: entry({
    latitude: z.number('degrees, such as 21.0285').min(-90).max(90),
    longitude: z.number('degrees, such as 105.8542').min(-180).max(180),
  }),
  phone,
  email,
  messaging: listOf(
    entry({ name: line('the name of the app, such as Zalo', 30), address: webAddress }),
  ),
  answers_within_minutes: whole(5, 1440),
  hours: listOf(entry({ days: weekdays, periods: listOf(span) })),
  special_days: z.array(specialDay, 'a list of days'),
  vat: vatKinds,
  consent: entry({ booking: consentText, contact: consentText, newsletter: consentText }),
  /** After how many days guests are forgotten, as the texts above promise; absent, never by itself. */
  kept: entry({ guest_days: whole(1, 3650), health_days: whole(1, 3650) }).optional(),
  content_signals: entry({ search: yesOrNo, ai_input: yesOrNo, ai_train: yesOrNo }),
})

const faqsFile = entry({
  topics: listOf(entry({ id: slug, name: words(60) })),
  faqs: listOf(entry({ id: slug, topic: slug, question: words(200), answer: words(1000) })),
})

const colourHint = 'a colour as "#" and six digits between quotes, such as "#b4442a"'
const colour = z.string(colourHint).regex(/^#[0-9a-f]{6}$/i, colourHint)

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
  display: z.enum(displayFaces, displayFaces.join(' or ')),
  light: colours,
  dark: colours,
})

/** What stands between the two `---` lines of a page or an article. */
const pageHead = entry({
  title: line('the title of the page', 120),
  description: line('one sentence for search engines and assistants', 200),
  updated: date,
})

const articleHead = entry({
  title: line('the title of the article', 120),
  description: line('one sentence for search engines and assistants', 200),
  published: date,
  updated: date,
  author: line('who wrote it', 60),
})

/** Pages that every business must have; it may add others. */
const neededPages = ['about', 'contact', 'policy', 'privacy'] as const

/** Paths that the program itself uses, whatever the trade. */
const takenNames: readonly string[] = [
  'ai',
  'api',
  'articles',
  'auth',
  'booking',
  'docs',
  'en',
  'faq',
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
]

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

export function checkShared({ business, faqs, pages }: Shared, report: Report): void {
  if (business) uniqueIds(business, 'vat', business.vat, report)
  if (faqs) {
    uniqueIds(faqs, 'topics', faqs.topics, report)
    uniqueIds(faqs, 'faqs', faqs.faqs, report)
    const topics = faqs.topics.map(({ id }) => id)
    faqs.faqs.forEach(({ topic }, place) => {
      knownId(faqs, ['faqs', place, 'topic'], topic, topics, report)
    })
  }
  const there = (slug: string) => pages.some((page) => page.slug === slug) || report.mentions(slug)
  for (const slug of neededPages.filter((needed) => !there(needed))) {
    report.at(`pages/${slug}.vi.md`, 'this page is missing, and its .en.md', 'both')
  }
  for (const { slug } of pages.filter(({ slug }) => takenNames.includes(slug))) {
    report.at(`pages/${slug}.vi.md`, 'its name is taken by a page of the program', 'another name')
  }
}
