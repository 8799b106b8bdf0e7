/** What staff store about the guest with a phone number: an internal note, and whether they are a regular. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { newId } from '../../kernel/id.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'
import { findGuestPhone } from './guest-phone.ts'

type Content = { note: string | null; regularSince: number | null }

export type GuestProfile = Content & {
  id: string
  /** 0 as long as nothing is stored. */
  version: number
  /** What the last change has replaced. */
  last: Content
}

const emptyContent: Content = { note: null, regularSince: null }

const emptyProfile: GuestProfile = { ...emptyContent, id: '', version: 0, last: emptyContent }

type Row = {
  id: string
  note: string | null
  marked_regular_at: number | null
  last_note: string | null
  last_marked_regular_at: number | null
  version: number
}

export async function findProfile(sql: Sql, phone: string): Promise<GuestProfile> {
  const row = await sql.get<Row>(
    `SELECT id, note, marked_regular_at, last_note, last_marked_regular_at, version
     FROM guest_profiles WHERE phone = ?`,
    phone,
  )
  if (!row) return emptyProfile
  return {
    ...{ id: row.id, note: row.note, regularSince: row.marked_regular_at, version: row.version },
    last: { note: row.last_note, regularSince: row.last_marked_regular_at },
  }
}

export type ProfileActionName = 'noted' | 'marked_regular' | 'unmarked_regular' | 'undone'

/** `reference`: a booking or order code, or the id of a callback request. `version`: what staff saw. */
type ProfileAction = { reference: string; version: number; actor: string }

export type ProfileActions = {
  saveNote(action: ProfileAction & { note: string }): Promise<void>
  setRegular(action: ProfileAction & { isRegular: boolean }): Promise<void>
  /** Takes back the last change. A second undo repeats it. */
  undo(action: ProfileAction): Promise<void>
}

export function createProfileActions(store: Store, now: Clock): ProfileActions {
  /** The phone number is looked up in the transaction: an erased guest gets no new profile. */
  const change = (
    { reference, version, actor }: ProfileAction,
    name: ProfileActionName,
    contentAfter: (before: GuestProfile, at: number) => Content,
  ): Promise<void> =>
    store.write(async (sql) => {
      const phone = await findGuestPhone(sql, reference)
      if (phone === undefined) throw new BookingActionError('not_found')
      const before = await findProfile(sql, phone)
      if (before.version !== version) throw new BookingActionError('changed_meanwhile')
      const at = now()
      const after = contentAfter(before, at)
      if (isSame(before, after)) return
      const id = await storeProfile(sql, phone, before, after, at)
      await recordAudit(sql, at, actor, name, `profile:${id}`)
      await enqueueEvent(sql, at, `profile.${name}`, `profile:${id}`)
    })

  return {
    saveNote: ({ note, ...action }) =>
      change(action, 'noted', ({ regularSince }) => ({ note: note || null, regularSince })),
    setRegular: ({ isRegular, ...action }) =>
      change(action, isRegular ? 'marked_regular' : 'unmarked_regular', (before, at) => ({
        note: before.note,
        regularSince: isRegular ? (before.regularSince ?? at) : null,
      })),
    undo: (action) => change(action, 'undone', ({ last }) => last),
  }
}

function isSame(one: Content, other: Content): boolean {
  return one.note === other.note && one.regularSince === other.regularSince
}

/** Returns the id of the profile. */
async function storeProfile(
  sql: Sql,
  phone: string,
  before: GuestProfile,
  after: Content,
  at: number,
): Promise<string> {
  if (before.version === 0) {
    const id = newId(at)
    await sql.run(
      `INSERT INTO guest_profiles (id, phone, note, marked_regular_at, version, created_at, updated_at)
       VALUES (?, ?, ?, ?, 1, ?, ?)`,
      ...[id, phone, after.note, after.regularSince, at, at],
    )
    return id
  }
  await sql.run(
    `UPDATE guest_profiles SET note = ?, marked_regular_at = ?, last_note = ?, last_marked_regular_at = ?,
       version = version + 1, updated_at = ? WHERE id = ?`,
    ...[after.note, after.regularSince, before.note, before.regularSince, at, before.id],
  )
  return before.id
}
