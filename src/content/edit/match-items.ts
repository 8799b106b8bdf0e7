/** Recognizes the items of a list after a change: those with the same content, or with the same name. */
import { isDeepStrictEqual } from 'node:util'

/** For each item after the change the index that it had before; undefined for a new one. */
export function matchItems(
  before: readonly unknown[],
  after: readonly unknown[],
): (number | undefined)[] {
  const free = new Set(before.keys())
  const sources: (number | undefined)[] = after.map(() => undefined)
  const match = (
    isSame: (old: unknown, item: unknown, oldIndex: number, index: number) => boolean,
  ) => {
    for (const [index, item] of after.entries()) {
      if (sources[index] !== undefined) continue
      const found = [...free].find((oldIndex) => isSame(before[oldIndex], item, oldIndex, index))
      if (found === undefined) continue
      sources[index] = found
      free.delete(found)
    }
  }
  match((old, item, oldIndex, index) => oldIndex === index && isDeepStrictEqual(old, item))
  match((old, item) => isDeepStrictEqual(old, item))
  match((old, item) => itemName(item) !== undefined && itemName(old) === itemName(item))
  // What is left at the same place was changed in everything that could name it.
  if (before.length === after.length) match((_old, _item, oldIndex, index) => oldIndex === index)
  return sources
}

const namingMembers = [
  'id',
  'name',
  'question',
  'from',
  'up_to',
  'dish',
  'days',
  'length',
  'tables',
]

/** By what an item of a list is recognized: its id, or its name. */
export function itemName(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined
  const members = item as Readonly<Record<string, unknown>>
  const name = namingMembers.find((member) => members[member] !== undefined)
  if (name === undefined) return undefined
  const value = members[name]
  if (typeof value === 'object' && value !== null && 'vi' in value) return `${name} ${value.vi}`
  return `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`
}
