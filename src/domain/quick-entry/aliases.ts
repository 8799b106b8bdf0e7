/** How staff name a thing in a hurry: by its name, or by how the name begins where no other does. */
import { fold } from '../../kernel/fold-diacritics.ts'

/** `aliases` are said whole or not at all. */
export type Thing = { id: string; names: readonly string[]; aliases?: readonly string[] }

/** A beginning that holds one of these may be said of anything: "cho hai", "sau giờ". */
const everyday = new Set(
  'mot hai ba bon nam sau bay tam chin muoi one two three four five six ten cho for gio after va and with a an the'.split(
    ' ',
  ),
)

const shortest = 2
const longest = 3

/** Each way with the id of the one thing that it means. */
export function waysToSay(things: readonly Thing[]): { id: string; phrase: string }[] {
  return things.flatMap(({ id, names, aliases = [] }) => {
    const others = things.filter((other) => other.id !== id).flatMap(allNames)
    const named = names.flatMap((name) => [words(name), withoutArticle(words(name))])
    const whole = [...named, ...aliases.map(words)].filter(
      (way) => !others.some((other) => other === ` ${spell(way)} `),
    )
    const short = named
      .flatMap(beginnings)
      .filter((way) => !others.some((other) => other.includes(` ${spell(way)} `)))
    const ways = Map.groupBy([...whole, ...short], spell)
    return [...ways.values()].map(([way = []]) => ({ id, phrase: way.join(' ') }))
  })
}

function allNames({ names, aliases = [] }: Thing): string[] {
  return [...names, ...aliases].map((name) => ` ${spell(words(name))} `)
}

function beginnings(name: readonly string[]): string[][] {
  const lengths = Array.from({ length: longest - shortest + 1 }, (_, more) => shortest + more)
  return lengths
    .filter((length) => length < name.length)
    .map((length) => name.slice(0, length))
    .filter((way) => !way.some((word) => everyday.has(fold(word))))
}

function words(name: string): string[] {
  return name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

function spell(way: readonly string[]): string {
  return fold(way.join(' '))
}

function withoutArticle(name: readonly string[]): string[] {
  return /^(a|an|the)$/i.test(name[0] ?? '') ? name.slice(1) : [...name]
}
