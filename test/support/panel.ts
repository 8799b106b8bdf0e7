/** The booking panel of the site in a browser. */
import type { Locator, Page } from './browser.ts'
import { type InputMethod, mouse } from './input-methods.ts'

/** Presses a link of the panel, after opening the picker that hides it. */
export async function chooseInPanel(
  page: Page,
  name: string | RegExp,
  by: InputMethod = mouse,
): Promise<void> {
  const hidden = { includeHidden: true, exact: true }
  const choice = page
    .locator('#booking')
    .getByRole('link', { name, ...hidden })
    .first()
  if (!(await choice.isVisible())) {
    await by.press(choice.locator('xpath=ancestor::details[1]/summary'))
  }
  const { search } = new URL((await choice.getAttribute('href')) ?? '', page.url())
  await by.press(choice)
  await page.waitForURL((address) => address.search === search)
}

/** Opens the row of the form that contains a field. */
export async function openRow(
  page: Page,
  field: Locator,
  by: InputMethod = mouse,
): Promise<Locator> {
  const row = page.locator('details.row', { has: field })
  if ((await row.getAttribute('open')) === null) await by.press(row.locator('summary'))
  return field
}
