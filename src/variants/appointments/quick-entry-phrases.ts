/** Quick-entry phrases for services and people. */
import { type AliasedItem, buildAliases } from '../../domain/quick-entry/aliases.ts'
import type { Phrase } from '../../domain/scheduling/rules.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { AppointmentTrade } from './declaration.ts'
import { allServices } from './services.ts'
import { type AppointmentValues, namedPeople, type Service, type Worker } from './values.ts'
import { namesOf } from './words.ts'

export function quickEntryPhrases(trade: AppointmentTrade, values: AppointmentValues): Phrase[] {
  const services = allServices(values)
  const items = trade.service.aliases?.(services) ?? services.map(toAliasedItem)
  return [
    ...buildAliases(items).map(({ id, phrase }) => ({ phrase, field: 'offerId', value: id })),
    ...peoplePhrases(
      namedPeople(values.people),
      namesOf(trade.words).personField,
      trade.person.titles,
    ),
    ...(trade.preferences?.phrases ?? []),
  ]
}

/** "Nhuộm một màu, tóc dài" may also be typed as "nhuộm một màu dài". */
function toAliasedItem({ id, name, variant, listed }: Service): AliasedItem {
  const { shortNames = [] } = listed
  return {
    id,
    names: [name.vi, name.en],
    aliases: [
      ...(variant
        ? [listed.name.vi, ...shortNames].flatMap((one) =>
            [variant.name.vi, ...variant.shortNames].map((how) => `${one} ${how}`),
          )
        : shortNames),
      id.replaceAll('-', ' '),
    ],
  }
}

/** A guest may have the same name: a name means a staff member only after one of these words. */
const introductions = ['với', 'with', 'của', 'by', '@', 'chọn']

/** `titles` are words of the trade before a name, such as "thợ". */
function peoplePhrases(
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
