/**
 * Pagination with an opaque cursor. The cursor contains the id of the last item and a checksum of the
 * query, so it needs no server state and works in every process and after a restart.
 */
import { createHash } from 'node:crypto'
import { Problem } from '../../kernel/problem.ts'

/** `queryKey` identifies the list: a cursor is valid only for the query that returned it. */
export function paginate<Item extends { id: string }>(
  all: readonly Item[],
  queryKey: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): { items: Item[]; nextCursor: string | null } {
  const start = findStartIndex(all, queryKey, cursor)
  const items = all.slice(start, start + limit)
  const last = items.at(-1)
  const hasMore = last !== undefined && start + items.length < all.length
  return { items, nextCursor: hasMore ? encodeCursor(queryKey, last.id) : null }
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
          vi:
            'Viết nguyên next_cursor của trang trước, với các tham số khác giữ nguyên; hoặc bỏ cursor để bắt đầu ' +
            'lại.',
          en:
            'Send the next_cursor of the previous page with the other parameters unchanged, or omit cursor to start ' +
            'again.',
        },
      },
    ],
  })
}

function encodeCursor(queryKey: string, lastId: string): string {
  return Buffer.from(`${checksum(queryKey, lastId)}${lastId}`).toString('base64url')
}

/** The id of the last item, or `undefined` if the cursor is invalid or belongs to another query. */
function decodeCursor(queryKey: string, cursor: string): string | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(cursor)) return undefined
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const lastId = text.slice(checksumLength)
  return encodeCursor(queryKey, lastId) === cursor ? lastId : undefined
}

const checksumLength = 12

function checksum(queryKey: string, lastId: string): string {
  const digest = createHash('sha256').update(`${queryKey}\n${lastId}`).digest('base64url')
  return digest.slice(0, checksumLength)
}
