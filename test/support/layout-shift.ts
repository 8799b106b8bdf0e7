/** How far the content of a page moved while it was loaded. */
import type { Page } from 'playwright-core'

/** Cumulative layout shift since the page was opened (web vitals). */
export function shiftOf(page: Page): Promise<number> {
  return page.locator('html').evaluate(async (html) => {
    const view = html.ownerDocument.defaultView
    await html.ownerDocument.fonts.ready
    return new Promise<number>((resolve) => {
      let sum = 0
      const observer = new view.PerformanceObserver(
        (list: { getEntries(): { value: number }[] }) => {
          for (const { value } of list.getEntries()) sum += value
        },
      )
      observer.observe({ type: 'layout-shift', buffered: true })
      // After two frames all layout shifts have been reported.
      const nextFrame = view.requestAnimationFrame
      const finish = () => {
        for (const { value } of observer.takeRecords()) sum += value
        resolve(sum)
      }
      nextFrame(() => nextFrame(() => view.setTimeout(finish, 50)))
    })
  })
}
