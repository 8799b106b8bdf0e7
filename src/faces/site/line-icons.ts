/** Small line drawings beside texts. They are decoration: the text says the same. */
import type { Mark, Point } from '../../content/document.ts'
import { type Html, html } from '../../ui/html.ts'

/** Paths on a field of 24 × 24. */
const paths: Readonly<Record<Point['icon'] | Mark['kind'], string>> = {
  place:
    'M12 21c4-5 7-8 7-11.5A7 7 0 0 0 5 9.5C5 13 8 16 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  hours: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  phone:
    'M6 3h3l2 5-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5 5 2v3a2 2 0 0 1-2 2C11 20 4 13 4 5a2 2 0 0 1 2-2z',
  diet: 'M5 19c0-9 5-14 15-14 0 10-5 15-14 14zM5 19c3-5 6-7 10-9',
  spice: 'M17 3c-1 1-1 2-1 3M9 7c4-2 10-1 10 3 0 7-7 11-15 10 6-1 7-5 5-13z',
  contains:
    'M12 21V9M12 13c-4 0-5-2-5-5 4 0 5 2 5 5zM12 13c4 0 5-2 5-5-4 0-5 2-5 5zM12 8c-2-2-2-3 0-5 2 2 2 3 0 5zM12 19c-4 0-5-2-5-5 4 0 5 2 5 5zM12 19c4 0 5-2 5-5-4 0-5 2-5 5z',
}

export function lineIcon(name: keyof typeof paths): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${paths[name]}"/></svg>`
}
