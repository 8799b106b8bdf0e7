/** A page as a value; HTML and Markdown are both rendered from it. */
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import type { Form, Hidden } from './form-block.ts'
import type { Mark, OfferList } from './offer-list.ts'

/** Inline text with optional links. Site paths are written without /en. */
export type Inline = string | { text: string; href: string }

export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string; id?: string }
  | { kind: 'paragraph'; text: readonly Inline[] }
  | { kind: 'list'; ordered?: boolean; items: readonly (readonly Inline[])[] }
  | { kind: 'facts'; rows: readonly (readonly [term: string, text: readonly Inline[]])[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly (readonly Inline[])[])[] }
  /**
   * With an illustration of the group, if there is one. `isList`: of a longer list, with small pictures on phones.
   * `isRow`: a few, in one row that scrolls sideways on phones.
   */
  | { kind: 'cards'; cards: readonly Card[]; picture?: string; isList?: boolean; isRow?: boolean }
  | Section
  /** Names with their prices, each a link: the variants of one offer, or a few offers that differ in little else. */
  | { kind: 'prices'; rows: readonly PriceRow[] }
  /** What an offer costs, large; `note` is the duration or what the price includes. */
  | { kind: 'price'; amount: string; note?: string }
  /** Short statements about an offer, such as "Contains: fish". */
  | { kind: 'marks'; marks: readonly Mark[] }
  /** Whether the shop is open now. */
  | { kind: 'opening-state'; isOpen: boolean; text: string }
  /** A sentence of the owner that stands out. */
  | { kind: 'quote'; text: string }
  /** A few facts, each with an icon: the place, the hours, the phone. */
  | { kind: 'points'; points: readonly Point[] }
  | { kind: 'people'; people: readonly PersonCard[] }
  /** Articles: the first one large, the others beside each other. */
  | { kind: 'stories'; cards: readonly Card[] }
  /** A picture across the top of an article. */
  | { kind: 'lead'; name: string; alt: string }
  | { kind: 'gallery'; photos: readonly GalleryPhoto[] }
  | { kind: 'code'; language: string; text: string }
  /** Sends a POST to this URL of the site. */
  | { kind: 'button'; label: string; address: string }
  | Form
  /** Links to actions: call, book, add to the calendar. */
  | { kind: 'actions'; links: readonly ActionLink[] }
  /** Beside each other on wide screens; on phones `side` comes below. */
  | { kind: 'columns'; blocks: readonly Block[]; side: readonly Block[] }
  /** The owner's text in two columns on wide screens. */
  | { kind: 'spread'; markdown: string }
  /** Large actions, each with an icon. One without `href` is a text to copy. */
  | { kind: 'tiles'; tiles: readonly Tile[] }
  /** A picture of the place, which leads to it in a map app. */
  | { kind: 'map'; name: string; label: string; href: string }
  /** Less important than what is around it. */
  | { kind: 'aside'; text: string }
  /** A highlighted message: success, error or important information. */
  | Notice
  /** One choice out of several; an unavailable one has no link. */
  | { kind: 'choices'; label: string; choices: readonly Choice[]; as?: ChoicesStyle }
  /** What is, and what it would become. */
  | { kind: 'swap'; from: SwapSide; to: SwapSide; link: ActionLink }
  /** Choices of which only the current one is shown until it is pressed. */
  | { kind: 'pickers'; pickers: readonly Picker[] }
  | Panel
  | Ticket
  /** A gift card as it will look; a script shows what is typed. */
  | { kind: 'giftCard'; shop: string; sum: string; label: string; recipient: string; note: string }
  /** What was chosen, on one line, with a link that leads back to the choices. */
  | { kind: 'summary'; text: string; change: ActionLink }
  /** Content that is shown when its title is pressed. */
  | Disclosure
  | OfferList
  | SearchBlock
  | { kind: 'calendar'; calendar: Calendar }
  /** Payment details: the text of a QR code, and the same as rows to copy. */
  | Payment
  /** A numbered sequence of stages. */
  | { kind: 'stages'; stages: readonly { name: string; text: string }[] }
  /** Markdown written by the owner. */
  | { kind: 'prose'; markdown: string }

/** A link to its id opens it. `isQuestion`: its title is a heading of the page. */
export type Disclosure = {
  kind: 'disclosure'
  title: string
  /** Says in one line what it contains. */
  summary?: string
  blocks: readonly Block[]
  id?: string
  isQuestion?: boolean
  isOpen?: boolean
}

/** A form with one field that leads to the search page, and on that page what was found. */
export type SearchBlock = {
  kind: 'search'
  address: string
  query: string
  label: string
  button: string
  hidden: Hidden
  result?: {
    /** "7 results for …", announced. */
    text: string
    /** How the words were read. */
    notes: readonly string[]
    items: readonly { title: string; href: string; label: string; text: string }[]
  }
}

/** `links` lead to what has to be corrected on the same page. */
type Notice = {
  kind: 'notice'
  tone: 'note' | 'good' | 'problem'
  text: readonly Inline[]
  links?: readonly { text: string; href: string }[]
}

export type Card = {
  title: string
  href: string
  text?: string
  note?: string
  /** Less important than the text, such as the date of an article. */
  aside?: string
  /** A restriction that must not be overlooked, such as "Sold out today". */
  badge?: string
  picture?: string
}

/** A part of a page over its full width, with a picture beside its texts if it has one. */
export type Section = {
  kind: 'section'
  title: string
  id?: string
  picture?: string
  /** The picture is on the right. */
  isTurned?: boolean
  /** On a ground of its own. */
  isBand?: boolean
  /** A link to all of what the section shows a part of. */
  more?: ActionLink
  blocks: readonly Block[]
}

export type PriceRow = {
  text: string
  note?: string
  price?: string
  href: string
  /** The one that the page is about. */
  isCurrent?: boolean
}

export type Point = {
  icon: 'directions' | 'hours' | 'call'
  title: string
  /** The title is a link to this address. */
  href?: string
  texts?: readonly string[]
  /** Further rows that are shown when their title is pressed. */
  more?: { title: string; rows: readonly (readonly [term: string, text: string])[] }
}

export type PersonCard = {
  id: string
  name: string
  role?: string
  text?: string
  /** Name of the portrait; without it, the initials are shown. */
  picture?: string
  initials: string
  /** Monday first. */
  week: readonly { short: string; isWorking: boolean }[]
  /** The same in words. */
  days: string
  action?: ActionLink
  /** What the person does, shown when its title is pressed. */
  work?: { title: string; links: readonly ActionLink[] }
}

/** `href` is the path of the whole photo. */
export type GalleryPhoto = { name: string; alt: string; href: string }

export type Tile = {
  icon: 'directions' | 'call' | 'message' | 'address'
  title: string
  text: string
  href?: string
}

/** `share`: a text that the browser can pass on to another app. */
export type ActionLink = { text: string; href: string; main?: boolean; share?: string }

type ChoicesStyle = 'days' | 'times' | 'offers' | 'guests' | 'answers'

type SwapSide = { label: string; text: string }

export type Picker = { label: string; choices: readonly Choice[] }

/** The part of a page in which a guest books. A script replaces it when a link inside it leads to another choice. */
export type Panel = {
  kind: 'panel'
  title: string
  /** The path of the page that has the panel with other choices; `/booking` without it. */
  path?: string
  /** The URL of the page that has the panel for the same choices with free times; without it, this one is complete. */
  source?: string
  /** A link beside the title. */
  link?: ActionLink
  blocks: readonly Block[]
  /** The times that the complete panel will probably have: their place is kept while it is loaded. */
  expectedTimes?: readonly { label: string; count: number }[]
}

export type TicketStep = { state: 'done' | 'now' | 'next'; text: string; note?: string }

/** A booking at a glance. */
type Ticket = {
  kind: 'ticket'
  state: 'pending' | 'confirmed' | 'cancelled'
  hour: string
  date: string
  text: string
  /** What was done, what happens now, and what comes. */
  steps?: readonly TicketStep[]
  rows: readonly (readonly [term: string, text: readonly Inline[]])[]
  note?: string
  /** A script loads the page again when what this address returns has another version. */
  watch: { address: string; version: string }
}

/** `isOwn`: what the guest has booked already. */
export type Choice = {
  text: string
  note?: string
  href?: string
  current?: boolean
  isOwn?: boolean
}

/** The days of a month from today on. */
export type Calendar = {
  title: string
  /** Names of the weekdays, Monday first, and their short forms. */
  weekdays: readonly { name: string; short: string }[]
  /** Number of empty cells before the first day. */
  offset: number
  days: readonly CalendarDay[]
  /** Explains which days can be chosen. */
  legend: string
  before?: { text: string; href: string }
  after?: { text: string; href: string }
}

export type CalendarDay = {
  day: number
  /** The full date in words. */
  name: string
  /** "19 times free", "full", "closed" */
  state: string
  /** A day that can be chosen. */
  href?: string
  current?: boolean
}

type Payment = {
  kind: 'payment'
  code: string
  /** Text alternative of the code. */
  label: string
  rows: readonly (readonly [term: string, text: string])[]
  /** URL of the code as an image. */
  picture: { text: string; href: string }
}

export type Document = {
  title: string
  /** Heading of the page, if it differs from the title. */
  heading?: string
  description: string
  /** Illustration beside the title. `isForSharing`: only where the page is shared. */
  picture?: { name: string; isForSharing?: boolean }
  opening?: Opening
  blocks: readonly Block[]
  /** JSON-LD for search engines. */
  data?: readonly object[]
  /** Why the query was rejected; the page says so, too. */
  rejection?: LocalizedText
  /** Query of the link to booking in the header: what the guest has chosen on this page. */
  bookingQuery?: string
}

/** The first part of the home page or of the page of an offer: texts and the booking panel beside the picture. */
export type Opening = {
  layout: 'home' | 'offer'
  /** Below the title. */
  words: readonly Block[]
  /** The panel, or the link to booking in whose place it is put. */
  booking: readonly Block[]
  /** Below the picture. */
  story: readonly Block[]
  /** What a phone shows at the lower edge of the screen: what it costs, and the link to book or order it. */
  bar?: { price: string; note?: string; link: ActionLink }
}

/** All blocks of a document, in reading order. */
export function allBlocks({ opening, blocks }: Pick<Document, 'opening' | 'blocks'>): Block[] {
  return opening ? [...opening.words, ...opening.booking, ...opening.story, ...blocks] : [...blocks]
}

export type PageKind = 'page' | 'article' | 'offer' | 'faq' | 'problem'

/** Query parameters. Several values of one are joined by commas. */
export type QueryParams = ReadonlyMap<string, string>

export type Page = {
  /** The Vietnamese path; the English page has the same path under /en. */
  path: string
  kind: PageKind
  /** Date of the last change, if the content has one. */
  updated?: string
  /** Depends on the time of day, so it is cached for one minute only. */
  isDynamic?: boolean
  /** Names of the query parameters that the page reads; others are ignored. */
  queryNames?: readonly string[]
  /** The title alone, for links to a page whose document takes long to create. */
  title?: LocalizedText
  /** For lists of pages, which may be thousands: what a list shows, without the rest of the document. */
  head?(locale: Locale): PageHead
  document(locale: Locale, query?: QueryParams): Document
}

type PageHead = Pick<Document, 'title' | 'description'>

export function pageHead(page: Page, locale: Locale): PageHead {
  return page.head ? page.head(locale) : page.document(locale)
}

/** Turns a site path or another link into the URL to write. */
export type Localize = (href: string) => string

export const heading = (text: string, id?: string): Block => ({
  kind: 'heading',
  level: 2,
  text,
  ...(id !== undefined && { id }),
})

export const paragraph = (...text: Inline[]): Block => ({ kind: 'paragraph', text })

export const link = (text: string, href: string): Inline => ({ text, href })

/** Also inside other blocks. */
export function hasBlock(blocks: readonly Block[], ...kinds: readonly Block['kind'][]): boolean {
  return blocks.some(
    (block) =>
      kinds.includes(block.kind) ||
      ('blocks' in block && hasBlock(block.blocks, ...kinds)) ||
      ('side' in block && hasBlock(block.side, ...kinds)),
  )
}
