/** Row mapper of audit entries and events: parses the column `facts`. */
import type { EventData } from './events.ts'

export function withFacts<Row extends { facts: string }>({
  facts,
  ...columns
}: Row): Omit<Row, 'facts'> & { facts: EventData } {
  return { ...columns, facts: JSON.parse(facts) as EventData }
}
