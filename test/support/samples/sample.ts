/**
 * The data of a sample shop that the shared tests of all trades need. Each trade has a folder beside
 * this file, named after it, whose `index.ts` exports such a value as `sample`.
 */
import type { JsonRecord } from '../assistant.ts'

export type RequestFields = Readonly<Record<string, unknown>>

type LocalizedText = { vi: string; en: string }

export type Examples = Readonly<Record<string, readonly JsonRecord[]>>

export type Sample = {
  /** The number of offers, the page with at least twenty prices, one of its filters, one offer. */
  offers: number
  list: string
  filtered: string
  offerPage: string
  /** Pages with forms that only this trade has, and whether its desk shows orders. */
  forms: readonly string[]
  orders: readonly RequestFields[]
  /** A request for Friday 20 November 2026 as an API client sends it, and how it is stored. */
  request: RequestFields & { date: string; time: string }
  storedRow: { offer_id: string; party_size: number }
  /** Two other times of that day at which the same is free. */
  otherTimes: readonly [string, string]
  /** The health data that a guest can send. */
  sensitive: RequestFields
  /** The deadline of staff for a request of Monday 16 November 2026 at 09:00. */
  responseDeadline: LocalizedText
  /** The opening status on Monday 16 November 2026 at 09:00 and at 13:00, and on Tuesday at 10:00. */
  openStatus: { open_now: boolean; closes_at?: string; opens_next?: string }
  isOpenLater: readonly [boolean, boolean]
  /** Search results for words with and without diacritics. */
  search: { queries: readonly [string, string]; expected: RegExp }
  /** schema.org types of the shop and of a booking. */
  schemaTypes: { place: string; reservation: string }
  /** A person or place that the request may also name. */
  preference: RequestFields
  /** Filters of the offers. */
  filters: {
    /** The tool with the same filters, the list in its result, and the kinds of offers in that list. */
    tool: string
    list: string
    kinds: readonly string[]
    /** Filters that match some of the offers, and not all. */
    cases: readonly Readonly<Record<string, string | number | string[]>>[]
    /** Rejected queries, and their messages. */
    invalid: readonly (readonly [query: string, message: RegExp])[]
  }
  /** Rules for assistants that only this trade has. */
  cautions: RegExp
  tools: {
    /** The tools that only this trade has, in order, and the names of all tools that write. */
    own: readonly string[]
    writes: readonly string[]
    /** Patterns that the description of each tool must match. */
    rules: Readonly<Record<string, readonly RegExp[]>>
    checkTool: string
    bookTool: string
    changeTool: string
    /** Whether a change request needs the code and the last digits of the phone number. */
    byPhone: boolean
    /** The request, as arguments of the tools. */
    query: JsonRecord & { date: string; weekday: string }
    /** The required arguments of a request, besides the guest, the day and the time. */
    needs: string
    examples: Examples
    largestCalls: readonly [tool: string, args: JsonRecord][]
    month: readonly [tool: string, args: JsonRecord]
  }
  /** One request with all fields, as a body of the API and as arguments of the tool. */
  fullRequest: { apiBody: RequestFields; toolArguments: RequestFields }
  /** Quick-entry lines, and the parsed results. */
  lines: Readonly<Record<string, string>>
  /** The query strings of the booking steps; the last one is empty. */
  steps: readonly string[]
  /** The buttons and checkboxes of the booking form on the site, and the stored values. */
  site: {
    vi: { choices: readonly (string | RegExp)[]; tick: string }
    en: { choices: readonly (string | RegExp)[]; tick: string }
    assignment: JsonRecord
    healthAnswer: readonly string[]
    /** A request that needs the same resources. */
    rival: RequestFields
  }
  desk: {
    day: DayBookings
    /** A blocked resource, another one, and a quick-entry line without ambiguity. */
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

/** Optional fields of every request. */
export const more = {
  email: 'lan@example.com',
  note: 'Hai dòng:\n“Ghế trẻ em” & <b>nến</b>',
}

export const pendingRequest = [/pending until/, /preview has/]

/** The results of the bookings of a busy day. */
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
