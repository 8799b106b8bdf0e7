/**
 * What guests must know. Each action that concerns a guest stores a row in its own transaction; the newest row of a
 * booking or order contains its current state and replaces the earlier ones. An undo brings the earlier one back.
 */
import { guestTarget } from '../../kernel/channel.ts'
import type { Sql } from '../../store/sql.ts'

export type NewContact = {
  /** The id of the event, by which the email about it is found. */
  id: string
  /** "booking:…" */
  subject: string
  action: string
  at: number
  /** Afterwards the guest need not know it any more. */
  untilAt: number
  /** The absence or the offered place that it is about, or the start of which the guest is reminded. */
  about?: string
  /** Rows of this action stay current: the guest must know both. */
  beside?: string
  /** The guest did it themselves, or agreed on the phone. */
  isKnown?: boolean
}

/** A reminder repeats what the guest knows, so it neither replaces other rows nor is replaced by them. */
export const reminderAction = 'reminded'

/** A person, table or room of the booking is away. */
export const absenceAction = 'absence'

export async function insertContact(sql: Sql, contact: NewContact): Promise<void> {
  const { id, subject, action, about = null, at, untilAt, isKnown = false } = contact
  if (action !== reminderAction) {
    await sql.run(
      `UPDATE guest_contacts SET replaced_by = ? WHERE subject = ? AND replaced_by IS NULL
       AND action NOT IN (?, ?)`,
      ...[id, subject, reminderAction, contact.beside ?? reminderAction],
    )
  }
  await sql.run(
    `INSERT INTO guest_contacts (id, subject, action, about, at, until_at, way, informed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, subject, action, about, at, untilAt, isKnown ? 'guest' : null, isKnown ? at : null],
  )
}

type UndoneContact = { subject: string; action: string; at?: number; about?: string | undefined }

/**
 * Takes back what the guest had to know, because it was undone. If the guest knows it already, they must know that it
 * is no longer true: `correction` is stored then.
 */
export async function undoContact(
  sql: Sql,
  undone: UndoneContact,
  correction: NewContact,
): Promise<void> {
  const row = await endContact(sql, undone, correction.id)
  const isInformed = row?.way === 'phone' || row?.way === 'message' || row?.email === 'sent'
  if (isInformed) await insertContact(sql, correction)
}

/** The guest need not know it any more. `endedBy`: the id of the event. */
export async function endContact(
  sql: Sql,
  ended: UndoneContact,
  endedBy: string,
): Promise<UndoneRow | undefined> {
  const row = await findUndone(sql, ended)
  if (!row) return undefined
  await restoreReplaced(sql, row)
  await sql.run('UPDATE guest_contacts SET replaced_by = ? WHERE id = ?', endedBy, row.id)
  return row
}

/** What a row had replaced is current again, or replaced by what follows. */
async function restoreReplaced(
  sql: Sql,
  { id, replaced_by }: { id: string; replaced_by: string | null },
): Promise<void> {
  // A row that never contained the current state is replaced by itself.
  const next = replaced_by === id ? null : replaced_by
  await sql.run('UPDATE guest_contacts SET replaced_by = ? WHERE replaced_by = ?', next, id)
}

type UndoneRow = {
  id: string
  replaced_by: string | null
  way: string | null
  email: string | null
}

function findUndone(
  sql: Sql,
  { subject, action, at, about }: UndoneContact,
): Promise<UndoneRow | undefined> {
  const isThis = `${at === undefined ? '' : ' AND at = ?'}${about === undefined ? '' : ' AND about = ?'}`
  return sql.get<UndoneRow>(
    `SELECT guest_contacts.id, replaced_by, way, mail.state AS email FROM guest_contacts
     LEFT JOIN deliveries mail ON mail.news_id = guest_contacts.id AND mail.target = ?
     WHERE guest_contacts.subject = ? AND action = ?${isThis}
     ORDER BY at DESC, guest_contacts.id DESC LIMIT 1`,
    ...[guestTarget, subject, action, ...[at, about].filter((value) => value !== undefined)],
  )
}

/** The guest gets another place and sees no difference, so the absence of the first one does not concern them. */
export async function settleAbsences(sql: Sql, contact: NewContact): Promise<void> {
  const { id, subject, action, at, untilAt } = contact
  const count = await sql.run(
    `UPDATE guest_contacts SET replaced_by = ? WHERE subject = ? AND action = ? AND replaced_by IS NULL
     AND informed_at IS NULL`,
    ...[id, subject, absenceAction],
  )
  if (count === 0) return
  // Only an undo needs this row: it never contains the current state.
  await sql.run(
    `INSERT INTO guest_contacts (id, subject, action, at, until_at, replaced_by, way, informed_at)
     VALUES (?, ?, ?, ?, ?, ?, 'none', ?)`,
    ...[id, subject, action, at, untilAt, id, at],
  )
}

/** The absence was taken back before staff have informed these guests. */
export async function removeAbsenceContacts(sql: Sql, absenceId: string): Promise<void> {
  const rows = await sql.all<{ id: string; replaced_by: string | null }>(
    'SELECT id, replaced_by FROM guest_contacts WHERE action = ? AND about = ? AND informed_at IS NULL',
    ...[absenceAction, absenceId],
  )
  for (const row of rows) {
    await restoreReplaced(sql, row)
    await sql.run('DELETE FROM guest_contacts WHERE id = ?', row.id)
  }
}

export async function hasAbsenceContact(
  sql: Sql,
  subject: string,
  absenceId: string,
): Promise<boolean> {
  const row = await sql.get(
    'SELECT id FROM guest_contacts WHERE subject = ? AND action = ? AND about = ?',
    ...[subject, absenceAction, absenceId],
  )
  return row !== undefined
}
