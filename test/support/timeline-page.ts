/** Where to touch the timeline of the desk. */
import assert from 'node:assert/strict'
import type { Locator, Page } from './browser.ts'

/** Away from what sticks to the edges. Only up or down, because the time matters. */
export const bringToMiddle = (target: Locator) =>
  target.evaluate((element) => {
    const view = element.ownerDocument.defaultView
    const distance = () => {
      const { top, height } = element.getBoundingClientRect()
      return top + height / 2 - view.innerHeight / 2
    }
    element.closest('.timeline-box').scrollBy(0, distance())
    view.scrollBy(0, distance())
  })

/** The visible part of an element of the timeline, to the right of the labels. */
export async function centerOf(page: Page, selector: Locator): Promise<{ x: number; y: number }> {
  await selector.scrollIntoViewIfNeeded()
  await bringToMiddle(selector)
  const box = await selector.boundingBox()
  const label = await page.locator('.timeline .label').first().boundingBox()
  assert.ok(box && label)
  const left = Math.max(box.x, label.x + label.width)
  const right = Math.min(box.x + box.width, page.viewportSize()?.width ?? 0)
  return { x: (left + right) / 2, y: box.y + box.height / 2 }
}
