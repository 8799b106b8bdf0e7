/** What staff call people and services in a booking line. */

import { type Thing, waysToSay } from '../../domain/quick-entry/aliases.ts'
import type { Phrase } from '../../domain/scheduling/rules.ts'
import { fold } from '../../kernel/fold-diacritics.ts'
import type { Worker } from './files.ts'

export function servicePhrases(things: readonly Thing[]): Phrase[] {
  return waysToSay(things).map(({ id, phrase }) => ({ phrase, field: 'offerId', value: id }))
}

/** A guest may have the same name, so one of the people is meant only after one of these. */
const after = ['với', 'with', 'của', 'by', '@', 'chọn']

/** `titles` are what the trade says before a name, such as "thợ". */
export function peoplePhrases(
  people: readonly Pick<Worker, 'id' | 'name'>[],
  field: string,
  titles: readonly string[],
): Phrase[] {
  const given = (name: string) => name.split(' ').at(-1) ?? name
  const called = Map.groupBy(people, ({ name }) => fold(given(name)))
  return people.flatMap(({ id, name }) => {
    const alone = called.get(fold(given(name)))?.length === 1
    const phrases = alone ? [name, given(name)] : [name]
    return phrases.map((phrase) => ({ phrase, field, value: id, after: [...after, ...titles] }))
  })
}
