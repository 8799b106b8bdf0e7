/**
 * Counts the taps and page loads of a guest. A tap is one activation of a link, button, checkbox or disclosure; putting
 * the cursor into a field, typing and scrolling are free. A page load is one navigation of the page after its first one;
 * a redirect belongs to the navigation that caused it, and an address that a script changes is no load.
 */
import type { Locator, Page } from './browser.ts'

export type Journey = {
  tap(target: Locator): Promise<void>
  write(field: Locator, text: string): Promise<void>
  readonly taps: number
  readonly loads: number
}

/** The start page must be open. */
export function startJourney(page: Page): Journey {
  let [taps, loads] = [0, 0]
  page.on('request', (request) => {
    const isOfPage = request.isNavigationRequest() && request.frame() === page.mainFrame()
    if (isOfPage && request.redirectedFrom() === null) loads++
  })
  return {
    async tap(target) {
      taps++
      await target.tap()
    },
    write: (field, text) => field.fill(text),
    get taps() {
      return taps
    },
    get loads() {
      return loads
    },
  }
}
