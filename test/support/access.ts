/** Whether everybody can use a page: what axe-core and html-validate find, and what is too small. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import type { Page } from './browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = { id: string; nodes: { html: string }[] }

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose answer depends on colours and sizes, where all were asked in other ones. */
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

/** What axe finds in the page as it stands, each with the element. */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const runOnly = rules ? { type: 'rule', values: [...rules] } : everything
  await page.evaluate(axe)
  const found: Violation[] = await page.locator('html').evaluate(async (html, runOnly) => {
    const { axe } = html.ownerDocument.defaultView
    const options = { resultTypes: ['violations'], preload: false, runOnly }
    const results = await axe.run(html, options)
    return results.violations
  }, runOnly)
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

/** What is pressed with a thumb and smaller than that, of all that the selector names. */
export function findTooSmall(
  page: Page,
  pressed: string,
  minSize: { width: number; height: number },
): Promise<string[]> {
  return page.locator(pressed).evaluateAll(
    (elements, { width, height }) =>
      elements.flatMap((element) => {
        const box = element.getBoundingClientRect()
        const offPage = element.tabIndex === -1 && element.localName === 'input'
        const fits = box.width >= width && box.height >= height
        return fits || offPage
          ? []
          : [`${Math.round(box.width)} × ${Math.round(box.height)}: ${element.outerHTML}`]
      }),
    // A box of 44 that begins between two pixels measures a hair less.
    { width: minSize.width - 0.1, height: minSize.height - 0.1 },
  )
}

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended'],
    rules: {
      // HTML does not mind how it is spelled.
      'doctype-style': ['error', { style: 'lowercase' }],
      // Several boxes of one name are how a form asks for any number of things.
      'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'submit'] }],
      // A number that is copied should have plain spaces.
      'tel-non-breaking': 'off',
    },
  }),
)

/** What is wrong with the HTML of a page. */
export async function validateHtml(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${path} ${ruleId}: ${message} ${selector}`),
  )
}
