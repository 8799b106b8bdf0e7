/** How many open entries one phone number, mailbox, client or network may have, and how many it may send in a day. */
import type { Business } from '../../content/shop.ts'
import type { FairShareLimits } from '../../kernel/fair-share-limits.ts'
import type { SharedNetwork } from '../../kernel/operation.ts'
import { day, maxClockSkewMs } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { createCountFilter, subjectsOf, tooManyProblem } from '../booking/fair-share.ts'
import type { IdentifiedEntry } from './entry.ts'

export type SentEntry = IdentifiedEntry & { networks: readonly SharedNetwork[] }

type Counts = { subject: string; open: number; opensUntil: number | null; daily: number }

/** Throws a Problem if the entry exceeds a limit. Says nothing about the entries of others. */
export async function assertWaitlistShare(
  sql: Sql,
  { business, fairShare }: { business: Business; fairShare: FairShareLimits },
  entry: SentEntry,
  now: number,
  isDryRun: boolean,
): Promise<void> {
  const subjects = subjectsOf(entry, fairShare)
  const { condition, values } = createCountFilter(subjects, isDryRun)('waitlist_counts')
  const isOpen = "status IN ('waiting', 'offered') AND starts_until > ?"
  const rows = await sql.all<Counts>(
    `SELECT subject, SUM(CASE WHEN ${isOpen} THEN 1 ELSE 0 END) AS open,
       MIN(CASE WHEN ${isOpen} THEN starts_until END) AS "opensUntil",
       SUM(CASE WHEN at > ? AND at <= ? THEN 1 ELSE 0 END) AS daily
     FROM waitlist_counts JOIN waitlist ON waitlist.id = entry_id
     WHERE ${condition} GROUP BY subject`,
    ...[now, now, now - day, now + maxClockSkewMs],
    ...values,
  )
  for (const { subject: key, open, opensUntil, daily } of rows) {
    const subject = subjects.find((one) => one.key === key)
    if (!subject) continue
    if (Number(daily) >= subject.daily) throw tooManyProblem(business, subject, 'daily', day)
    if (Number(open) >= subject.open)
      throw tooManyProblem(business, subject, 'waiting', (opensUntil ?? now) - now)
  }
}

/** Stores by whom an entry was sent. */
export async function insertWaitlistCounts(
  sql: Sql,
  limits: FairShareLimits,
  entry: SentEntry,
  now: number,
): Promise<void> {
  const subjects = subjectsOf(entry, limits)
  await sql.run(
    `INSERT INTO waitlist_counts (subject, entry_id, at)
     VALUES ${subjects.map(() => '(?, ?, ?)').join(', ')}`,
    ...subjects.flatMap(({ key }) => [key, entry.id, now]),
  )
}
