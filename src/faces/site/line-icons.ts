/**
 * The icons of the site, drawn with lines on a grid of 20. Decoration: the text beside an icon, or its label, names
 * it.
 */
import { Html, html } from '../../ui/html.ts'

const shapes = {
  menu: 'M3 6h14M3 10.5h14M3 15h14',
  directions:
    'M10 18s6-5.2 6-10A6 6 0 0 0 4 8c0 4.8 6 10 6 10ZM10 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  call: 'M4 3.5h3l1.5 4-2 1.3a10 10 0 0 0 4.7 4.7l1.3-2 4 1.5v3c0 .8-.7 1.5-1.5 1.5C8.5 17.5 2.5 11.5 2.5 5c0-.8.7-1.5 1.5-1.5Z',
  message: 'M3 4.5h14v9.5H9.5L5.5 17v-3H3ZM6.5 8h7M6.5 10.8h4.5',
  hours: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 6v4.2l2.8 1.6',
  address: 'M7 3.5h9.5v10.5H7ZM13 14v2.5H3.5V6H7',
} as const

export type IconName = keyof typeof shapes

export function lineIcon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="${new Html(shapes[name])}"/></svg>`
}
