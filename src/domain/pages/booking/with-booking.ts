/** Reads the status of a booking, for the pages that show it. */
import { type Document, paragraph } from '../../../content/document.ts'
import type { PageRequest, PageResult } from '../../../content/dynamic-page.ts'
import { type Business, telephoneLink } from '../../../content/shop.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import type { Problem } from '../../../kernel/problem.ts'
import type { BookingStatus } from '../../booking/status-operation.ts'
import type { BookingPageContext } from './context.ts'

/** Calls `show` with the booking whose code is in the path, or returns an error page. */
export async function withBooking(
  { pathParams: { code = '' }, locale, client }: PageRequest,
  { business, operations }: BookingPageContext,
  show: (booking: BookingStatus) => PageResult | Promise<PageResult>,
): Promise<PageResult> {
  const { output, problem } = await client.read(operations.getBooking, { code })
  if (!problem) return show(output)
  return { status: problem.status, document: errorDocument(business, problem, locale) }
}

/** The same page for an unknown and a mistyped code; another one if the database is unavailable. */
function errorDocument(business: Business, problem: Problem, locale: Locale): Document {
  const detail = problem.detailText(locale)
  return {
    title: (problem.status === 404 ? notFoundTitle : unavailableTitle)[locale],
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
  vi: 'Chưa xem được',
  en: 'Not available',
}
