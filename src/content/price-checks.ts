/** Prices that are probably mistakes: zero, or far from all others of their kind, or from the price before. */
import type { LocalizedText } from '../kernel/locale.ts'
import { formatMoney } from '../kernel/money.ts'
import type { NextPrice } from './dated-prices.ts'
import type { Report } from './report.ts'
import type { Path } from './source.ts'

export type PricedEntry = {
  of: object
  /** The position of `price`. */
  path: Path
  price: number
  next?: NextPrice | undefined
}

/** A price that is so far from the others of its category probably has a zero too many or too few. */
const categoryFactor = 3

/** A factor of ten: one zero too many or too few. */
const outlierFactor = 10

/** With fewer prices it is not known what is usual. */
const minComparedPrices = 3

export function checkPrices(list: readonly PricedEntry[], report: Report): void {
  const all = rangeOfOthers(list)
  const categories = new Map(
    [...Map.groupBy(list, ({ of }) => of)].map(([of, entries]) => [of, rangeOfOthers(entries)]),
  )
  for (const one of list) {
    if (one.next) checkNextPrice(one, one.next, report)
    const shifted = findShiftedZero(one.price, categories.get(one.of)?.(one.price))
    if (shifted) {
      const line = `${one.path.at(-1)}: ${shifted.price}`
      const wrong = {
        vi: `${formatMoney(one.price, 'vi')} ${shifted.wrong.vi}`,
        en: `${formatMoney(one.price, 'en')} ${shifted.wrong.en}`,
      }
      report.note(one.of, one.path, wrong, {
        vi: `${line} nếu gõ nhầm`,
        en: `${line} if that was a mistake`,
      })
      continue
    }
    const outlier = describeOutlier(one.price, all(one.price))
    if (!outlier) continue
    report.note(
      one.of,
      one.path,
      ({ vi, en }) => ({
        vi: `${vi} là ${formatMoney(one.price, 'vi')}, ${outlier.vi}`,
        en: `${en} is ${formatMoney(one.price, 'en')}, ${outlier.en}`,
      }),
      { vi: 'lại nếu gõ nhầm', en: 'it again if that was a mistake' },
    )
  }
}

type PriceRange = { lowest: number; highest: number }

/**
 * The range of all prices but one; undefined if too few are left. Sorted once, because a menu may have thousands.
 * Prices of zero do not count.
 */
function rangeOfOthers(entries: readonly PricedEntry[]): (price: number) => PriceRange | undefined {
  const sorted = entries
    .map(({ price }) => price)
    .filter((price) => price !== 0)
    .sort((one, other) => one - other)
  return (price) => {
    if (sorted.length - (price === 0 ? 0 : 1) < minComparedPrices) return undefined
    const [lowest, second] = sorted
    const [secondHighest, highest] = sorted.slice(-2)
    return {
      lowest: (price === lowest ? second : lowest) as number,
      highest: (price === highest ? secondHighest : highest) as number,
    }
  }
}

/** A price that takes effect later, beside the one before. */
function checkNextPrice(
  { of, path, price }: PricedEntry,
  { from, amount }: NextPrice,
  report: Report,
): void {
  const nextPath = [...path.slice(0, -1), 'next_price']
  report.noteFrom(
    from,
    of,
    nextPath,
    { vi: `giá này đã áp dụng từ ${from}`, en: `this is the price since ${from}` },
    {
      vi: `price: ${amount} và bỏ next_price`,
      en: `price: ${amount} and remove next_price`,
    },
  )
  if (amount === price) {
    const wrong = {
      vi: `${formatMoney(amount, 'vi')} bằng giá hiện nay`,
      en: `${formatMoney(amount, 'en')} is the current price`,
    }
    report.note(of, [...nextPath, 'amount'], wrong, {
      vi: 'giá mới, hoặc bỏ next_price',
      en: 'the new price, or remove next_price',
    })
  }
  const isFar = amount > price * categoryFactor || amount * categoryFactor < price
  if (price > 0 && isFar) {
    const wrong = {
      vi: `${formatMoney(amount, 'vi')} khác hẳn giá hiện nay, ${formatMoney(price, 'vi')}`,
      en: `${formatMoney(amount, 'en')} is far from the current price, ${formatMoney(price, 'en')}`,
    }
    report.note(of, [...nextPath, 'amount'], wrong, {
      vi: 'lại nếu gõ nhầm',
      en: 'it again if that was a mistake',
    })
  }
}

/** A price that fits to the others of its category with one zero less, or one more. */
function findShiftedZero(
  price: number,
  others: PriceRange | undefined,
): { price: number; wrong: LocalizedText } | undefined {
  if (price === 0 || !others) return undefined
  const { lowest, highest } = others
  const isUsual = (one: number) => Number.isInteger(one) && one >= lowest / 2 && one <= highest * 2
  if (price > highest * categoryFactor && isUsual(price / outlierFactor)) {
    const wrong = {
      vi: 'cao hơn hẳn mọi giá khác trong nhóm, có lẽ thừa một số 0',
      en: 'is far above all others of this category, probably with a zero too many',
    }
    return { price: price / outlierFactor, wrong }
  }
  if (price * categoryFactor < lowest && isUsual(price * outlierFactor)) {
    const wrong = {
      vi: 'thấp hơn hẳn mọi giá khác trong nhóm, có lẽ thiếu một số 0',
      en: 'is far below all others of this category, probably with a zero too few',
    }
    return { price: price * outlierFactor, wrong }
  }
  return undefined
}

function describeOutlier(price: number, others: PriceRange | undefined): LocalizedText | undefined {
  if (price === 0) return { vi: 'khách sẽ hiểu là miễn phí', en: 'which guests read as free' }
  if (!others) return undefined
  const { lowest, highest } = others
  if (price > highest * outlierFactor) {
    return {
      vi: `hơn ${outlierFactor} lần giá cao nhất trong các giá còn lại`,
      en: `more than ${outlierFactor} times the highest of the others`,
    }
  }
  if (price * outlierFactor < lowest) {
    return {
      vi: `chưa bằng một phần ${outlierFactor} giá thấp nhất trong các giá còn lại`,
      en: 'less than a tenth of the lowest of the others',
    }
  }
  return undefined
}
