/** Pagination of a list. The cursor is opaque to clients and valid while the list is the same. */
import { createHash } from 'node:crypto'
import { type Json, ProtocolError } from './definition.ts'

const pageSize = 50

type Paginator<Item> = (cursor: Json | undefined) => {
  items: readonly Item[]
  nextCursor: string | undefined
}

export function createPaginator<Item>(list: readonly Item[]): Paginator<Item> {
  const listHash = createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 8)
  const pages = new Map<string | undefined, readonly Item[]>([[undefined, list.slice(0, pageSize)]])
  const cursors: string[] = []
  for (let start = pageSize; start < list.length; start += pageSize) {
    const cursor = Buffer.from(`${listHash} ${start}`).toString('base64url')
    cursors.push(cursor)
    pages.set(cursor, list.slice(start, start + pageSize))
  }
  return (cursor) => {
    const items = pages.get(cursor as string | undefined)
    if (!items) throw new ProtocolError(-32602, 'Invalid cursor: start again without a cursor')
    const index = cursor === undefined ? 0 : cursors.indexOf(cursor as string) + 1
    return { items, nextCursor: cursors[index] }
  }
}
