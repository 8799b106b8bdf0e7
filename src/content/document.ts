/** A page before it is HTML or Markdown. Whatever is not in here is in neither. */
import type { Locale } from '../kernel/locale.ts'

/** Words in a line, some of which may lead elsewhere. Site paths are written without /en. */
export type Inline = string | { text: string; href: string }

export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string; id?: string }
  | { kind: 'paragraph'; text: readonly Inline[] }
  | { kind: 'list'; ordered?: boolean; items: readonly (readonly Inline[])[] }
  | { kind: 'facts'; rows: readonly (readonly [term: string, text: readonly Inline[]])[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly (readonly Inline[])[])[] }
  /** With a drawing of the group, where there is one. */
  | { kind: 'cards'; cards: readonly Card[]; picture?: string }
  | { kind: 'code'; language: string; text: string }
  /** Sends a POST to this address of the site. */
  | { kind: 'button'; label: string; address: string }
  | Form
  /** Links that do something: call, book, add to the calendar. */
  | { kind: 'actions'; links: readonly ActionLink[] }
  /** What stands out: something went well, went wrong, or must be known. */
  | { kind: 'notice'; tone: 'note' | 'good' | 'problem'; text: readonly Inline[] }
  /** How far somebody has come, with what he chose and a way back to each choice. */
  | { kind: 'steps'; label: string; steps: readonly Step[] }
  /** One thing out of several; what cannot be chosen has no address. */
  | { kind: 'choices'; label: string; choices: readonly Choice[] }
  | { kind: 'calendar'; calendar: Calendar }
  /** What is typed or scanned to pay: the text of a QR code, and the same as rows to be copied. */
  | Payment
  /** A way in several numbered stations. */
  | { kind: 'stations'; stations: readonly { name: string; text: string }[] }
  /** Markdown that the owner wrote. */
  | { kind: 'prose'; markdown: string }

export type Card = { title: string; href: string; text: string; note?: string; picture?: string }

export type ActionLink = { text: string; href: string; main?: boolean }

export type Step = { label: string; chosen?: string; href?: string; current: boolean }

export type Choice = { text: string; note?: string; href?: string; current?: boolean }

/** A month; `free` of `total` times of each day can still be had. */
export type Calendar = {
  title: string
  /** The names of the days of the week, Monday first, and how they are shortened. */
  weekdays: readonly { name: string; short: string }[]
  /** How many empty places stand before the first. */
  offset: number
  days: readonly CalendarDay[]
  /** What the numbers mean. */
  legend: string
  before?: { text: string; href: string }
  after?: { text: string; href: string }
}

export type CalendarDay = {
  day: number
  /** The whole date in words. */
  name: string
  /** "19 times free", "full", "closed" */
  state: string
  free: number
  total: number
  past: boolean
  href?: string
}

export type FieldType =
  | 'text'
  | 'tel'
  | 'email'
  | 'date'
  | 'time'
  | 'textarea'
  | 'checkbox'
  | 'select'
  | 'radio'
  /** Several boxes of which any may be ticked. */
  | 'ticks'

export type FieldOption = { value: string; label: string }

/** A field with what the guest typed, and what is wrong with it. */
export type FilledField = {
  name: string
  label: string
  type: FieldType
  needed: boolean
  autocomplete: string
  hint?: string
  options?: readonly FieldOption[]
  values: readonly string[]
  error: string | undefined
}

/** What goes with a form unseen. */
export type Hidden = readonly (readonly [name: string, value: string])[]

export type Form = {
  kind: 'form'
  address: string
  fields: readonly FilledField[]
  hidden: Hidden
  buttons: readonly FormButton[]
  /** What an assistant in the browser is told the form does. */
  tool?: { name: string; description: string }
}

/** With a name and a value the button says which of several was pressed. */
export type FormButton = { label: string; name?: string; value?: string; plain?: boolean }

export type Payment = {
  kind: 'payment'
  code: string
  /** What the code says, for who cannot see it. */
  label: string
  rows: readonly (readonly [term: string, text: string])[]
  /** Where the code is kept as a picture. */
  picture: { text: string; href: string }
}

export type Document = {
  title: string
  /** What stands over the page, where that is not its title. */
  heading?: string
  description: string
  /** A drawing of the shop that goes with the title: wide, or beside the words. */
  picture?: { name: string; wide?: boolean }
  blocks: readonly Block[]
  /** What search engines read of it: JSON-LD. */
  data?: readonly object[]
}

export type PageKind = 'page' | 'article' | 'offer' | 'faq' | 'problem'

/** What stands after the question mark of an address. */
export type QueryParams = ReadonlyMap<string, string>

export type Page = {
  /** The Vietnamese path; English stands at the same path under /en. */
  path: string
  kind: PageKind
  /** The day of the last change, where the content says it. */
  updated?: string
  /** It tells the time of day, so it is made anew for each visitor. */
  isDynamic?: boolean
  /** The names of a query that it understands; others are passed over. */
  queryNames?: readonly string[]
  document(locale: Locale, query?: QueryParams): Document
}

/** The address to write for a path of the site or any other link. */
export type Localize = (href: string) => string

export const heading = (text: string, id?: string): Block => ({
  kind: 'heading',
  level: 2,
  text,
  ...(id !== undefined && { id }),
})

export const paragraph = (...text: Inline[]): Block => ({ kind: 'paragraph', text })

export const link = (text: string, href: string): Inline => ({ text, href })
