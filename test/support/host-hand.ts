/** One thumb on a phone: counts the taps and the page loads of each situation of a service. */
import assert from 'node:assert/strict'
import type { Locator, Page } from './browser.ts'
import { notice } from './desk-page.ts'

export type HandledSituation = { row: number; limit: number; taps: number; loads: number }

export type HostHand = {
  /** Rows of the table of situations that were completed. */
  done: HandledSituation[]
  tap(target: Locator): Promise<void>
  /** A tap on a point, for what has no element of its own. */
  tapAt(point: { x: number; y: number }): Promise<void>
  /** The focus of a field counts as a tap; what is typed does not. */
  type(field: Locator, text: string): Promise<void>
  press(key: string): Promise<void>
  /** Waits until the notice says so. */
  sees(text: RegExp): Promise<void>
  /** Opens a screen without counting: where the situation begins. */
  startAt(path: string): Promise<void>
  situation(row: number, limit: number, act: () => Promise<void>): Promise<void>
  undo(): Promise<void>
}

export function createHostHand(page: Page, deskUrl: string): HostHand {
  const done: HandledSituation[] = []
  const count = { taps: 0, loads: 0 }
  page.on('load', () => {
    count.loads += 1
  })
  const hand: HostHand = {
    done,
    async tap(target) {
      await target.scrollIntoViewIfNeeded()
      count.taps += 1
      await target.tap()
    },
    async tapAt({ x, y }) {
      count.taps += 1
      await page.touchscreen.tap(x, y)
    },
    async type(field, text) {
      await hand.tap(field)
      await field.fill(text)
    },
    async press(key) {
      count.taps += 1
      await page.keyboard.press(key)
    },
    sees: (text) => notice(page).filter({ hasText: text }).first().waitFor(),
    async startAt(path) {
      await page.goto(deskUrl + path)
      await page.locator('body[data-live]').waitFor()
    },
    async situation(row, limit, act) {
      Object.assign(count, { taps: 0, loads: 0 })
      await act()
      const { taps, loads } = count
      done.push({ row, limit, taps, loads })
      assert.ok(taps <= limit, `row ${row}: ${taps} taps, at most ${limit}`)
    },
    async undo() {
      await notice(page).getByRole('button', { name: 'Hoàn tác' }).first().tap()
      await hand.sees(/hoàn tác/)
    },
  }
  return hand
}

/** "row 1: 2 of 2 taps, 0 loads", to be printed with the test. */
export function describeSituations(done: readonly HandledSituation[]): string[] {
  return done
    .toSorted((one, other) => one.row - other.row)
    .map(({ row, limit, taps, loads }) => `row ${row}: ${taps} of ${limit} taps, ${loads} loads`)
}
