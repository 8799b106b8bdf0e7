/** Decorative icons. They always accompany a text label. */
import { type Html, html } from '../ui/html.ts'

const paths: Record<string, string> = {
  tonight: 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM12 7v5l3 2',
  floor: 'M4 4h16v16H4zM12 4v9M4 13h8M16 20v-6h4',
  inbox: 'M4 5h16v14H4zM4 13h5l1.5 3h3L15 13h5',
  timeline: 'M4 6h9M8 12h12M4 18h7M4 3v18',
  day: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zM15.5 15.5L20 20',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4',
  card: 'M3 6h18v12H3zM3 10h18M7 15h4',
  gift: 'M4 10h16v10H4zM3 7h18v3H3zM12 7v13M12 7c-4-5-7-1-3 0M12 7c4-5 7-1 3 0',
  phone:
    'M6 3h4l2 5l-2.5 1.5a12 12 0 0 0 5 5L16 12l5 2v4c0 1.7-1.3 3-3 3A15 15 0 0 1 3 6c0-1.7 1.3-3 3-3z',
  waitlist: 'M4 6h10M4 12h8M4 18h6M17 11a4 4 0 1 1 0 8a4 4 0 0 1 0-8zM17 13v2.2l1.4 .9',
  mail: 'M3 6h18v12H3zM3 7l9 7l9-7',
  'sold-out': 'M4 4h8l8 8l-8 8l-8-8zM8 8h.01M5 20L20 5',
  pause: 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM9.5 8.5v7M14.5 8.5v7',
  closed: 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM7 12h10',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 15v2',
  deposit: 'M3 7h18v10H3zM12 9.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 0 1 0-5zM6 12h.01M18 12h.01',
  transfer: 'M4 8h14M14 4l4 4l-4 4M20 16H6M10 12l-4 4l4 4',
  away: 'M9 5a3 3 0 1 1 0 6a3 3 0 0 1 0-6zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 8l5 5M21 8l-5 5',
  shop: 'M4 10V20h16V10M3 10l2-6h14l2 6zM9 20v-6h6v6',
  text: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h7',
  chart: 'M4 20V4M4 20h16M8 16v-5M12 16V8M16 16v-3',
  people:
    'M9 5a3 3 0 1 1 0 6a3 3 0 0 1 0-6zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 6a2.5 2.5 0 1 1 0 5M17 14c2.5.4 4 2.4 4 5',
  channels: 'M4 12a8 8 0 0 1 8-8M4 12a8 8 0 0 0 8 8M12 8a4 4 0 1 1 0 8a4 4 0 0 1 0-8zM20 8v8',
  shield: 'M12 3l7 3v5c0 4.6-2.9 8-7 10c-4.1-2-7-5.4-7-10V6zM9 12l2.2 2.2L15.5 10',
  account: 'M12 4a4 4 0 1 1 0 8a4 4 0 0 1 0-8zM4 21c0-4.5 3.5-7 8-7s8 2.5 8 7',
}

export function icon(name: string): Html {
  const path = html`<path d="${paths[name]}"/>`
  return html`<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${path}</svg>`
}
