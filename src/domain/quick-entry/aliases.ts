/** Aliases of an item in quick entry: its names, and prefixes of its names that are unique. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'

/** `aliases` match as a whole only, without prefixes. */
export type AliasedItem = { id: string; names: readonly string[]; aliases?: readonly string[] }

/** A prefix with one of these words is too general: "cho hai", "sau giờ". */
const commonWords = new Set(
  [
    'mot hai ba bon nam sau bay tam chin muoi one two three four five six ten',
    'cho for gio after va and with a an the',
  ].flatMap((words) => words.split(' ')),
)

const minWords = 2
const maxWords = 3

/** Every alias with the id of its item. */
export function buildAliases(items: readonly AliasedItem[]): { id: string; phrase: string }[] {
  return items.flatMap(({ id, names, aliases = [] }) => {
    const otherNames = items.filter((other) => other.id !== id).flatMap(paddedNames)
    const nameWords = names.flatMap((name) => [splitWords(name), withoutArticle(splitWords(name))])
    const fullAliases = [...nameWords, ...aliases.map(splitWords)].filter(
      (alias) => !otherNames.some((other) => other === ` ${normalizeSpelling(alias)} `),
    )
    const shortAliases = nameWords
      .flatMap(prefixes)
      .filter(
        (alias) => !otherNames.some((other) => other.includes(` ${normalizeSpelling(alias)} `)),
      )
    const aliasesBySpelling = Map.groupBy([...fullAliases, ...shortAliases], normalizeSpelling)
    return [...aliasesBySpelling.values()].map(([alias = []]) => ({ id, phrase: alias.join(' ') }))
  })
}

function paddedNames({ names, aliases = [] }: AliasedItem): string[] {
  return [...names, ...aliases].map((name) => ` ${normalizeSpelling(splitWords(name))} `)
}

function prefixes(name: readonly string[]): string[][] {
  const lengths = Array.from({ length: maxWords - minWords + 1 }, (_, more) => minWords + more)
  return lengths
    .filter((length) => length < name.length)
    .map((length) => name.slice(0, length))
    .filter((alias) => !alias.some((word) => commonWords.has(foldDiacritics(word))))
}

function splitWords(name: string): string[] {
  return name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

function normalizeSpelling(alias: readonly string[]): string {
  return foldDiacritics(alias.join(' '))
}

function withoutArticle(name: readonly string[]): string[] {
  return /^(a|an|the)$/i.test(name[0] ?? '') ? name.slice(1) : [...name]
}
