/** API operations of the waitlist: join it where a time is full, and read the status of an entry. */
import { z } from 'zod'
import { formatCode, toTestCode, unknownCodeProblem } from '../../kernel/booking-code.ts'
import {
  codeFormat,
  dateFormat,
  instantFormat,
  lengthFormat,
  timeFormat,
} from '../../kernel/field-formats.ts'
import { type OutputOf, readOperation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { minute, startOfDay, startTimeOf, toIsoString } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import {
  type BookingParts,
  offerSchema,
  statusLabelField,
  toOfferResponse,
} from '../booking/fields.ts'
import { loadOpenOffers } from '../booking/place-offer/rows.ts'
import { alreadyRequestedField } from '../guard/stored-responses.ts'
import { writeOperation } from '../guard/write-operation.ts'
import { consentShown, waitlistConsent } from '../guest/consent.ts'
import { consentField, contactEmail, localeField, nameField, phoneField } from '../guest/fields.ts'
import { exampleBooking } from '../scheduling/example.ts'
import { dateField, timeField } from '../scheduling/fields.ts'
import { identifyEntry, insertEntry } from './entry.ts'
import { assertWaitlistShare, insertWaitlistCounts, type SentEntry } from './fair-share.ts'
import {
  currentStatus,
  findBookingCode,
  findEntry,
  isOpenEntry,
  type WaitlistEntry,
} from './rows.ts'
import { type WaitlistStatus, waitlistLabels, waitlistStatuses } from './status.ts'
import { bookedText, expiredText, leftText, offeredText, waitingText } from './texts.ts'
import { ownerOf } from './transitions.ts'
import { waitlistCodePrefix } from './url.ts'
import { assertFull, parseWindow, windowError } from './window.ts'

const group = {
  name: 'Waitlist',
  description: 'Guests who want to be told when a place becomes free at a time that is full.',
}

const exampleCode = `${waitlistCodePrefix}-7K3M-9Q2X-4D`

export type WaitlistOperations = ReturnType<typeof waitlistOperations>

/** The result of joining, or of its dry run. */
export type JoinedWaitlist = OutputOf<WaitlistOperations['joinWaitlist']>

/** What anyone with the code of an entry may see of it. */
export type WaitlistStatusResponse = OutputOf<WaitlistOperations['getWaitlistEntry']>

export function waitlistOperations(parts: BookingParts) {
  return { joinWaitlist: joinOperation(parts), getWaitlistEntry: statusOperation(parts) }
}

const windowFields = {
  date: z.string().describe('The day, YYYY-MM-DD, Vietnam time.').meta(dateFormat),
  from: z.string().describe('The earliest start that suits the guest.').meta(timeFormat),
  to: z.string().describe('The latest start that suits the guest.').meta(timeFormat),
  party_size: z.int().min(1).describe('Number of guests.'),
  offer: offerSchema,
}

const codeSchema = z.string().describe('The code of the entry.').meta(codeFormat)

function joinOperation(parts: BookingParts) {
  const { context, rules, business, base, fairShare } = parts
  const consent = waitlistConsent(business)
  return writeOperation(context, {
    name: 'joinWaitlist',
    group,
    summary: { vi: 'Vào danh sách chờ', en: 'Join the waitlist' },
    description:
      'For a time that is full: staff tell the guest if a place becomes free, and hold it for a short time. ' +
      'No place and no position is promised. If a time in the window is free, the request is rejected with it.',
    http: { method: 'POST', path: '/api/waitlist', status: 202 },
    dryRun: true,
    limit: 'writes',
    input: z.strictObject({
      date: dateField,
      from: timeField.meta({
        ...timeField.meta(),
        description: 'The earliest start that suits the guest, HH:MM, Vietnam time.',
      }),
      to: timeField.meta({
        ...timeField.meta(),
        description: 'The latest start that suits the guest.',
      }),
      ...rules.requestFields,
      name: nameField,
      phone: phoneField,
      email: contactEmail,
      locale: localeField,
      consent: consentField(consent),
    }),
    output: z
      .object({
        code: codeSchema,
        status: z.literal('waiting').describe('A new entry always waits.'),
        status_label: statusLabelField,
        status_url: z.url().optional().describe('URL of the status; not in a dry run.'),
        ...windowFields,
        next_step: z.string().describe('What happens next, as a text for the guest.'),
        test: z.literal(true).optional().describe('Only in a dry run: nothing was stored.'),
        already_requested: alreadyRequestedField,
      })
      .meta({ id: 'JoinedWaitlist' }),
    problems: ['place-available', 'too-many-open-requests'],
    example: { ...exampleEntry(parts), next_step: waitingText(business).vi },
    requestExample: exampleWindow(parts),
    checkRules(fields) {
      const hasAllFields = Object.keys(rules.requestFields).every((name) => name in fields)
      return hasAllFields ? (rules.parseDetails(fields, 'request').errors ?? []) : []
    },
    async evaluate(input, { sql, now, attempt }): Promise<SentEntry> {
      const parsed = rules.parseDetails(input, 'request')
      const waiting = parseWindow(rules, input)
      const errors = [...(parsed.errors ?? []), ...(waiting ? [] : [windowError(input)])]
      if (parsed.errors || !waiting) throw new Problem('invalid-fields', { fields: errors })
      const [details] = parsed.details
      const { date, window } = waiting
      await assertFull(sql, parts, details, waiting, now)
      const midnight = startOfDay(date)
      const entry = identifyEntry(
        {
          details,
          date,
          startsFrom: midnight + window.from * minute,
          startsUntil: midnight + window.to * minute,
          guest: { name: input.name, phone: input.phone, email: input.email ?? null },
          consent: consentShown(consent, attempt.locale),
          locale: attempt.locale,
          source: attempt.source,
          client: attempt.client,
          quotedMinutes: null,
        },
        now,
      )
      return { ...entry, networks: attempt.networks }
    },
    async persist(entry, { sql, now }) {
      if (fairShare) await assertWaitlistShare(sql, { business, fairShare }, entry, now)
      await insertEntry(sql, entry, 'requested', entry.source, now)
      if (fairShare) await insertWaitlistCounts(sql, fairShare, entry, now)
    },
    toResponse(entry, { attempt: { dryRun, locale } }) {
      const code = dryRun ? toTestCode(entry.code) : entry.code
      const { details, date, startsFrom, startsUntil } = entry
      return {
        code,
        status: 'waiting' as const,
        status_label: waitlistLabels.waiting[locale],
        status_url: `${base}/api/waitlist/${code}`,
        ...toWindow({ date, starts_from: startsFrom, starts_until: startsUntil }),
        party_size: details.partySize,
        offer: toOfferResponse(parts, details.offerId, locale),
        next_step: waitingText(business)[locale],
      }
    },
    isStillOpen: (sql, { code }) => isStillWaiting(sql, code, context.now()),
    location: ({ code }) => `/api/waitlist/${code}`,
  })
}

/** After leaving the list the same request is a new one. */
async function isStillWaiting(sql: Sql, code: string, now: number): Promise<boolean> {
  const entry = await findEntry(sql, code)
  return entry !== undefined && isOpenEntry(entry, now)
}

/** As the client has sent it, also if the window begins after midnight. */
function toWindow({
  date,
  starts_from,
  starts_until,
}: Pick<WaitlistEntry, 'date' | 'starts_from' | 'starts_until'>) {
  const timeAt = (atMs: number) => startTimeOf((atMs - startOfDay(date)) / minute)
  return { date, from: timeAt(starts_from), to: timeAt(starts_until) }
}

function statusOperation(parts: BookingParts) {
  const { context, business, base } = parts
  const texts: Record<WaitlistStatus, { vi: string; en: string }> = {
    waiting: waitingText(business),
    offered: offeredText,
    booked: bookedText,
    left: leftText,
    expired: expiredText,
  }
  return readOperation({
    name: 'getWaitlistEntry',
    group,
    summary: { vi: 'Tình trạng trong danh sách chờ', en: 'Waitlist status' },
    description:
      'Status of an entry of the waitlist by its code. Contains nothing about the guest, and no position. ' +
      'The guest accepts an offered place on the status page or by phone.',
    http: { method: 'GET', path: '/api/waitlist/{code}' },
    changesWith: 'guest',
    input: z.strictObject({
      code: z.string().meta({ description: 'The code of the entry.', example: exampleCode }),
    }),
    output: z
      .object({
        code: codeSchema,
        status: z.enum(waitlistStatuses).describe('The status of the entry.'),
        status_label: statusLabelField,
        ...windowFields,
        offers: z
          .array(
            z.object({
              id: z.string().describe('Id of the offered place.').meta(lengthFormat(1, 60)),
              date: z.string().describe('The day of the start.').meta(dateFormat),
              time: z.string().describe('The start, HH:MM, Vietnam time.').meta(timeFormat),
              starts_at: z.string().describe('The start with its UTC offset.').meta(instantFormat),
              ends_at: z.string().describe('The planned end.').meta(instantFormat),
              answer_by: z
                .string()
                .describe('Until when the place is held for an answer.')
                .meta(instantFormat),
            }),
          )
          .optional()
          .describe('The places that are held for the guest, while the status is `offered`.'),
        booking_code: z
          .string()
          .optional()
          .describe('The booking, after the guest has accepted a place.')
          .meta(codeFormat),
        booking_url: z.url().optional().describe('URL of the status of that booking.'),
        next_step: z.string().describe('What the status means, as a text for the guest.'),
        updated_at: z.string().describe('Time of the last change.').meta(instantFormat),
      })
      .meta({ id: 'WaitlistEntry' }),
    problems: ['not-found', 'store-unavailable'],
    example: {
      ...exampleEntry(parts),
      status_url: undefined,
      next_step: waitingText(business).vi,
      updated_at: '2026-11-15T10:00:00+07:00',
    },
    async run({ code }, { locale }) {
      const { read } = context.store
      const now = context.now()
      const entry = await findEntry(read, code)
      if (!entry) throw unknownCodeProblem()
      const open = await loadOpenOffers(read, [ownerOf(entry)])
      const offers = open.filter(({ expires_at }) => expires_at > now)
      const known = currentStatus(entry, now)
      const status = known === 'offered' && offers.length === 0 ? 'waiting' : known
      const booking = await findBookingCode(read, entry)
      const bookingCode = booking === undefined ? undefined : formatCode(booking)
      return {
        code: formatCode(entry.code),
        status,
        status_label: waitlistLabels[status][locale],
        ...toWindow(entry),
        party_size: entry.party_size,
        offer: toOfferResponse(parts, entry.offer_id, locale),
        ...(status === 'offered' && {
          offers: offers.map(({ id, date, time, starts_at, ends_at, expires_at }) => ({
            ...{ id, date, time, starts_at: toIsoString(starts_at) },
            ...{ ends_at: toIsoString(ends_at), answer_by: toIsoString(expires_at) },
          })),
        }),
        ...(bookingCode && {
          booking_code: bookingCode,
          booking_url: `${base}/api/booking/${bookingCode}`,
        }),
        next_step: texts[status][locale],
        updated_at: toIsoString(entry.updated_at),
      }
    },
  })
}

/** The time of the example response, so that the example request is a valid one. */
function exampleWindow({ rules, context }: BookingParts): Record<string, string> {
  const example = exampleBooking(rules, context.now())
  return example ? { date: example.date, from: example.time, to: example.time } : {}
}

function exampleEntry(parts: BookingParts): Record<string, unknown> {
  const example = exampleBooking(parts.rules, parts.context.now())
  if (!example) return {}
  const { details, date, time } = example
  return {
    code: exampleCode,
    status: 'waiting',
    status_label: waitlistLabels.waiting.vi,
    status_url: `${parts.base}/api/waitlist/${exampleCode}`,
    ...{ date, from: time, to: time },
    party_size: details.partySize,
    offer: toOfferResponse(parts, details.offerId, 'vi'),
  }
}
