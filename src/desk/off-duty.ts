/** The time of a row of the timeline in which the person does not work: staff can use it, but it is not free. */
import { type Html, html } from '../ui/html.ts'
import type { DeskContext } from './context.ts'

/** The visible part of a day, in quarter hours after midnight. */
type VisibleDay = { date: string; range: { from: number; to: number } }

export function offDuty(
  { shop }: DeskContext,
  { date, range }: VisibleDay,
  resource: string,
): Html[] | undefined {
  const duty = shop.booking.dutyOn?.(resource, date)
  if (!duty) return undefined
  const edges = duty.flatMap(({ from, to }) => [Math.floor(from / 15), Math.ceil(to / 15)])
  const all = [range.from, ...edges, range.to]
  return Array.from({ length: all.length / 2 }, (_, index) => {
    const first = Math.max(range.from, all[2 * index] ?? range.from)
    const cells = Math.min(range.to, all[2 * index + 1] ?? range.to) - first
    return cells > 0
      ? html`<span class="off-duty c${first - range.from} s${cells}"></span>`
      : html``
  })
}
