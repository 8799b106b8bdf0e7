/** Reads quick-entry lines with a small vocabulary, and compares the results. */
import assert from 'node:assert/strict'
import {
  createVocabulary,
  parseQuickEntry,
  type QuickEntry,
} from '../../src/domain/quick-entry/parse.ts'
import type { Phrase } from '../../src/domain/scheduling/rules.ts'

/** Tuesday 17 November 2026, 10:00 in Vietnam. */
export const now = Date.UTC(2026, 10, 17, 3)
export const today = '2026-11-17'

export const openPeriods = () => [{ from: 11 * 60, to: 22 * 60 }]

const phrases: Phrase[] = [
  { phrase: 'hiên', field: 'place', value: 'veranda' },
  { phrase: 'hiên vườn', field: 'place', value: 'garden' },
  { phrase: 'mâm bốn người', field: 'meal', value: 'four' },
  { phrase: 'mâm sáu người', field: 'meal', value: 'six' },
  { phrase: 'Nhung', field: 'person', value: 'nhung', after: ['với', 'with', '@'] },
]

export const vocabulary = createVocabulary(phrases)

export const read = (text: string) => parseQuickEntry(text, { now, vocabulary, openPeriods })

type Reading = Partial<Omit<QuickEntry, 'unclear'>> & { unclear?: string[] }

/** The expected entry; by default for today without other fields. */
function withDefaults({ date, unclear = [], ...expected }: Reading) {
  return {
    date: date ?? today,
    hasExplicitDate: date !== undefined,
    time: undefined,
    partySize: undefined,
    name: undefined,
    phone: undefined,
    note: undefined,
    fields: {},
    offerChoices: [],
    ...expected,
    unclear,
  }
}

export function check(lines: Record<string, Reading>): void {
  for (const [text, expected] of Object.entries(lines)) {
    const { warnings: unclear, ...entry } = read(text)
    assert.deepEqual(
      { ...entry, unclear: unclear.map((one) => one.text) },
      withDefaults(expected),
      text,
    )
    for (const { message } of unclear) assert.ok(message.vi !== '' && message.en !== '')
  }
}

export const lan = { name: 'Lan', phone: '+84912345678' }
export const four = { time: '19:00', partySize: 4 }
