/** Input methods for a page: mouse, finger or keyboard. */
import assert from 'node:assert/strict'
import type { Locator, Page } from './browser.ts'

export type InputMethod = {
  press(target: Locator): Promise<void>
  write(field: Locator, text: string): Promise<void>
  tick(box: Locator): Promise<void>
  /** One of several radio buttons. */
  choose(option: Locator): Promise<void>
}

export const mouse: InputMethod = {
  press: (target) => target.click(),
  write: (field, text) => field.fill(text),
  tick: (box) => box.check(),
  choose: (option) => option.check(),
}

/** For a page that was opened with `hasTouch`. */
export const finger: InputMethod = {
  press: (target) => target.tap(),
  write: (field, text) => field.fill(text),
  async tick(box) {
    await box.tap()
    assert.equal(await box.isChecked(), true)
  },
  async choose(option) {
    await option.tap()
    assert.equal(await option.isChecked(), true)
  },
}

const maxTabs = 150

/** Presses Tab until the element has the focus; every focused element on the way must be visible. */
async function reach(target: Locator): Promise<void> {
  const { keyboard } = target.page()
  for (let tabs = 0; tabs < maxTabs; tabs++) {
    await keyboard.press('Tab')
    const { isReached, stop, isVisible } = await target.evaluate((element) => {
      const { activeElement, body, defaultView: view } = element.ownerDocument
      const { outlineStyle, outlineWidth, outlineColor } = view.getComputedStyle(activeElement)
      const box = activeElement.getBoundingClientRect()
      const drawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      const inWindow =
        box.bottom > 0 && box.right > 0 && box.top < view.innerHeight && box.left < view.innerWidth
      return {
        isReached: activeElement === element,
        stop: activeElement.outerHTML.slice(0, 200),
        isVisible:
          activeElement === body ||
          (drawn && inWindow && box.width > 1 && outlineColor !== 'rgba(0, 0, 0, 0)'),
      }
    })
    assert.ok(isVisible, `the focus cannot be seen on ${stop}`)
    if (isReached) return
  }
  assert.fail(`no Tab leads to ${target}`)
}

export const keyboard: InputMethod & { reach: typeof reach } = {
  reach,
  async press(target) {
    await reach(target)
    await target.page().keyboard.press('Enter')
  },
  async write(field, text) {
    await reach(field)
    await field.page().keyboard.type(text)
  },
  async tick(box) {
    await reach(box)
    await box.page().keyboard.press('Space')
    assert.equal(await box.isChecked(), true)
  },
  /** Tab leads to the chosen option of a group, or to the first; the arrows lead on. */
  async choose(option) {
    const page = option.page()
    const group = page.locator(`input[type=radio][name="${await option.getAttribute('name')}"]`)
    const chosen = group.and(page.locator(':checked'))
    await reach((await chosen.count()) > 0 ? chosen : group.first())
    await page.keyboard.press('Space')
    for (let left = await group.count(); left > 0 && !(await option.isChecked()); left--) {
      await page.keyboard.press('ArrowDown')
    }
    assert.equal(await option.isChecked(), true)
  },
}

/** Activates a link or button, and waits for the next page. */
export async function waitForNavigation(page: Page, action: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), action()])
}
