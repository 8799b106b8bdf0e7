/** A list shown page by page. */
import { Problem } from '../../kernel/problem.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

/** `question` is the same text for the same list, so that a cursor is good for no other. */
export function paginate<Item extends { id: string }>(
  all: readonly Item[],
  queryKey: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): { items: Item[]; nextCursor: string | null } {
  const start = findStartIndex(all, queryKey, cursor)
  const items = all.slice(start, start + limit)
  const last = items.at(-1)
  const more = last !== undefined && start + items.length < all.length
  return { items, nextCursor: more ? encodeCursor(queryKey, last.id) : null }
}

function findStartIndex(
  items: readonly { id: string }[],
  queryKey: string,
  cursor: string | undefined,
): number {
  if (cursor === undefined) return 0
  const lastId = decodeCursor(queryKey, cursor)
  const index = items.findIndex(({ id }) => id === lastId)
  if (index >= 0) return index + 1
  throw new Problem('invalid-parameter', {
    fields: [
      {
        name: 'cursor',
        code: 'wrong_format',
        message: {
          vi: 'Viết nguyên next_cursor của trang trước, với các tham số khác giữ nguyên; hoặc bỏ cursor để bắt đầu lại.',
          en: 'Write the next_cursor of the page before as it came, with the other parameters unchanged; or leave cursor out to start again.',
        },
      },
    ],
  })
}
