/** Puts the booking panel in the place of the link to booking, on the home page and the pages of offers. */
import type { ActionLink, Block, Document, Panel } from '../../../content/document.ts'
import { toFormValues } from '../../../content/form-values.ts'
import { parseParameters } from '../../../content/page-url.ts'
import type { Locale } from '../../../kernel/locale.ts'
import { addDays } from '../../../kernel/time.ts'
import { bookingPath, parseChosen, toAvailabilityQuery } from '../../booking/url.ts'
import type { Chosen } from '../../forms/booking-form.ts'
import type { BookingPageContext } from './context.ts'
import { choosePanel, withDefaults } from './panel.ts'
import { stripDays } from './panel-availability.ts'
import { groupTimes, listExpectedStarts } from './panel-times.ts'

export function createPanelPlacer(
  context: BookingPageContext,
): (document: Document, locale: Locale) => Document {
  const place = (blocks: readonly Block[], locale: Locale): readonly Block[] => {
    const target = blocks.find((block) => bookingLinkIn(block) !== undefined)
    return blocks.flatMap((block): readonly Block[] => {
      const booking = block === target ? bookingLinkIn(block) : undefined
      if (block.kind !== 'actions' || !booking) return [block]
      const [, query = ''] = booking.href.split('?')
      const values = toFormValues(Object.entries(parseParameters(query)))
      const chosen = withDefaults(context.form, parseChosen(context.form, values))
      const links = block.links.filter((one) => one !== booking)
      return [
        withExpectedTimes(context, choosePanel(context, chosen, undefined, locale), chosen, locale),
        ...(links.length > 0 ? [{ ...block, links }] : []),
      ]
    })
  }
  return (document, locale) => {
    const { opening } = document
    return opening
      ? { ...document, opening: { ...opening, booking: place(opening.booking, locale) } }
      : { ...document, blocks: place(document.blocks, locale) }
  }
}

/** The page is cached for a day: it keeps the place of all times of the first open one. */
function withExpectedTimes(
  context: BookingPageContext,
  panel: Panel,
  chosen: Chosen,
  locale: Locale,
): Panel {
  if (panel.source === undefined) return panel
  const { form, rules, now } = context
  const today = rules.serviceDays.dateAt(now())
  const dates = Array.from({ length: stripDays }, (_, index) => addDays(today, index))
  const starts = listExpectedStarts(context, toAvailabilityQuery(form, chosen), dates)
  const expectedTimes = groupTimes(form, starts).map(({ label, times }) => ({
    label: label[locale],
    count: times.length,
  }))
  return { ...panel, expectedTimes }
}

function bookingLinkIn(block: Block): ActionLink | undefined {
  if (block.kind !== 'actions') return undefined
  return block.links.find(
    ({ href, main }) => main && (href === bookingPath || href.startsWith(`${bookingPath}?`)),
  )
}
