/** Row mapper: parses the data of the event of a contact, which is gone after some months. */
import type { EventData } from '../outbox/events.ts'
import { withFacts } from '../outbox/rows.ts'

export function withEventFacts<Row extends { facts: string | null }>(
  row: Row,
): Omit<Row, 'facts'> & { facts: EventData } {
  return withFacts({ ...row, facts: row.facts ?? '{}' })
}
