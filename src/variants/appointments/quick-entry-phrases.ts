/** What staff call people and services in a booking line. */

import { type AliasedItem, buildAliases } from '../../domain/quick-entry/aliases.ts'
import type { Phrase } from '../../domain/scheduling/rules.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { Worker } from './files.ts'

export function servicePhrases(items: readonly AliasedItem[]): Phrase[] {
  return buildAliases(items).map(({ id, phrase }) => ({ phrase, field: 'offerId', value: id }))
}

/** A guest may have the same name, so one of the people is meant only after one of these. */
const after = ['với', 'with', 'của', 'by', '@', 'chọn']

/** `titles` are what the trade says before a name, such as "thợ". */
export function peoplePhrases(
  people: readonly Pick<Worker, 'id' | 'name'>[],
  field: string,
  titles: readonly string[],
): Phrase[] {
  const shortName = (name: string) => name.split(' ').at(-1) ?? name
  const called = Map.groupBy(people, ({ name }) => foldDiacritics(shortName(name)))
  return people.flatMap(({ id, name }) => {
    const isUnique = called.get(foldDiacritics(shortName(name)))?.length === 1
    const phrases = isUnique ? [name, shortName(name)] : [name]
    return phrases.map((phrase) => ({ phrase, field, value: id, after: [...after, ...titles] }))
  })
}
