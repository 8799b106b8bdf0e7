/** The words of a trade. The English ones are also names in its content files, its API and its addresses. */
import type { LocalizedText } from '../../kernel/locale.ts'

/** Nouns in the singular and in lower case; the English plural ends in "s". */
export type Words = {
  /** What is booked: "service", "treatment". */
  service: LocalizedText
  /** Who performs it: "stylist". */
  person: LocalizedText
  /** Where: "seat", "room". */
  place: LocalizedText
  /** What guests choose a service by: "need", "feeling". */
  tag: LocalizedText
  /** What minutes and price may depend on, if anything. */
  variant?: VariantWords
}

export type VariantWords = {
  /** "length" */
  noun: string
  label: LocalizedText
  /** Heading of the list of all variants. */
  heading: LocalizedText
  /** Heading of the other variants of a service. */
  others: LocalizedText
  filterDescription: string
}

/** Names in the content files, in the API and in the details of a booking. */
export function namesOf({ service, person, place, tag, variant }: Words) {
  return {
    services: `${service.en}s`,
    people: `${person.en}s`,
    places: `${place.en}s`,
    tags: `${tag.en}s`,
    variants: `${variant?.noun ?? 'variant'}s`,
    byVariant: `by_${variant?.noun ?? 'variant'}`,
    /** Field of a request. */
    personField: `${person.en}_id`,
    /** Member of the stored details. */
    personDetail: `${person.en}Id`,
  }
}

/** "a stylist", "an artist". */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

export function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase('vi') + text.slice(1)
}

/** A noun as a label. */
export function label({ vi, en }: LocalizedText): LocalizedText {
  return { vi: capitalize(vi), en: capitalize(en) }
}

/** "Thợ", "Stylists": Vietnamese nouns have no plural. */
export function groupLabel({ vi, en }: LocalizedText): LocalizedText {
  return label({ vi, en: `${en}s` })
}
