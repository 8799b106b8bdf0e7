/** Prices that may be slips of the pen: nothing at all, or far from every other of their kind. */
import type { Words } from '../kernel/locale.ts'
import { displayDong } from '../kernel/money.ts'
import type { Report } from './folder.ts'
import type { Path } from './source.ts'

export type Priced = { of: object; path: Path; price: number }

/** A zero too many or too few. */
const far = 10

/** Of fewer nobody can say what is usual. */
const enough = 3

export function notePrices(list: readonly Priced[], report: Report): void {
  for (const one of list) {
    const others = list.flatMap((other) => (other === one || other.price === 0 ? [] : other.price))
    const strange = whatIsStrange(one.price, others)
    if (!strange) continue
    const price = displayDong(one.price)
    report.note(
      one.of,
      one.path,
      ({ vi, en }) => ({
        vi: `${vi} là ${price}, ${strange.vi}`,
        en: `${en} is ${price}, ${strange.en}`,
      }),
      { vi: 'lại nếu gõ nhầm', en: 'it anew if that was a slip' },
    )
  }
}

function whatIsStrange(price: number, others: readonly number[]): Words | undefined {
  if (price === 0) return { vi: 'khách sẽ hiểu là miễn phí', en: 'which guests read as free' }
  if (others.length < enough) return undefined
  const [least, most] = [Math.min(...others), Math.max(...others)]
  if (price > most * far) {
    return {
      vi: `hơn ${far} lần giá cao nhất trong các giá còn lại`,
      en: `more than ${far} times the dearest of the others`,
    }
  }
  if (price * far < least) {
    return {
      vi: `chưa bằng một phần ${far} giá thấp nhất trong các giá còn lại`,
      en: 'less than a tenth of the cheapest of the others',
    }
  }
  return undefined
}
