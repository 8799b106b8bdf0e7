/** Pagination of a list. The cursor is opaque to clients and valid while the list is the same. */
import { createHash } from 'node:crypto'

const pageSize = 50

type ListPage<Item> = {
  /** Undefined for the first page. */
  cursor: string | undefined
  items: readonly Item[]
  nextCursor: string | undefined
}

export function paginateList<Item>(list: readonly Item[]): ListPage<Item>[] {
  const listHash = createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 8)
  const cursorAt = (start: number) =>
    start === 0 ? undefined : Buffer.from(`${listHash} ${start}`).toString('base64url')
  const pages: ListPage<Item>[] = []
  for (let start = 0; start < Math.max(list.length, 1); start += pageSize) {
    const next = start + pageSize
    pages.push({
      cursor: cursorAt(start),
      items: list.slice(start, next),
      nextCursor: next < list.length ? cursorAt(next) : undefined,
    })
  }
  return pages
}
