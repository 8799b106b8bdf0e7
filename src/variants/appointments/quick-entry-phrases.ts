/** Quick-entry phrases for services and people. */
import { type AliasedItem, buildAliases } from '../../domain/quick-entry/aliases.ts'
import type { Phrase } from '../../domain/scheduling/rules.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { Worker } from './files.ts'

export function servicePhrases(items: readonly AliasedItem[]): Phrase[] {
  return buildAliases(items).map(({ id, phrase }) => ({ phrase, field: 'offerId', value: id }))
}

/** A guest may have the same name: a name means a staff member only after one of these words. */
const introductions = ['với', 'with', 'của', 'by', '@', 'chọn']

/** `titles` are words of the trade before a name, such as "thợ". */
export function peoplePhrases(
  people: readonly Pick<Worker, 'id' | 'name'>[],
  field: string,
  titles: readonly string[],
): Phrase[] {
  const shortName = (name: string) => name.split(' ').at(-1) ?? name
  const byShortName = Map.groupBy(people, ({ name }) => foldDiacritics(shortName(name)))
  return people.flatMap(({ id, name }) => {
    const isUnique = byShortName.get(foldDiacritics(shortName(name)))?.length === 1
    const phrases = isUnique ? [name, shortName(name)] : [name]
    return phrases.map((phrase) => ({
      phrase,
      field,
      value: id,
      after: [...introductions, ...titles],
    }))
  })
}
