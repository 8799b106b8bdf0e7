/** Quick-entry phrases of a spa: treatments and therapists. */
import type { AliasedItem } from '../../domain/quick-entry/aliases.ts'
import type { Phrase } from '../../domain/scheduling/rules.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { peoplePhrases, servicePhrases } from '../appointments/quick-entry-phrases.ts'
import { allTreatments } from './assortment.ts'
import type { SpaFiles, Treatment } from './files.ts'

export function quickEntryPhrases(files: SpaFiles): Phrase[] {
  const { therapists } = files.therapists
  return [
    ...servicePhrases(namedTreatments(allTreatments(files))),
    ...peoplePhrases(therapists, 'therapist_id', ['ktv', 'kỹ thuật viên']),
    ...genders,
  ]
}

/** "Massage đá ấm" may also be typed as "đá ấm", if at least three treatments begin with Massage. */
function namedTreatments(treatments: readonly Treatment[]): AliasedItem[] {
  const byFirstWord = Map.groupBy(treatments, ({ name }) => firstWord(name.vi))
  return treatments.map(({ id, name: { vi, en } }) => {
    const isCommonFirstWord = (byFirstWord.get(firstWord(vi))?.length ?? 0) >= 3
    const [, ...remainingWords] = vi.split(' ')
    return {
      id,
      names: [isCommonFirstWord ? remainingWords.join(' ') : vi, en],
      aliases: [vi, vi.split(' ').slice(0, 3).join(' '), id.replaceAll('-', ' ')],
    }
  })
}

function firstWord(name: string): string {
  return foldDiacritics(name).split(' ')[0] ?? ''
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
