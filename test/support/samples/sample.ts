/**
 * What the tests that hold for every trade must know of its sample shop. Each trade has a folder beside
 * this file, named after it, whose `index.ts` exports such a value as `sample`.
 */
import type { JsonRecord } from '../assistant.ts'

export type RequestFields = Readonly<Record<string, unknown>>

type LocalizedText = { vi: string; en: string }

export type Examples = Readonly<Record<string, readonly JsonRecord[]>>

export type Sample = {
  /** How many offers there are, the page with at least twenty prices, one of its filters, one offer. */
  offers: number
  list: string
  filtered: string
  offerPage: string
  /** Pages with forms that only this trade has, and whether its desk shows orders. */
  forms: readonly string[]
  orders: readonly RequestFields[]
  /** A request for Friday 20 November 2026 as a program sends it, and how it is kept. */
  request: RequestFields & { date: string; time: string }
  storedRow: { offer_id: string; party_size: number }
  /** Two other times of that day at which the same is free. */
  otherTimes: readonly [string, string]
  /** What such a guest may tell of his body. */
  sensitive: RequestFields
  /** Until when staff should have answered what was sent on Monday 16 November 2026 at 09:00. */
  responseDeadline: LocalizedText
  /** Monday 16 November 2026: the door at 09:00, and whether it is open at 13:00 and on Tuesday at 10:00. */
  openStatus: { open_now: boolean; closes_at?: string; opens_next?: string }
  isOpenLater: readonly [boolean, boolean]
  /** What is found by words without marks and with them. */
  search: { queries: readonly [string, string]; expected: RegExp }
  /** What only this trade forbids to assistants. */
  forbids: RegExp
  tools: {
    /** Those that only this trade has, in their order, and which of all write. */
    own: readonly string[]
    writes: readonly string[]
    /** What the description of each must tell. */
    rules: Readonly<Record<string, readonly RegExp[]>>
    checkTool: string
    bookTool: string
    changeTool: string
    /** Whether a change is asked for by the code and the end of the phone number. */
    byPhone: boolean
    /** The wish, in the words of the tools. */
    query: JsonRecord & { date: string; weekday: string }
    /** What a request by tool cannot do without, beside the guest, the day and the time. */
    needs: string
    examples: Examples
    largestCalls: readonly [tool: string, args: JsonRecord][]
    month: readonly [tool: string, args: JsonRecord]
  }
  /** One request that names everything, in the words of the API and in those of the tool. */
  fullRequest: { apiBody: RequestFields; toolArguments: RequestFields }
  /** What staff type, and what is understood. */
  lines: Readonly<Record<string, string>>
  /** The steps of booking that have addresses, as their queries; the last is none. */
  steps: readonly string[]
  /** What is pressed and ticked on the site before it is sent, and what is kept of that. */
  site: {
    vi: { choices: readonly (string | RegExp)[]; tick: string }
    en: { choices: readonly (string | RegExp)[]; tick: string }
    assignment: JsonRecord
    sensitiveFlags: readonly string[]
    /** A request that takes the same places. */
    rival: RequestFields
  }
  desk: {
    day: DayBookings
    /** What is blocked, another one, and a line that is clear. */
    blocked: string
    resource: string
    quickEntry: string
  }
}

/** Friday 20 November 2026. */
export const friday = '2026-11-20'

export const lan = { name: 'Nguyễn Thị Lan', phone: '0912 345 678' }

export const contact = [
  { ...lan, message: 'Tiệc sinh nhật' },
  { ...lan, email: 'lan@example.com', message: 'Hai\ndòng', preferred_time: 'sau 18 giờ' },
]

/** What a guest may add to any request. */
export const more = {
  email: 'lan@example.com',
  note: 'Hai dòng:\n“Ghế trẻ em” & <b>nến</b>',
}

export const neverConfirmed = [/pending until/, /never say it is confirmed/i]

/** What becomes of the bookings of a busy day. */
export type Fate =
  | 'finished'
  | 'missed'
  | 'seated'
  | 'confirmed'
  | 'moving'
  | 'cancelling'
  | 'declined'
  | 'cancelled'
  | 'late'
  | 'careful'
  | 'fresh'
  | 'onClosedDay'

export type DayBookings = Readonly<Record<Fate, RequestFields>>

export const people = {
  lan,
  bao: { name: 'Trần Quốc Bảo', phone: '0987 654 321' },
  ha: { name: 'Phạm Thu Hà', phone: '0903 111 222' },
  company: { name: 'Công ty TNHH Thương mại Dịch vụ Sao Mai', phone: '0936 100 200' },
  sophie: { name: 'Sophie Martin', phone: '+33 6 12 34 56 78', email: 'sophie@example.com' },
  yen: { name: 'Lê Hoàng Yến', phone: '0934 567 890', email: 'yen@example.com' },
}
