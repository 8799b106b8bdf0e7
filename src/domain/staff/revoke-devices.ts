/**
 * What a lost device has besides its session: a push subscription, with the action links in its messages, and the
 * calendar address. All of it is checked in the database, so it ends in every process at the same time.
 */
import type { Sql } from '../../store/sql.ts'

/**
 * After one session was deleted, and with it the subscription of that browser. Subscriptions that earlier versions
 * stored do not name their session, so they end too.
 */
export async function revokeDevice(sql: Sql, staffId: string): Promise<void> {
  await sql.run(
    'DELETE FROM push_subscriptions WHERE staff_id = ? AND session_hash IS NULL',
    staffId,
  )
  await rotateCalendarKey(sql, staffId)
}

/** Ends all sessions of the member except one, if there is one. Returns the number of ended sessions. */
export async function revokeOtherDevices(
  sql: Sql,
  staffId: string,
  exceptHash = '',
): Promise<number> {
  const ended = await sql.run(
    'DELETE FROM sessions WHERE staff_id = ? AND hash <> ?',
    staffId,
    exceptHash,
  )
  await revokeDevice(sql, staffId)
  return ended
}

export async function rotateCalendarKey(sql: Sql, staffId: string): Promise<void> {
  await sql.run('UPDATE staff SET feed = feed + 1 WHERE id = ?', staffId)
}
