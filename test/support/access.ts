/** Accessibility checks of a page: axe-core, html-validate, and the size of touch targets. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import type { Page } from './browser.ts'

/** A page, or a frame in one. */
type Shown = Pick<Page, 'evaluate' | 'locator'>

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = { id: string; nodes: { html: string }[] }

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules that depend on colors and sizes, for pages that passed all rules in another theme. */
export const appearanceRules = [
  'button-name',
  'color-contrast',
  'html-lang-valid',
  'label',
  'link-in-text-block',
  'link-name',
  'scrollable-region-focusable',
  'target-size',
]

/** The rules that depend on colors: a page in the other color scheme differs in nothing else. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** The findings of axe in light mode, and in dark mode those that depend on colors, without loading the page again. */
export async function findViolationsInBothSchemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const found = await findViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await findViolations(page, colorRules)
  return [...found, ...inDark.map((text) => `dark: ${text}`)]
}

/** The findings of axe in the current page, each with its element. */
export async function findViolations(page: Shown, rules?: readonly string[]): Promise<string[]> {
  const runOnly = rules ? { type: 'rule', values: [...rules] } : everything
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const found: Violation[] = await page.locator('html').evaluate(async (html, runOnly) => {
    const { axe } = html.ownerDocument.defaultView
    const options = { resultTypes: ['violations'], preload: false, selectors: false, runOnly }
    const results = await axe.run(html, options)
    return results.violations
  }, runOnly)
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

/** The elements of the selector that are smaller than the minimum size of a touch target. */
export function findTooSmall(
  page: Shown,
  pressed: string,
  minSize: { width: number; height: number },
): Promise<string[]> {
  return page.locator(pressed).evaluateAll(
    (elements, { width, height }) =>
      elements.flatMap((element) => {
        // Pressing the label of a checkbox presses the checkbox.
        const target =
          (element.matches('[type=checkbox], [type=radio]') && element.closest('label')) || element
        const box = target.getBoundingClientRect()
        // Also inside a closed disclosure.
        const offPage =
          !element.checkVisibility() || (element.tabIndex === -1 && element.localName === 'input')
        const fits = box.width >= width && box.height >= height
        return fits || offPage
          ? []
          : [`${Math.round(box.width)} × ${Math.round(box.height)}: ${element.outerHTML}`]
      }),
    // A box of 44 that begins between two pixels measures slightly less.
    { width: minSize.width - 0.1, height: minSize.height - 0.1 },
  )
}

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended'],
    rules: {
      // HTML allows both spellings.
      'doctype-style': ['error', { style: 'lowercase' }],
      // Several checkboxes with one name are valid for a multiple choice.
      'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'submit'] }],
      // A copied phone number should contain plain spaces.
      'tel-non-breaking': 'off',
    },
  }),
)

/** The errors in the HTML of a page. */
export async function validateHtml(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${path} ${ruleId}: ${message} ${selector}`),
  )
}
