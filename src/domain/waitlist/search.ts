/** Finds guests who wait by parts of the name, the phone number or the code. */
import { normalizeCode } from '../../kernel/booking-code.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { Sql } from '../../store/sql.ts'
import { loadOpenEntries, type WaitlistEntry } from './rows.ts'

const minLength = 2

/** Few guests wait at a time, so they are compared here. Every word must be found. */
export async function searchWaiting(sql: Sql, text: string, now: number): Promise<WaitlistEntry[]> {
  const folded = foldDiacritics(text).trim()
  if (folded.length < minLength) return []
  const code = normalizeCode(text)
  const words = folded.replace(/(?<=[0-9])[\s.()-]+(?=[0-9])/g, '').split(' ')
  const entries = await loadOpenEntries(sql, now)
  return entries.filter((entry) => {
    const name = foldDiacritics(entry.name)
    const hasWord = (word: string) => name.includes(word) || entry.phone.includes(word)
    return entry.code.includes(code) || words.every(hasWord)
  })
}
