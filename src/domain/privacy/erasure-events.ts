/**
 * Audit entries and events of erased records: of bookings, orders, cards and the waitlist by their tables of actions.
 */
import type { Sql } from '../../store/sql.ts'
import { bookingLifecycle } from '../booking/actions.ts'
import { cardLifecycle } from '../cards/actions.ts'
import { guestRecords, type RecordKind } from '../guest/personal-data.ts'
import { orderLifecycle } from '../orders/actions.ts'
import { auditAction, enqueueEvent, recordAction, recordAudit } from '../outbox/events.ts'
import { waitlistLifecycle } from '../waitlist/actions.ts'

type Erasure = { kind: RecordKind; id: string; actor: string; now: number }

/** Kinds of records that have a table of actions. */
const lifecycles = {
  bookings: bookingLifecycle,
  orders: orderLifecycle,
  cards: cardLifecycle,
  waitlist: waitlistLifecycle,
}

/** The event makes open desk pages refresh. */
export async function recordErasure(sql: Sql, erasure: Erasure): Promise<void> {
  const { kind, id, actor, now } = erasure
  if (hasLifecycle(kind)) {
    const lifecycle = lifecycles[kind]
    await recordAction(sql, now, actor, { lifecycle, action: 'erased', id })
  } else {
    const { noun } = guestRecords[kind]
    await auditErasure(sql, erasure)
    await enqueueEvent(sql, now, `${noun}.erased`, `${noun}:${id}`)
  }
}

/** Without an event: for the retention job, which erases what no open page shows any more. */
export async function auditErasure(sql: Sql, { kind, id, actor, now }: Erasure): Promise<void> {
  if (hasLifecycle(kind)) {
    await auditAction(sql, now, actor, { lifecycle: lifecycles[kind], action: 'erased', id })
  } else {
    await recordAudit(sql, now, actor, 'erased', `${guestRecords[kind].noun}:${id}`)
  }
}

function hasLifecycle(kind: RecordKind): kind is keyof typeof lifecycles {
  return kind in lifecycles
}
