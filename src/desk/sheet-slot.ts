/** The sheet of a service screen: a walk-in, a booking or an empty table, by the query of the address. */
import { seatedResources } from '../domain/booking/service-state.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { bookingSheet } from './booking-sheet.ts'
import type { DeskContext } from './context.ts'
import type { Tonight } from './tonight-state.ts'
import { parseWalkIn, tableSheet, walkInSheet } from './walk-in-sheet.ts'

type SlotOptions = { path: string; locale: Locale }

/** The script fills it without loading the page; without the script, the page is loaded with it. */
export async function sheetSlot(
  context: DeskContext,
  tonight: Tonight,
  query: URLSearchParams,
  { path, locale }: SlotOptions,
): Promise<Html> {
  const sheet = await openSheet(context, tonight, query, { path, locale })
  return html`<div id="sheet">${
    sheet &&
    html`<section class="tn-sheet" role="dialog" aria-labelledby="sheet-title">
<a class="button tn-close" href="${path}" data-sheet>${words.close[locale]}</a>
${sheet}</section>`
  }</div>`
}

async function openSheet(
  context: DeskContext,
  { state }: Tonight,
  query: URLSearchParams,
  { path, locale }: SlotOptions,
): Promise<Html | undefined> {
  const options = { path, seated: seatedResources(state), locale }
  const walkIn = parseWalkIn(query)
  if (walkIn) return walkInSheet(context, walkIn, options)
  const table = query.get('table')
  if (table !== null) return tableSheet(context, table, path, locale)
  const code = query.get('booking')
  return code === null ? undefined : bookingSheet(context, code, options)
}

const words = {
  close: { vi: 'Đóng', en: 'Close' },
} satisfies Record<string, LocalizedText>
