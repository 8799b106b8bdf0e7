/** Merges two changes of the same file: what only one side has changed is taken from that side. */
import { isDeepStrictEqual } from 'node:util'
import type { Path } from '../source.ts'
import { itemName } from './match-items.ts'
import { isContainer } from './render-yaml.ts'

type Merged = {
  value: unknown /** What both sides have changed, each in another way. */
  conflicts: Path[]
}

export function mergeValues(base: unknown, own: unknown, other: unknown): Merged {
  const conflicts: Path[] = []
  const merge = (before: unknown, mine: unknown, theirs: unknown, path: Path): unknown => {
    if (isDeepStrictEqual(mine, before) || isDeepStrictEqual(mine, theirs)) return theirs
    if (isDeepStrictEqual(theirs, before)) return mine
    if (isMembers(before) && isMembers(mine) && isMembers(theirs))
      return mergeMembers(before, mine, theirs, path)
    const lists = [before, mine, theirs].map(namedItems)
    const [first, second, third] = lists
    if (first && second && third) return mergeLists(first, second, third, path)
    conflicts.push(path)
    return theirs
  }

  const mergeMembers = (before: Members, mine: Members, theirs: Members, path: Path): Members => {
    const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
    const members = [...names].map(
      (name) => [name, merge(before[name], mine[name], theirs[name], [...path, name])] as const,
    )
    return Object.fromEntries(members.filter(([, value]) => value !== undefined))
  }

  const mergeLists = (before: Items, mine: Items, theirs: Items, path: Path): unknown[] => {
    const common = (items: Items) =>
      [...items.keys()].filter((name) => before.has(name) && mine.has(name) && theirs.has(name))
    const isMovedByMe = !isDeepStrictEqual(common(before), common(mine))
    const isMovedByThem = !isDeepStrictEqual(common(before), common(theirs))
    if (isMovedByMe && isMovedByThem && !isDeepStrictEqual(common(mine), common(theirs)))
      conflicts.push(path)
    const [order, others] = isMovedByMe ? [mine, theirs] : [theirs, mine]
    const names = [...new Set([...order.keys(), ...others.keys()])]
    return names.flatMap((name, index) => {
      const value = merge(before.get(name), mine.get(name), theirs.get(name), [...path, index])
      return value === undefined ? [] : [value]
    })
  }

  return { value: merge(base, own, other, []), conflicts }
}

type Members = Readonly<Record<string, unknown>>
type Items = ReadonlyMap<string, unknown>

function isMembers(value: unknown): value is Members {
  return isContainer(value) && !Array.isArray(value)
}

/** Undefined if the items of a list cannot be told apart by name. */
function namedItems(value: unknown): Items | undefined {
  if (!Array.isArray(value)) return undefined
  const entries = value.map((item: unknown) => [itemName(item), item] as const)
  const items = new Map(
    entries.filter((entry): entry is [string, unknown] => entry[0] !== undefined),
  )
  return items.size === value.length ? items : undefined
}
