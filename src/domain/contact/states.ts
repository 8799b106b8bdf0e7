/** Reads what guests must know, and whether an email or a person has informed them. */
import { guestTarget } from '../../kernel/channel.ts'
import type { Sql } from '../../store/sql.ts'
import type { EventData } from '../outbox/events.ts'
import { withFacts } from '../outbox/rows.ts'
import { absenceAction, reminderAction } from './contacts.ts'

export type ContactRow = {
  id: string
  subject: string
  action: string
  about: string | null
  at: number
  until_at: number
  way: string | null
  informed_at: number | null
  informed_by: string | null
  tried_at: number | null
  tried_by: string | null
  /** The data of the event, such as the earlier time of a move. */
  facts: EventData
  /** The state of the email about it; null without one. */
  email_state: 'waiting' | 'sent' | 'dead' | 'dropped' | null
  email_at: number | null
  /** When the dispatcher created the messages of the event. */
  routed_at: number | null
}

const columns = `guest_contacts.id, guest_contacts.subject, action, about, at, until_at, way, informed_at,
  informed_by, tried_at, tried_by, outbox.facts, outbox.told_at AS routed_at, mail.state AS email_state,
  mail.updated_at AS email_at`

const joined = `guest_contacts
  LEFT JOIN outbox ON outbox.id = guest_contacts.id
  LEFT JOIN deliveries mail ON mail.news_id = guest_contacts.id AND mail.target = '${guestTarget}'`

type RawRow = Omit<ContactRow, 'facts'> & { facts: string | null }

/** More than that is worked off page by page. */
const maxOpen = 300

/** What no email has told and no person; what staff have marked since that time as well. Oldest first. */
export async function findOpenContacts(
  sql: Sql,
  now: number,
  markedSince: number,
): Promise<ContactRow[]> {
  const rows = await sql.all<RawRow>(
    `SELECT ${columns} FROM ${joined}
     WHERE until_at > ? AND replaced_by IS NULL AND action <> ?
       AND (informed_at IS NULL OR (informed_at >= ? AND informed_by IS NOT NULL))
       AND (mail.state IS NULL OR mail.state IN ('dead', 'dropped'))
     ORDER BY at, guest_contacts.id LIMIT ${maxOpen}`,
    ...[now, reminderAction, markedSince],
  )
  return rows.map(withEventFacts)
}

export type GuestContacts = {
  /** The newest of what the guest must know. */
  current?: ContactRow
  /** The reminder of the next visit. */
  reminder?: ContactRow
}

/** By subject; only those that still matter. */
export async function loadContacts(
  sql: Sql,
  subjects: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, GuestContacts>> {
  if (subjects.length === 0) return new Map()
  const rows = await sql.all<RawRow>(
    `SELECT ${columns} FROM ${joined}
     WHERE guest_contacts.subject IN (${subjects.map(() => '?').join(', ')})
       AND until_at > ? AND replaced_by IS NULL ORDER BY at, guest_contacts.id`,
    ...[...subjects, now],
  )
  const bySubject = new Map<string, GuestContacts>()
  for (const row of rows.map(withEventFacts)) {
    const key = row.action === reminderAction ? 'reminder' : 'current'
    bySubject.set(row.subject, { ...bySubject.get(row.subject), [key]: row })
  }
  return bySubject
}

export type ContactState = 'open' | 'queued' | 'emailed' | 'informed' | 'known'

/** `isEmailed`: the shop has a mail server and the guest an address. */
export function contactStateOf(
  { way, informed_at, email_state, routed_at, action }: ContactRow,
  isEmailed: boolean,
): ContactState {
  if (informed_at !== null && way !== 'guest') return 'informed'
  if (email_state === 'sent') return 'emailed'
  if (email_state === 'waiting') return 'queued'
  if (informed_at !== null) return 'known'
  const isBeforeRouting = email_state === null && routed_at === null && action !== absenceAction
  return isBeforeRouting && isEmailed ? 'queued' : 'open'
}

/** Parses the data of the event of a contact, which is gone after some months. */
function withEventFacts<Row extends { facts: string | null }>(
  row: Row,
): Omit<Row, 'facts'> & { facts: EventData } {
  return withFacts({ ...row, facts: row.facts ?? '{}' })
}
