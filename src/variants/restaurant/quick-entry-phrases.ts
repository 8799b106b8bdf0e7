/** Quick-entry phrases of a restaurant: table types and set meals. */
import { buildAliases } from '../../domain/quick-entry/aliases.ts'
import type { Phrase } from '../../domain/scheduling/rules.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { RestaurantFiles } from './files.ts'

export function quickEntryPhrases(files: RestaurantFiles): Phrase[] {
  return [...areaPhrases(files), ...offerPhrases(files)]
}

/** Common names of the same kind of area, independent of its name in the content. */
const areaAliases = [
  [
    'hiên',
    'ngoài hiên',
    'ngoài vườn',
    'sân vườn',
    'ngoài trời',
    'veranda',
    'garden',
    'terrace',
    'outside',
    'outdoors',
  ],
  ['trong nhà', 'phòng lạnh', 'máy lạnh', 'indoors', 'indoor', 'inside'],
  ['phòng riêng', 'phòng vip', 'private room', 'vip room'],
]

function areaPhrases({ tables }: RestaurantFiles): Phrase[] {
  const areas = tables.types.map(({ id, name }) => {
    // An offer with a single table type names only the table type, so that a set meal can be the offer.
    const offers = tables.offers.filter(({ table_types: types }) =>
      types.every((one) => one === id),
    )
    const names = [name, ...offers.map((offer) => offer.name)].flatMap(({ vi, en }) => [vi, en])
    return { id, names, aliases: unambiguousAliases(id, tables.types) }
  })
  return buildAliases(areas).map(({ id, phrase }) => ({ phrase, field: 'table_type', value: id }))
}

/** The common names of a table type, if they match its name and no other. */
function unambiguousAliases(id: string, types: RestaurantFiles['tables']['types']): string[] {
  return areaAliases
    .filter((aliases) => {
      const matching = types.filter(({ name }) =>
        aliases.some((word) => containsPhrase(name, word)),
      )
      return matching.length === 1 && matching[0]?.id === id
    })
    .flat()
}

function containsPhrase(name: { vi: string; en: string }, phrase: string): boolean {
  return [name.vi, name.en].some((text) =>
    ` ${foldDiacritics(text)} `.includes(` ${foldDiacritics(phrase)} `),
  )
}

/** Without the first offer, which is the default and needs no phrase. */
function offerPhrases({ tables, setMeals }: RestaurantFiles): Phrase[] {
  const offers = tables.offers.slice(1).filter(({ table_types }) => table_types.length > 1)
  return buildAliases(
    [...offers, ...setMeals.sets].map(({ id, name }) => ({ id, names: [name.vi, name.en] })),
  ).map(({ id, phrase }) => ({ phrase, field: 'offerId', value: id }))
}
