/** Actions on data subject requests, from registration to completion. */
import type { Business } from '../../content/shop.ts'
import { BookingActionError } from '../../kernel/action-errors.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import { newId } from '../../kernel/id.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { type EventData, enqueueEvent, recordAudit } from '../outbox/events.ts'
import {
  computeDueDates,
  type DataRequest,
  findDataRequest,
  type NewDataRequest,
  needsVerification,
} from './data-requests.ts'
import { eraseRecord } from './erase-record.ts'
import type { Receipt } from './receipts.ts'
import type { RequestActionName } from './request-action-labels.ts'

export function registerDataRequest(
  { store, now }: { store: Store; now: Clock },
  business: Pick<Business, 'data_requests'>,
  input: NewDataRequest,
  actor: string,
): Promise<string> {
  return store.write((sql) => insertDataRequest(sql, business, input, actor, now()))
}

/** `source`: the interface over which the guest sent it. Returns its id. */
export async function insertDataRequest(
  sql: Sql,
  business: Pick<Business, 'data_requests'>,
  input: NewDataRequest & { source?: string },
  actor: string,
  now: number,
): Promise<string> {
  const { reply_by, due_on } = computeDueDates(business, input)
  const { kind, way, contact, name, note, came_on, source = null } = input
  const id = newId(now)
  await sql.run(
    `INSERT INTO guest_requests (id, kind, way, contact, name, note, came_on, reply_by, due_on,
      source, version, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)`,
    ...[id, kind, way, contact, name, note, came_on, reply_by, due_on, source, now],
  )
  await recordDataRequestStep(sql, now, actor, 'registered', id, { kind })
  return id
}

export const requestSteps = ['save', 'verify', 'reply', 'finish', 'reopen'] as const
type RequestStep = (typeof requestSteps)[number]

type DataRequestAction = {
  id: string
  /** The version that the staff member saw. */
  version: number
  actor: string
  /** Every button of the form submits the note and the due date. */
  note: string | null
  dueOn: string
}

/** Returns the changed request, or undefined if its state does not allow the step. */
type Step = (request: DataRequest, actor: string, now: number) => DataRequest | undefined

const steps: Record<RequestStep, { action: RequestActionName; step: Step }> = {
  save: { action: 'noted', step: (request) => request },
  verify: {
    action: 'verified',
    step: (request, actor, now) =>
      needsVerification(request) && request.done_at === null
        ? {
            ...request,
            ...{ verified_at: now, verified_by: actor },
            // Who was verified has been called.
            replied_at: request.replied_at ?? now,
          }
        : undefined,
  },
  reply: {
    action: 'replied',
    step: (request, _actor, now) =>
      request.replied_at === null && request.done_at === null
        ? { ...request, replied_at: now }
        : undefined,
  },
  finish: {
    action: 'done',
    step: (request, actor, now) =>
      request.done_at === null
        ? { ...request, replied_at: request.replied_at ?? now, done_at: now, done_by: actor }
        : undefined,
  },
  // After an erasure the guest cannot be contacted, so the request stays closed.
  reopen: {
    action: 'reopened',
    step: (request) =>
      request.done_at !== null && request.contact !== ''
        ? { ...request, done_at: null, done_by: null }
        : undefined,
  },
}

export function applyRequestStep(
  { store, now }: { store: Store; now: Clock },
  name: RequestStep,
  { id, version, actor, note, dueOn }: DataRequestAction,
): Promise<void> {
  const { action, step } = steps[name]
  return store.write(async (sql) => {
    const request = await findDataRequest(sql, id)
    if (!request) throw new BookingActionError('not_found')
    if (request.version !== version) throw new BookingActionError('changed_meanwhile')
    const next = step(request, actor, now())
    // An erased guest stays erased.
    if (!next || request.contact === '') throw new BookingActionError('wrong_state')
    await sql.run(
      `UPDATE guest_requests SET note = ?, due_on = ?, verified_at = ?, verified_by = ?, replied_at = ?,
        done_at = ?, done_by = ?, version = version + 1 WHERE id = ?`,
      ...[note, dueOn, next.verified_at, next.verified_by, next.replied_at],
      ...[next.done_at, next.done_by, id],
    )
    const dateChange = request.due_on === dueOn ? {} : { from: request.due_on, to: dueOn }
    await recordDataRequestStep(sql, now(), actor, action, id, dateChange)
  })
}

/**
 * Links the receipt of an export to open requests to see the data. Staff close them when the guest has
 * received the file. The version stays, because the form contains nothing that changes here.
 */
export async function linkReceipt(
  sql: Sql,
  ids: readonly string[],
  { id: receipt, code, actor, at }: Receipt,
): Promise<void> {
  for (const id of ids) {
    const linked = await sql.run(
      `UPDATE guest_requests SET receipt_id = ?
       WHERE id = ? AND done_at IS NULL AND kind = 'see'`,
      receipt,
      id,
    )
    if (linked > 0)
      await recordDataRequestStep(sql, at, actor, 'handed_over', id, { receipt: formatCode(code) })
  }
}

/** Keeps the request as proof that it was answered, without the person. */
export async function eraseRequester(sql: Sql, id: string): Promise<void> {
  await eraseRecord(sql, 'requests', id)
  await sql.run('UPDATE guest_requests SET version = version + 1 WHERE id = ?', id)
}

/** An erasure completes all open requests of the guest. */
export async function closeErasedRequests(
  sql: Sql,
  ids: readonly string[],
  { id: receipt, code, actor, at }: Receipt,
): Promise<void> {
  for (const id of ids) {
    const closed = await sql.run(
      `UPDATE guest_requests SET receipt_id = ?, done_at = ?, done_by = ?,
        replied_at = COALESCE(replied_at, ?) WHERE id = ? AND done_at IS NULL`,
      receipt,
      at,
      actor,
      at,
      id,
    )
    await recordDataRequestStep(sql, at, actor, closed > 0 ? 'done' : 'erased', id, {
      receipt: formatCode(code),
    })
  }
}

export async function eraseOldRequesters(sql: Sql, doneBefore: number, now: number): Promise<void> {
  const due = await sql.all<{ id: string }>(
    "SELECT id FROM guest_requests WHERE done_at < ? AND contact <> ''",
    doneBefore,
  )
  for (const { id } of due) {
    await eraseRequester(sql, id)
    await recordAudit(sql, now, 'clock', 'erased', `request:${id}`)
  }
}

/** The event makes open desk pages refresh. */
export async function recordDataRequestStep(
  sql: Sql,
  now: number,
  actor: string,
  action: RequestActionName,
  id: string,
  facts: EventData = {},
): Promise<void> {
  await recordAudit(sql, now, actor, action, `request:${id}`, facts)
  await enqueueEvent(sql, now, `request.${action}`, `request:${id}`)
}
