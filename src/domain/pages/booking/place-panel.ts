/** Puts the booking panel in the place of the link to booking, on the home page and the pages of offers. */
import type { ActionLink, Block, Document } from '../../../content/document.ts'
import { toFormValues } from '../../../content/form-values.ts'
import { parseParameters } from '../../../content/page-url.ts'
import type { Locale } from '../../../kernel/locale.ts'
import { bookingPath, parseChosen } from '../../booking/url.ts'
import type { PanelContext } from './context.ts'
import { choosePanel, withDefaults } from './panel.ts'

export function createPanelPlacer(
  context: PanelContext,
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
        choosePanel(context, chosen, undefined, locale),
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

function bookingLinkIn(block: Block): ActionLink | undefined {
  if (block.kind !== 'actions') return undefined
  return block.links.find(
    ({ href, main }) => main && (href === bookingPath || href.startsWith(`${bookingPath}?`)),
  )
}
