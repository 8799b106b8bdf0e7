/** Content check: the last start in the rules must be reachable within the opening hours. */
import type { Report } from '../../content/report.ts'
import type { Path } from '../../content/source.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { minutesOf, timeOf } from '../../kernel/time.ts'
import { latestStart, type OpeningHours, startsAtInterval } from './hours.ts'

export type Starts = { every: number; first: string; last: string; shortest: number }

/** `of` is the file, `path` the position in it. */
export function checkLastStart(
  of: object,
  path: Path,
  { every, first, last, shortest }: Starts,
  business: OpeningHours,
  report: Report,
): void {
  const latest = latestStart(business, minutesOf(last), shortest)
  if (latest === minutesOf(last)) return
  const lastVisible = startsAtInterval(every, first, last).findLast((at) => at <= (latest ?? -1))
  report.note(
    of,
    path,
    (name) => ({
      vi:
        `${name.vi} là ${last}, nhưng lượt ngắn nhất cũng mất ${shortest} phút mà cửa đóng ` +
        `trước đó: ${visibleStartText(lastVisible).vi}`,
      en:
        `${name.en} is ${last}, but the shortest takes ${shortest} minutes and the shop ` +
        `closes before that: ${visibleStartText(lastVisible).en}`,
    }),
    suggestedStart(String(path.at(-1)), lastVisible),
  )
}

function visibleStartText(lastVisible: number | undefined): LocalizedText {
  if (lastVisible === undefined) {
    return { vi: 'khách không thấy giờ nào cả', en: 'guests see no time at all' }
  }
  const time = timeOf(lastVisible)
  return { vi: `khách thấy giờ cuối là ${time}`, en: `guests see ${time} as the last` }
}

function suggestedStart(key: string, lastVisible: number | undefined): LocalizedText {
  if (lastVisible === undefined)
    return { vi: 'giờ cửa đang mở', en: 'a time within the opening hours' }
  const time = timeOf(lastVisible)
  const line = `${key}: "${time}"`
  return { vi: `${line}, hoặc mở cửa lâu hơn`, en: `${line}, or open for longer` }
}
