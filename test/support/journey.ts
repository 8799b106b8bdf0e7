/**
 * Counts the taps and page loads of a guest. A tap is one activation of a link, button, checkbox or disclosure; putting
 * the cursor into a field, typing and scrolling are free. A page load is one navigation of the page after its first one;
 * a redirect belongs to the navigation that caused it, and an address that a script changes is no load.
 */
import type { Page } from './browser.ts'
import { finger, type InputMethod } from './input-methods.ts'

export type Journey = InputMethod & {
  readonly taps: number
  readonly loads: number
}

/** The start page must be open. */
export function startJourney(page: Page, by: InputMethod = finger): Journey {
  let [taps, loads] = [0, 0]
  page.on('request', (request) => {
    const isOfPage = request.isNavigationRequest() && request.frame() === page.mainFrame()
    if (isOfPage && request.redirectedFrom() === null) loads++
  })
  const counted = (act: InputMethod['press']) => (target: Parameters<typeof act>[0]) => {
    taps++
    return act(target)
  }
  return {
    press: counted(by.press),
    tick: counted(by.tick),
    choose: counted(by.choose),
    write: by.write,
    get taps() {
      return taps
    },
    get loads() {
      return loads
    },
  }
}
