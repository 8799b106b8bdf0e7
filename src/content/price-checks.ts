/** Prices that are probably mistakes: zero, or far from all others of their kind. */
import type { LocalizedText } from '../kernel/locale.ts'
import { formatMoney } from '../kernel/money.ts'
import type { Report } from './folder.ts'
import type { Path } from './source.ts'

export type PricedEntry = { of: object; path: Path; price: number }

/** A factor of ten: one zero too many or too few. */
const outlierFactor = 10

/** With fewer prices it is not known what is usual. */
const minComparedPrices = 3

export function checkPrices(list: readonly PricedEntry[], report: Report): void {
  for (const one of list) {
    const others = list.flatMap((other) => (other === one || other.price === 0 ? [] : other.price))
    const outlier = describeOutlier(one.price, others)
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

function describeOutlier(price: number, others: readonly number[]): LocalizedText | undefined {
  if (price === 0) return { vi: 'khách sẽ hiểu là miễn phí', en: 'which guests read as free' }
  if (others.length < minComparedPrices) return undefined
  const [lowest, highest] = [Math.min(...others), Math.max(...others)]
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
