/** What a list or a page says about an offer. */

/** A word with a symbol. The symbol of an allergen never stands for its absence. */
export type Mark = { kind: 'diet' | 'spice' | 'contains' | 'none' | 'unstated'; text: string }
