/** Amounts as owners write them: 145k, 145.000đ, 65 nghìn, 1tr2. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { formatMoney } from '../../kernel/money.ts'
import { isQuoted, type Propose, quotesNotNeeded } from './proposal.ts'

const thousand = 1000
const million = 1_000_000

/** The smallest amount that a price can be: below it, thousands were meant. */
const minAmount = thousand

/** Undefined if it is not clear which amount is meant, such as "55k/65k". */
function parseAmount(text: string): number | undefined {
  const compact = foldDiacritics(text)
    .replace(/[\s\u00A0\u202F]/g, '')
    .replace(/(vnd|dong|₫|d)$/, '')
  const [, millions = '', rest] =
    /^([0-9]+(?:[.,][0-9]{1,2})?)(?:tr|trieu)([0-9]{0,3})$/.exec(compact) ?? []
  if (rest !== undefined) {
    // "1tr2" and "1tr200" are both 1,200,000.
    const after = rest === '' ? 0 : Number(rest.padEnd(3, '0')) * thousand
    return toWholeAmount(toNumber(millions) * million + after)
  }
  const [, thousands] = /^([0-9]+(?:[.,][0-9]{1,2})?)(?:k|nghin|ngan)$/.exec(compact) ?? []
  if (thousands !== undefined) return toWholeAmount(toNumber(thousands) * thousand)
  if (/^[0-9]{1,3}([.,][0-9]{3})+$/.test(compact))
    return toWholeAmount(Number(compact.replace(/[.,]/g, '')))
  return /^[0-9]+$/.test(compact) ? toWholeAmount(Number(compact)) : undefined
}

function toNumber(text: string): number {
  return Number(text.replace(',', '.'))
}

function toWholeAmount(amount: number): number | undefined {
  const rounded = Math.round(amount)
  return Math.abs(rounded - amount) < 1e-6 && rounded <= 1_000_000_000 ? rounded : undefined
}

export const proposeAmount: Propose = (written) => {
  const amount = parseAmount(written.plain)
  if (amount === undefined) return undefined
  if (amount !== 0 && amount < minAmount) {
    return {
      wrong: () => ({
        vi: `${formatMoney(amount, 'vi')} quá ít, có lẽ thiếu ba số 0`,
        en: `${formatMoney(amount, 'en')} is too little, probably thousands were meant`,
      }),
      values: [String(amount * thousand)],
    }
  }
  const isNumberInQuotes = isQuoted(written) && String(amount) === written.plain
  return { values: [String(amount)], ...(isNumberInQuotes && { wrong: quotesNotNeeded }) }
}
