/** Writes a draft into the content folder, stores what was changed, and leads back to an earlier state. */
import { readFileBytes, readFileText, writeFiles } from '../../content/edit/write-files.ts'
import { isImagePath } from '../../content/photo-files.ts'
import { newId } from '../../kernel/id.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { minute } from '../../kernel/time.ts'
import { UserError } from '../../kernel/user-error.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { recordAudit } from '../outbox/events.ts'
import { deleteDraft, type PendingFile, saveDraft } from './drafts.ts'
import { insertPicture, loadPictures, removeUnusedPictures } from './pictures.ts'
import { type FileText, type Publication, type PublicationRow, toPublication } from './rows.ts'

/** An owner can return to any of these. */
export const maxPublications = 100

/** Stands for the id of a publication before the oldest one. */
export const beforeAll = 'before-all'

/** A process that ended while it wrote files does not prevent others for longer. */
const leaseMs = minute / 4

type Member = { id: string }

export type Publications = {
  /** The newest first. */
  list(): Promise<Publication[]>
  publish(member: Member, files: readonly PendingFile[]): Promise<void>
  /**
   * Puts the state after this publication into the draft of the member, who then publishes it; `beforeAll` is the state
   * before the oldest one.
   */
  restore(member: Member, id: string): Promise<void>
}

class PublicationError extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(localizedMessage: LocalizedText) {
    super(localizedMessage.en)
    this.localizedMessage = localizedMessage
  }
}

export function createPublications(store: Store, folder: string, now: () => number): Publications {
  const list = () => listPublications(store.read)
  return {
    list,
    async publish(member, files) {
      const published = files.map(({ file, base, text }) => ({ file, before: base, after: text }))
      const id = newId(now())
      await storeReplacedPhotos(store, folder, published, now())
      const photos = await loadPictures(
        store,
        published.flatMap(({ before, after }) => [before, after]),
      )
      await store.write(async (sql) => {
        await assertNoneInProgress(sql, now())
        await sql.run(
          `INSERT INTO content_publications (id, published_at, actor, changes, files)
           VALUES (?, ?, ?, ?, ?)`,
          ...[id, now(), `staff:${member.id}`],
          JSON.stringify(files.flatMap(({ changes }) => changes)),
          JSON.stringify(published),
        )
      })
      try {
        writeFiles(folder, published, photos)
      } catch (error) {
        await store.write((sql) => sql.run('DELETE FROM content_publications WHERE id = ?', id))
        throw error
      }
      await store.write(async (sql) => {
        await sql.run('UPDATE content_publications SET written_at = ? WHERE id = ?', now(), id)
        for (const { file } of files) await deleteDraft(sql, member.id, file)
        await recordAudit(sql, now(), `staff:${member.id}`, 'published', `content:${id}`)
        await removeOld(sql)
        await removeUnusedPictures(sql, now())
      })
    },
    async restore(member, id) {
      const earlier = findEarlierTexts(await list(), id)
      await store.write(async (sql) => {
        if (await hasDraft(sql, member.id)) throw new PublicationError(draftText)
        for (const [file, { base, text }] of earlier) {
          if (base !== text) await saveDraft(sql, member.id, { file, base, text }, now())
        }
      })
    },
  }
}

/** A photo that is replaced or removed stays available for a return to this state. */
async function storeReplacedPhotos(
  store: Store,
  folder: string,
  files: readonly { file: string; before: FileText }[],
  now: number,
): Promise<void> {
  for (const { file, before } of files) {
    if (before === null || !isImagePath(file)) continue
    const bytes = readFileBytes(folder, file)
    // Otherwise it was just changed elsewhere, and nothing is published.
    if (bytes && readFileText(folder, file) === before)
      await store.write((sql) => insertPicture(sql, before, bytes, now))
  }
}

async function listPublications(sql: Sql): Promise<Publication[]> {
  const rows = await sql.all<PublicationRow>(
    'SELECT * FROM content_publications ORDER BY published_at DESC, id DESC',
  )
  return rows.map(toPublication)
}

/** The texts of all files that were published later: as they are now, and as they were then. */
function findEarlierTexts(
  publications: readonly Publication[],
  id: string,
): Map<string, { base: FileText; text: FileText }> {
  const index =
    id === beforeAll ? publications.length : publications.findIndex((one) => one.id === id)
  if (index < 0) throw new PublicationError(unknownText)
  const texts = new Map<string, { base: FileText; text: FileText }>()
  for (const { files } of publications.slice(0, index)) {
    for (const { file, before, after } of files) {
      texts.set(file, { base: texts.get(file)?.base ?? after, text: before })
    }
  }
  return texts
}

async function assertNoneInProgress(sql: Sql, now: number): Promise<void> {
  const other = await sql.get(
    'SELECT id FROM content_publications WHERE written_at IS NULL AND published_at > ?',
    now - leaseMs,
  )
  if (other) throw new PublicationError(busyText)
}

async function hasDraft(sql: Sql, memberId: string): Promise<boolean> {
  const row = await sql.get('SELECT file FROM content_drafts WHERE member_id = ? LIMIT 1', memberId)
  return row !== undefined
}

async function removeOld(sql: Sql): Promise<void> {
  await sql.run(
    `DELETE FROM content_publications WHERE id NOT IN (
       SELECT id FROM content_publications ORDER BY published_at DESC, id DESC LIMIT ?)`,
    maxPublications,
  )
}

const draftText: LocalizedText = {
  vi: 'Bạn còn thay đổi chưa đăng. Hãy đăng hoặc bỏ chúng trước khi về bản cũ.',
  en: 'You have changes that are not published. Publish or discard them before you return to an earlier version.',
}

const unknownText: LocalizedText = {
  vi: 'Không còn bản này. Hãy chọn bản khác trong danh sách.',
  en: 'This version is no longer stored. Choose another one in the list.',
}

const busyText: LocalizedText = {
  vi: 'Một người khác đang đăng. Hãy thử lại sau vài giây.',
  en: 'Another person is publishing at this moment. Try again in a few seconds.',
}
