/** VAT rates: their order, and a reduced rate that ends without a rate for the time after it. */
import { addDays } from '../kernel/time.ts'
import type { Report } from './report.ts'
import type { SharedFiles } from './shop.ts'
import { vatReduction } from './vat.ts'

const remindFrom = '2026-12-01'

export function checkVatRates(business: SharedFiles['business'], report: Report): void {
  business.vat.forEach(({ rates }, index) => {
    const path = ['vat', index, 'rates']
    rates.forEach(({ from }, number) => {
      const before = rates[number - 1]
      if (!before || before.from < from) return
      report.error(
        business,
        [...path, number, 'from'],
        {
          vi: `${from} không muộn hơn ${before.from} ở dòng trên`,
          en: `${from} is not later than ${before.from} in the line above`,
        },
        { vi: 'các mức theo thứ tự ngày', en: 'the rates in the order of their dates' },
      )
    })
    const last = rates.at(-1)
    const { percent, usualPercent, lastDay } = vatReduction
    if (!last || last.percent !== percent || last.from > lastDay) return
    const line = `- { from: "${addDays(lastDay, 1)}", percent: ${usualPercent} }`
    report.noteFrom(
      remindFrom,
      business,
      path,
      {
        vi: `mức ${percent}% chỉ áp dụng đến hết ngày ${lastDay}`,
        en: `the rate of ${percent}% applies until ${lastDay} only`,
      },
      {
        vi: `${line} ở dòng tiếp theo, hoặc mức mà kế toán cho biết`,
        en: `${line} as the next line, or the rate that your accountant names`,
      },
    )
  })
}
