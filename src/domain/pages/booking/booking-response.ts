/** Reads the status of a booking from the API, for the pages that show it. */
import { type Document, paragraph } from '../../../content/document.ts'
import type { ApiResponseBody, PageRequest, PageResult } from '../../../content/dynamic-page.ts'
import { type Business, telephoneLink } from '../../../content/shop.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import type { toDepositResponse } from '../../booking/deposit/deposit.ts'

export type BookingResponse = Readonly<Record<string, unknown>> & {
  code: string
  status: 'pending' | 'confirmed' | 'cancelled'
  status_label: string
  starts_at: string
  ends_at: string
  offer: { id: string; name: string }
  party_size: number
  cancelled_because?: 'unanswered' | 'staff'
  next_step?: string
  deposit?: ReturnType<typeof toDepositResponse>
  change_requested: boolean
  updated_at: string
}

/** Calls `show` with the booking whose code is in the path, or returns an error page. */
export async function withBooking(
  { pathParams: { code = '' }, locale, api }: PageRequest,
  business: Business,
  show: (booking: BookingResponse) => PageResult,
): Promise<PageResult> {
  const { status, body } = await api.read(`/api/booking/${encodeURIComponent(code)}`, locale)
  if (status >= 400) return { status, document: errorDocument(business, status, body, locale) }
  return show(body as BookingResponse)
}

/** The same page for an unknown and a mistyped code; another one if the database is unavailable. */
function errorDocument(
  business: Business,
  status: number,
  { detail = '' }: ApiResponseBody,
  locale: Locale,
): Document {
  return {
    title: (status === 404 ? notFoundTitle : unavailableTitle)[locale],
    description: detail,
    picture: { name: '404' },
    blocks: [
      paragraph(detail),
      {
        kind: 'actions',
        links: [{ text: business.phone, href: telephoneLink(business), main: true }],
      },
    ],
  }
}

const notFoundTitle: LocalizedText = {
  vi: 'Không tìm thấy yêu cầu này',
  en: 'This request was not found',
}

const unavailableTitle: LocalizedText = {
  vi: 'Tạm thời chưa xem được',
  en: 'Temporarily unavailable',
}
