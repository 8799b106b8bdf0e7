/** Elements that a guest cannot read in full. */
import type { Page } from 'playwright-core'

/** Elements that reach beyond the screen, or whose content reaches beyond them. */
export function findOverflow(page: Pick<Page, 'locator'>): Promise<string[]> {
  return page.locator('body').evaluate((body) => {
    const view = body.ownerDocument.defaultView
    type Box = { left: number; right: number; width: number; height: number }
    type Shown = {
      localName: string
      className: unknown
      parentElement: Shown | null
      children: Iterable<Shown>
      scrollWidth: number
      clientWidth: number
      textContent: string | null
      getBoundingClientRect(): Box
    }
    const styleOf = (element: Shown) => view.getComputedStyle(element)
    // What scrolls or is cut on purpose may be wider.
    const isClipped = (element: Shown | null): boolean =>
      element !== null &&
      element.localName !== 'body' &&
      (styleOf(element).overflowX !== 'visible' ||
        styleOf(element).clipPath !== 'none' ||
        isClipped(element.parentElement))
    const describe = (element: Shown, what: string) =>
      `${what}: ${element.localName}.${String(element.className)} “${(element.textContent ?? '').trim().slice(0, 40)}”`
    return [...(body.querySelectorAll('*') as Iterable<Shown>)].flatMap((element) => {
      const { left, right, width, height } = element.getBoundingClientRect()
      // A link to skip the navigation waits beside the screen until it has the focus.
      const isHidden = width <= 1 || height <= 1 || right <= 0
      if (isHidden || isClipped(element)) return []
      if (left < -0.5 || right > view.innerWidth + 0.5) return [describe(element, 'off the screen')]
      const children = [...element.children]
      // A picture or a colored band may reach into the margin on purpose, to the edge of the screen.
      const margins = children.map((one) => Number.parseFloat(styleOf(one).marginRight) || 0)
      const allowed = element.clientWidth + Math.max(0, ...margins.map((margin) => -margin))
      const isWider = element.clientWidth > 0 && element.scrollWidth > allowed + 1
      // A row that scrolls sideways may reach into the margin of its section.
      const hasScroller = children.some((one) => styleOf(one).overflowX === 'auto')
      return isWider && !hasScroller ? [describe(element, 'content wider than its box')] : []
    })
  })
}

/** Texts that are on a picture, except on the one across the home page. */
export function findTextOnPictures(page: Pick<Page, 'locator'>): Promise<string[]> {
  return page.locator('main').evaluate((main) => {
    type Box = { left: number; right: number; top: number; bottom: number }
    type Shown = { getBoundingClientRect(): Box; closest(selector: string): unknown }
    const images = [...(main.querySelectorAll('img') as Iterable<Shown>)]
    const pictures = images
      .filter((image) => !image.closest('.home .face'))
      .map((image) => image.getBoundingClientRect())
    const document = main.ownerDocument
    const texts = document.createTreeWalker(main, 4)
    const found: string[] = []
    while (texts.nextNode()) {
      // What is folded away has a place, but is not shown.
      if (!texts.currentNode.parentElement.checkVisibility()) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const isOnPicture = [...(range.getClientRects() as Iterable<Box>)].some((text) =>
        pictures.some(
          (picture) =>
            text.left < picture.right - 2 &&
            picture.left < text.right - 2 &&
            text.top < picture.bottom - 2 &&
            picture.top < text.bottom - 2,
        ),
      )
      if (isOnPicture) found.push(`on a picture: “${texts.currentNode.textContent.trim()}”`)
    }
    return found
  })
}
