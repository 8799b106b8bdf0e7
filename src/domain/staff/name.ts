/** The name of a member: what others see, and how they type it to sign in. */
import { fold } from '../../kernel/fold-diacritics.ts'
import { StaffRefusal } from './errors.ts'

const longest = 60

/** Line breaks, control characters and such as turn the direction of what follows. */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u

export function readName(text: string): { name: string; folded: string } {
  const name = text
    .normalize('NFC')
    .trim()
    .replace(/\p{Zs}+/gu, ' ')
  const folded = fold(name)
  if (folded === '' || [...name].length > longest || unprintable.test(name)) {
    throw new StaffRefusal('name_unfit')
  }
  return { name, folded }
}
