/** Web push subscriptions of staff browsers. */
import type { OwnersExcept } from '../../kernel/channel.ts'
import { newId } from '../../kernel/id.ts'
import type { Sql, Store } from '../../store/sql.ts'

type StoredPushSubscription = { endpoint: string; p256dh: string; auth: string }

const maxPerMember = 10
const maxFieldLength = 1000

/**
 * It ends with the session. Replaces the oldest subscription at the limit. Returns false if the input is not a
 * subscription.
 */
export async function storePushSubscription(
  store: Store,
  { staffId, sessionHash }: { staffId: string; sessionHash: string },
  input: Readonly<Record<string, unknown>>,
  now: number,
): Promise<boolean> {
  const { endpoint } = input
  const { p256dh, auth } = (input.keys ?? {}) as Record<string, unknown>
  const texts = [endpoint, p256dh, auth]
  if (
    !texts.every((one) => typeof one === 'string' && one !== '' && one.length <= maxFieldLength)
  ) {
    return false
  }
  if (!URL.canParse(String(endpoint))) return false
  return store.write(async (sql) => {
    const own = await sql.all<{ id: string }>(
      'SELECT id FROM push_subscriptions WHERE staff_id = ? ORDER BY created_at',
      staffId,
    )
    for (const { id } of own.slice(0, Math.max(0, own.length + 1 - maxPerMember))) {
      await deletePushSubscription(sql, id)
    }
    await sql.run(
      `INSERT INTO push_subscriptions (id, staff_id, endpoint, p256dh, auth, created_at, session_hash)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (endpoint) DO UPDATE SET staff_id = excluded.staff_id,
        p256dh = excluded.p256dh, auth = excluded.auth, session_hash = excluded.session_hash`,
      newId(now),
      staffId,
      String(endpoint),
      String(p256dh),
      String(auth),
      now,
      sessionHash,
    )
    return true
  })
}

export async function deleteOwnPushSubscription(
  store: Store,
  staffId: string,
  endpoint: string,
): Promise<void> {
  await store.write((sql) =>
    sql.run(
      'DELETE FROM push_subscriptions WHERE staff_id = ? AND endpoint = ?',
      staffId,
      endpoint,
    ),
  )
}

export async function deletePushSubscription(sql: Sql, id: string): Promise<void> {
  await sql.run('DELETE FROM push_subscriptions WHERE id = ?', id)
}

export async function findPushSubscription(
  sql: Sql,
  id: string,
): Promise<StoredPushSubscription | undefined> {
  return sql.get<StoredPushSubscription>(
    'SELECT endpoint, p256dh, auth FROM push_subscriptions WHERE id = ?',
    id,
  )
}

/** Of all members, or of the owners except one. */
export async function listPushSubscriptionIds(
  sql: Sql,
  recipients?: OwnersExcept,
): Promise<string[]> {
  const rows = recipients
    ? await sql.all<{ id: string }>(
        `SELECT push_subscriptions.id FROM push_subscriptions JOIN staff ON staff.id = staff_id
         WHERE role = 'owner' AND 'staff:' || staff.id <> ? ORDER BY push_subscriptions.id`,
        recipients.ownersExcept,
      )
    : await sql.all<{ id: string }>('SELECT id FROM push_subscriptions ORDER BY id')
  return rows.map(({ id }) => id)
}
