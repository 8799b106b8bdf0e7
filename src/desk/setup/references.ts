/** Takes ids of offers that are gone out of the lists that mention them. */
import type { Field } from '../../content/edit/fields.ts'
import { isContainer } from '../../content/edit/render-yaml.ts'
import type { Members } from '../editor/parts.ts'

type Gone = { folder: string; ids: ReadonlySet<string> }

/** The value of a file, which is the same object if it mentions none. */
export function withoutReferences(members: Members, value: unknown, gone: Gone): unknown {
  return isContainer(value) ? stripMembers(members, value, gone) : value
}

/** Undefined for a list of which nothing is left. */
function strip(field: Field, value: unknown, gone: Gone): unknown {
  if (!isContainer(value)) return value
  if (field.type === 'entry') return stripMembers(field.members, value, gone)
  if (field.type !== 'list' || !Array.isArray(value)) return value
  const { item } = field
  const items =
    item.type === 'reference'
      ? value.filter((id) => item.file !== gone.folder || !gone.ids.has(String(id)))
      : value.map((one: unknown) => strip(item, one, gone))
  const isSame = items.length === value.length && items.every((one, index) => one === value[index])
  if (isSame) return value
  return items.length === 0 ? undefined : items
}

function stripMembers(members: Members, value: object, gone: Gone): unknown {
  const before = Object.entries(value)
  const after = before.map(([name, old]) => {
    const member = members[name]
    return [name, member ? strip(member, old, gone) : old] as const
  })
  if (after.every(([, left], index) => left === before[index]?.[1])) return value
  return Object.fromEntries(after.filter(([, left]) => left !== undefined))
}
