/** What staff of a spa type in a booking line: treatments, and therapists they name. */
import { waysToSay } from '../../domain/booking/one-line/ways-to-say.ts'
import type { Phrase } from '../../domain/booking/plan.ts'
import { fold } from '../../kernel/fold.ts'
import { allTreatments } from './assortment.ts'
import type { SpaFiles, Treatment } from './files.ts'

export function vocabulary(files: SpaFiles): Phrase[] {
  return [...treatmentPhrases(allTreatments(files)), ...therapistPhrases(files), ...genders]
}

/** "Massage đá ấm" is "đá ấm" too, where many treatments begin with Massage. */
function treatmentPhrases(treatments: readonly Treatment[]): Phrase[] {
  const heads = Map.groupBy(treatments, ({ name }) => headOf(name.vi))
  const things = treatments.map(({ id, name: { vi, en } }) => {
    const headed = (heads.get(headOf(vi))?.length ?? 0) >= 3
    const [, ...rest] = vi.split(' ')
    return {
      id,
      names: [headed ? rest.join(' ') : vi, en],
      aliases: [vi, vi.split(' ').slice(0, 3).join(' '), id.replaceAll('-', ' ')],
    }
  })
  return waysToSay(things).map(({ id, phrase }) => ({ phrase, field: 'offerId', value: id }))
}

function headOf(name: string): string {
  return fold(name).split(' ')[0] ?? ''
}

/** A guest may have the same name, so a therapist is meant only after one of these. */
const after = ['với', 'with', 'của', 'by', '@', 'ktv', 'kỹ thuật viên', 'chọn']

function therapistPhrases({ therapists: { therapists } }: SpaFiles): Phrase[] {
  const given = (name: string) => name.split(' ').at(-1) ?? name
  const called = Map.groupBy(therapists, ({ name }) => fold(given(name)))
  return therapists.flatMap(({ id, name }) => {
    const alone = called.get(fold(given(name)))?.length === 1
    const phrases = alone ? [name, given(name)] : [name]
    return phrases.map((phrase) => ({ phrase, field: 'therapist_id', value: id, after }))
  })
}

const genders: Phrase[] = [
  ...['ktv nữ', 'kỹ thuật viên nữ', 'female therapist', 'lady therapist'].map((phrase) => ({
    phrase,
    field: 'therapist_gender',
    value: 'female',
  })),
  ...['ktv nam', 'kỹ thuật viên nam', 'male therapist'].map((phrase) => ({
    phrase,
    field: 'therapist_gender',
    value: 'male',
  })),
]
