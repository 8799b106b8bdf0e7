/** Values of a fixed list, yes and no, ids and colors. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { banks, findBank } from '../banks.ts'
import type { FieldKind } from '../schema-message.ts'
import { findClosestWord, toSlug } from './closest-word.ts'
import {
  type Correction,
  inQuotes,
  isQuoted,
  type Propose,
  quotesNotNeeded,
  type WrittenValue,
} from './proposal.ts'

type ChoiceKind = Extract<FieldKind, { kind: 'choice' }>

export function proposeChoice(
  { values, words }: ChoiceKind,
  { plain }: WrittenValue,
): Correction | undefined {
  const folded = foldDiacritics(plain)
  const [, meant] = Object.entries(words).find(([word]) => foldDiacritics(word) === folded) ?? []
  const closest = meant ?? findClosestWord(plain, values)
  return closest === undefined ? undefined : { values: [String(closest)] }
}

const yes = ['co', 'yes', 'y', 'dung', 'bat', 'on', 'true', '1', 'x']
const no = ['khong', 'no', 'n', 'sai', 'tat', 'off', 'false', '0']

export const proposeYesOrNo: Propose = (written) => {
  const word = foldDiacritics(written.plain)
  const value = yes.includes(word) ? 'true' : no.includes(word) ? 'false' : undefined
  if (value === undefined) return undefined
  return { values: [value], ...(isQuoted(written) && word === value && { wrong: quotesNotNeeded }) }
}

export const proposeId: Propose = ({ plain }) => {
  const id = toSlug(plain)
  return id === '' || id.length > 60 ? undefined : { values: [id] }
}

/** Without quotes, YAML reads `#a23a21` as a comment. */
export const proposeColor: Propose = ({ value, text, plain }) => {
  const digits = plain.replace(/^#/, '').toLowerCase()
  if (!/^([0-9a-f]{3}|[0-9a-f]{6})$/.test(digits)) return undefined
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const isComment = value === null && text.startsWith('#')
  return {
    values: [inQuotes(`#${six}`)],
    ...(isComment && {
      wrong: () => ({
        vi: `${text} không nằm trong ngoặc kép, nên bị coi là ghi chú`,
        en: `${text} is not between quotes, so it is read as a comment`,
      }),
    }),
  }
}

/** Short names that bank apps and owners use. */
const bankNames: Readonly<Record<string, string>> = {
  mb: 'MBBank',
  vcb: 'Vietcombank',
  tcb: 'Techcombank',
  ctg: 'VietinBank',
  vietin: 'VietinBank',
  vpb: 'VPBank',
  vp: 'VPBank',
  tpb: 'TPBank',
  tp: 'TPBank',
  stb: 'Sacombank',
  agri: 'Agribank',
  vbard: 'Agribank',
  hdb: 'HDBank',
  hd: 'HDBank',
  eib: 'Eximbank',
  exim: 'Eximbank',
  lpb: 'LPBank',
  lienviet: 'LPBank',
  ssb: 'SeABank',
  namabank: 'Nam A Bank',
  maritime: 'MSB',
}

export const proposeBank: Propose = ({ plain }) => {
  const name = foldDiacritics(plain).replace(/^(ngan hang|nh|bank)\s+/, '')
  const compact = name.replace(/[^a-z0-9]/g, '')
  const bank =
    findBank(compact)?.name ??
    bankNames[compact] ??
    findClosestWord(
      name,
      banks.map((one) => one.name),
    )
  return bank === undefined
    ? undefined
    : {
        wrong: (quoted) => ({
          vi: `${quoted} không có trong danh sách ngân hàng`,
          en: `${quoted} is not in the list of banks`,
        }),
        values: [bank],
      }
}

export const proposeAccount: Propose = ({ plain, value }) => {
  const digits = plain.replace(/[\s.-]/g, '')
  if (!/^[0-9]{6,19}$/.test(digits)) return undefined
  return {
    values: [inQuotes(digits)],
    ...(typeof value === 'number' && {
      wrong: (quoted) => ({
        vi: `${quoted} không nằm trong ngoặc kép, nên số 0 ở đầu bị mất`,
        en: `${quoted} is not between quotes, so a 0 at its start is lost`,
      }),
    }),
  }
}

export const proposeHolder: Propose = ({ plain }) => {
  const holder = foldDiacritics(plain).toUpperCase()
  return /^[A-Z0-9][A-Z0-9 .,&-]*$/.test(holder) ? { values: [holder] } : undefined
}
