/** A page before it is HTML or Markdown. Whatever is not in here is in neither. */
import type { Locale, Words } from '../kernel/locale.ts'

/** Words in a line, some of which may lead elsewhere. Site paths are written without /en. */
export type Inline = string | { text: string; href: string }

export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string; id?: string }
  | { kind: 'paragraph'; text: readonly Inline[] }
  | { kind: 'list'; ordered?: boolean; items: readonly (readonly Inline[])[] }
  | { kind: 'facts'; rows: readonly (readonly [term: string, text: readonly Inline[]])[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly (readonly Inline[])[])[] }
  | { kind: 'cards'; cards: readonly Card[] }
  | { kind: 'code'; language: string; text: string }
  /** Sends a POST to this address of the site. */
  | { kind: 'button'; label: string; address: string }
  | {
      kind: 'form'
      address: string
      fields: readonly FilledField[]
      hidden: Hidden
      button: string
    }
  /** Markdown that the owner wrote. */
  | { kind: 'prose'; markdown: string }

export type Card = { title: string; href: string; text: string; note?: string }

export type FieldType = 'text' | 'tel' | 'email' | 'textarea' | 'checkbox'

/** A field with what the guest typed, and what is wrong with it. */
export type FilledField = {
  name: string
  label: string
  type: FieldType
  needed: boolean
  autocomplete: string
  value: string
  fault: string | undefined
}

/** What goes with a form unseen. */
export type Hidden = Readonly<Record<string, string>>

/** A form of the site, whose answers go to an address of the API. */
export type SiteForm = {
  path: string
  /** The operation that takes it, and its address. */
  operation: string
  endpoint: string
  title: Words
  intro: Words
  button: Words
  fields: readonly {
    name: string
    label: Words
    type: FieldType
    needed: boolean
    autocomplete: string
  }[]
}

export type Document = {
  title: string
  description: string
  blocks: readonly Block[]
}

export type PageKind = 'page' | 'article' | 'offer' | 'faq' | 'problem'

export type Page = {
  /** The Vietnamese path; English stands at the same path under /en. */
  path: string
  kind: PageKind
  /** The day of the last change, where the content says it. */
  updated?: string
  document(locale: Locale): Document
}

/** A page that asks first, and does something only when its button is pressed. */
export type Action = {
  path: string
  show(query: URLSearchParams, address: string, locale: Locale): Document
  act(query: URLSearchParams, locale: Locale): Promise<Document>
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
