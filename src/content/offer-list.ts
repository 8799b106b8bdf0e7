/** A list of offers in groups, with a bar that leads to each group, filters, and what the filters left. */

export type OfferList = {
  kind: 'offers'
  /** Names the links to the groups. */
  label: string
  filter?: FilterForm
  result: ListResult
  groups: readonly OfferGroup[]
}

export type OfferGroup = {
  id: string
  title: string
  /** "4 of 8 dishes" */
  count: string
  /** A drawing of the group, if its offers have no pictures of their own. */
  picture?: string
  rows: readonly OfferRow[]
}

export type OfferRow = {
  title: string
  href: string
  text?: string
  price?: string
  /** Instead of one price: each with a page of its own. */
  variants?: readonly { text: string; href: string; price: string }[]
  /** A restriction that must not be overlooked, such as "Sold out today". */
  badge?: string
  picture?: string
  /** In one fixed order: diet, spice, allergens. */
  marks: readonly Mark[]
}

/** A word with a symbol. The symbol of an allergen never stands for its absence. */
export type Mark = { kind: 'diet' | 'spice' | 'contains' | 'none' | 'unstated'; text: string }

/** A form whose fields become the query of the page. */
export type FilterForm = {
  address: string
  /** "Filter (2)" */
  title: string
  /** Parameters that the form does not ask for. */
  hidden: readonly (readonly [name: string, value: string])[]
  groups: readonly FilterGroup[]
  /** "Show 20 dishes" */
  button: string
}

export type FilterGroup = {
  name: string
  legend: string
  hint?: string
  /** One option instead of several; the first one has no value. */
  isSingle: boolean
  options: readonly { value: string; label: string; isChosen: boolean }[]
}

export type ListResult = {
  tone: 'plain' | 'note' | 'problem'
  text: string
  /** What the guest must also know. */
  caution?: string
  /** One for each filter, which it removes. `label` says so. */
  chips: readonly { text: string; label: string; href: string }[]
  links: readonly { text: string; href: string; main?: boolean }[]
}
