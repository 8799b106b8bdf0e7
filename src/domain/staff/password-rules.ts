/** Password rules: a minimum length, and no password that an attacker would try first. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { StaffAccessError } from './errors.ts'

const minLength = 10
const maxLength = 200

/** Common passwords, also of Vietnamese users, that are long enough to pass the length rule. */
const commonPasswords = new Set(
  `password12 password123 password1234 passwordpassword matkhau123 matkhau1234 matkhau12345
  matkhau123456 matkhaumatkhau qwertyuiop qwerty12345 qwerty123456 1q2w3e4r5t 1qaz2wsx3edc
  asdfghjkl123 zxcvbnm123 iloveyou123 iloveyouforever anhyeuem123 emyeuanh123 anhyeuemnhieu
  yeuemnhieulam khongbiet123 khongcopass adminadmin admin12345 admin123456 administrator
  letmein123 welcome123 changeme123 vietnam123 vietnamvodich saigon12345 hanoi123456 abc123456789
  abcd123456 a123456789 123456789a 1122334455 1234512345 123123123123 nhahang123 letan12345`.split(
    /\s+/,
  ),
)

/** Keyboards compose letters differently; NFKC makes the results equal. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC')
}

export function checkPassword(password: string, name: string): void {
  const characters = [...normalizePassword(password)]
  if (characters.length < minLength) throw new StaffAccessError('password_short')
  if (characters.length > maxLength) throw new StaffAccessError('password_long')
  const folded = foldDiacritics(characters.join('')).replaceAll(' ', '')
  if (
    commonPasswords.has(folded) ||
    isOneCharacter(folded) ||
    isRun(folded) ||
    isOnlyName(folded, name)
  ) {
    throw new StaffAccessError('password_weak')
  }
}

function isOneCharacter(text: string): boolean {
  return new Set(text).size < 2
}

/** "0123456789", "9876543210", "abcdefghijk"; also "1234567890", where 9 is followed by 0. */
function isRun(text: string): boolean {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const steps = points.slice(1).map((point, index) => {
    const step = point - (points[index] ?? 0)
    return Math.abs(step) === 9 ? -Math.sign(step) : step
  })
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

/** The member's own name, once or repeated, with any digits or punctuation. */
function isOnlyName(text: string, name: string): boolean {
  const letters = (of: string) => of.replace(/[^\p{L}]/gu, '')
  const own = letters(foldDiacritics(name))
  return own !== '' && letters(text) !== '' && letters(text).replaceAll(own, '') === ''
}
