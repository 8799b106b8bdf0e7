/** Name of a member, as displayed and as typed to sign in. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { StaffAccessError } from './errors.ts'

const maxNameLength = 60

/** Line breaks, control characters and bidirectional overrides. */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u

export function parseName(text: string): { name: string; folded: string } {
  const name = text
    .normalize('NFC')
    .trim()
    .replace(/\p{Zs}+/gu, ' ')
  const folded = foldDiacritics(name)
  if (folded === '' || [...name].length > maxNameLength || unprintable.test(name)) {
    throw new StaffAccessError('name_unfit')
  }
  return { name, folded }
}
