/** Rows of the shop editor. */
import type { Change } from '../../content/edit/describe-changes.ts'
import type { Row } from '../../store/sql.ts'

/** The text of a file; null if the file does not exist. */
export type FileText = string | null

export type DraftFile = { file: string; base: FileText; text: FileText }

type PublishedFile = { file: string; before: FileText; after: FileText }

export type Publication = {
  id: string
  publishedAtMs: number
  actor: string
  changes: readonly Change[]
  files: readonly PublishedFile[]
}

export type DraftRow = Row & { file: string; base_text: string | null; new_text: string | null }

export type PublicationRow = Row & {
  id: string
  published_at: number
  actor: string
  changes: string
  files: string
}

export function toDraftFile({ file, base_text, new_text }: DraftRow): DraftFile {
  return { file, base: base_text, text: new_text }
}

export function toPublication(row: PublicationRow): Publication {
  return {
    id: row.id,
    publishedAtMs: row.published_at,
    actor: row.actor,
    changes: JSON.parse(row.changes) as Change[],
    files: JSON.parse(row.files) as PublishedFile[],
  }
}
