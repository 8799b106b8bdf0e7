/** What staff of a spa type in a booking line: treatments, and therapists they name. */

import type { Thing } from '../../domain/quick-entry/aliases.ts'
import type { Phrase } from '../../domain/scheduling/rules.ts'
import { fold } from '../../kernel/fold-diacritics.ts'
import { peoplePhrases, servicePhrases } from '../appointments/quick-entry-phrases.ts'
import { allTreatments } from './assortment.ts'
import type { SpaFiles, Treatment } from './files.ts'

export function vocabulary(files: SpaFiles): Phrase[] {
  const { therapists } = files.therapists
  return [
    ...servicePhrases(waysToName(allTreatments(files))),
    ...peoplePhrases(therapists, 'therapist_id', ['ktv', 'kỹ thuật viên']),
    ...genders,
  ]
}

/** "Massage đá ấm" is "đá ấm" too, where many treatments begin with Massage. */
function waysToName(treatments: readonly Treatment[]): Thing[] {
  const heads = Map.groupBy(treatments, ({ name }) => headOf(name.vi))
  return treatments.map(({ id, name: { vi, en } }) => {
    const headed = (heads.get(headOf(vi))?.length ?? 0) >= 3
    const [, ...rest] = vi.split(' ')
    return {
      id,
      names: [headed ? rest.join(' ') : vi, en],
      aliases: [vi, vi.split(' ').slice(0, 3).join(' '), id.replaceAll('-', ' ')],
    }
  })
}

function headOf(name: string): string {
  return fold(name).split(' ')[0] ?? ''
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
