/** The sheet of a service screen: a walk-in, a booking or an empty table, by the query of the address. */
import { loadServiceState, seatedResources } from '../domain/booking/service-state.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { bookingSheet } from './booking-sheet.ts'
import type { DeskContext } from './context.ts'
import { serviceDateNow } from './day-picker.ts'
import { parseWalkIn, tableSheet, walkInSheet } from './walk-in-sheet.ts'

type SlotOptions = { path: string; locale: Locale }

/** The script fills it without loading the page; without the script, the page is loaded with it. */
export async function sheetSlot(
  context: DeskContext,
  query: URLSearchParams,
  { path, locale }: SlotOptions,
): Promise<Html> {
  const sheet = await openSheet(context, query, { path, locale })
  return html`<div id="sheet">${
    sheet &&
    html`<section class="tn-sheet" role="dialog" aria-labelledby="sheet-title">
<a class="button tn-close" href="${path}" data-sheet>${words.close[locale]}</a>
${sheet}</section>`
  }</div>`
}

export function hasSheet(query: URLSearchParams): boolean {
  return ['table', 'walk-in', 'booking'].some((name) => query.has(name))
}

async function openSheet(
  context: DeskContext,
  query: URLSearchParams,
  { path, locale }: SlotOptions,
): Promise<Html | undefined> {
  const table = query.get('table')
  if (table !== null) return tableSheet(context, table, path, locale)
  const walkIn = parseWalkIn(query)
  const code = query.get('booking')
  if (!walkIn && code === null) return undefined
  const options = { path, seated: await loadSeatedResources(context), locale }
  return walkIn ? walkInSheet(context, walkIn, options) : bookingSheet(context, code ?? '', options)
}

async function loadSeatedResources(context: DeskContext): Promise<ReadonlySet<string>> {
  const { store, shop, now } = context
  const date = serviceDateNow(context)
  return seatedResources(await loadServiceState(store.read, shop.booking, { date, now: now() }))
}

const words = {
  close: { vi: 'Đóng', en: 'Close' },
} satisfies Record<string, LocalizedText>
