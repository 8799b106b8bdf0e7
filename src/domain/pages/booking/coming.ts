/** "I am coming" on the status page: a button, and afterwards a sentence with a button that takes it back. */
import type { Block } from '../../../content/document.ts'
import type { DynamicPage, PageRequest } from '../../../content/dynamic-page.ts'
import { filterNames, firstValue, withValues } from '../../../content/form-values.ts'
import { pageUrl } from '../../../content/page-url.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import type { BookingStatus } from '../../booking/status-operation.ts'
import { bookingPath } from '../../booking/url.ts'
import { newFormToken } from '../../forms/form-token.ts'
import type { BookingPageContext } from './context.ts'

const comingPath = `${bookingPath}/{code}/coming`

export function comingBlocks(
  { coming }: BookingPageContext,
  booking: BookingStatus,
  { client, locale }: PageRequest,
): Block[] {
  const isComing = booking.coming === true
  const button = (isComing ? labels.undo : labels.coming)[locale]
  const hidden = { ...newFormToken(coming, client), coming: isComing ? 'no' : 'yes' }
  return [
    ...(isComing
      ? [{ kind: 'notice' as const, tone: 'good' as const, text: [labels.isComing[locale]] }]
      : []),
    {
      kind: 'form',
      method: 'post',
      address: comingPath.replace('{code}', booking.code),
      fields: [],
      hidden: Object.entries(hidden),
      buttons: [{ label: button, ...(isComing && { plain: true }) }],
    },
  ]
}

export function comingPage({ coming }: BookingPageContext): DynamicPage {
  const statusOf = ({ pathParams: { code = '' } }: PageRequest) =>
    `${bookingPath}/${encodeURIComponent(code)}`
  return {
    path: comingPath,
    show: (request) => ({ seeOther: statusOf(request) }),
    async submit(request) {
      const { sent, client, pathParams } = request
      const values = withValues(
        filterNames(sent, (name) => name === 'coming' || name === 'form_token'),
        { code: pathParams.code ?? '' },
      )
      const key = firstValue(sent, 'request_id') || client.createRequestId()
      const { problem } = await client.submit(coming, values, { key })
      // The page of the booking says itself if it is unknown, cancelled or over.
      return { seeOther: pageUrl(statusOf(request), problem ? { again: '1' } : {}) }
    },
  }
}

const labels = {
  coming: { vi: 'Tôi sẽ đến', en: 'I am coming' },
  isComing: {
    vi: 'Bạn đã báo sẽ đến. Cảm ơn bạn!',
    en: 'You have told us that you are coming. Thank you!',
  },
  undo: { vi: 'Rút lại', en: 'Take it back' },
} satisfies Record<string, LocalizedText>
