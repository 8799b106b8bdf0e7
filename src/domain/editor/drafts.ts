/**
 * The changes of an owner that are not published yet, by file. A file that was changed elsewhere since is merged; what
 * both have changed is a conflict, and nothing is overwritten.
 */
import type { Change } from '../../content/edit/describe-changes.ts'
import { describeFileChanges, mergeVersions } from '../../content/edit/file-changes.ts'
import { readFileText } from '../../content/edit/write-files.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { type DraftFile, type DraftRow, type FileText, toDraftFile } from './rows.ts'

/** A file of the draft as it would be published now. */
export type PendingFile = DraftFile & {
  /** The file was changed elsewhere in the same places, and is left as it is. */
  isConflict: boolean
  changes: readonly Change[]
}

export type Drafts = {
  list(memberId: string): Promise<PendingFile[]>
  /** The text that the member edits: that of the draft, or else that of the folder. */
  textOf(memberId: string, file: string): Promise<FileText>
  save(memberId: string, file: string, text: FileText): Promise<void>
  /** Without a file, all of them. */
  discard(memberId: string, file?: string): Promise<void>
}

export function createDrafts(store: Store, folder: string, now: () => number): Drafts {
  const load = async (memberId: string) =>
    (await loadDraft(store.read, memberId)).map((one) => toPending(folder, one))
  return {
    list: load,
    async textOf(memberId, file) {
      const pending = (await load(memberId)).find((one) => one.file === file && !one.isConflict)
      return pending ? pending.text : readFileText(folder, file)
    },
    async save(memberId, file, text) {
      const pending = (await load(memberId)).find((one) => one.file === file && !one.isConflict)
      const base = pending ? pending.base : readFileText(folder, file)
      await store.write((sql) =>
        base === text
          ? deleteDraft(sql, memberId, file)
          : saveDraft(sql, memberId, { file, base, text }, now()),
      )
    },
    discard: (memberId, file) => store.write((sql) => deleteDraft(sql, memberId, file)),
  }
}

async function loadDraft(sql: Sql, memberId: string): Promise<DraftFile[]> {
  const rows = await sql.all<DraftRow>(
    'SELECT file, base_text, new_text FROM content_drafts WHERE member_id = ? ORDER BY file',
    memberId,
  )
  return rows.map(toDraftFile)
}

export async function saveDraft(
  sql: Sql,
  memberId: string,
  { file, base, text }: DraftFile,
  now: number,
): Promise<void> {
  await deleteDraft(sql, memberId, file)
  await sql.run(
    `INSERT INTO content_drafts (member_id, file, base_text, new_text, changed_at)
     VALUES (?, ?, ?, ?, ?)`,
    ...[memberId, file, base, text, now],
  )
}

export async function deleteDraft(sql: Sql, memberId: string, file?: string): Promise<void> {
  if (file === undefined) await sql.run('DELETE FROM content_drafts WHERE member_id = ?', memberId)
  else await sql.run('DELETE FROM content_drafts WHERE member_id = ? AND file = ?', memberId, file)
}

function toPending(folder: string, draft: DraftFile): PendingFile {
  const { file } = draft
  const current = readFileText(folder, file)
  const pending = current === draft.base ? draft : mergeWith(draft, current)
  const { base, text } = pending ?? draft
  const isConflict = pending === undefined
  return { file, base, text, isConflict, changes: describeFileChanges(file, base, text) }
}

/** Undefined if both have changed the same place. */
function mergeWith({ file, base, text }: DraftFile, current: FileText): DraftFile | undefined {
  if (current === text) return { file, base: current, text: current }
  const merged = mergeVersions(file, { base, text, current })
  return merged === undefined ? undefined : { file, base: current, text: merged }
}
