/** API operations of the waitlist: join it where a time is full, and read the status of an entry. */
import { z } from 'zod'
import { toTestCode } from '../../kernel/booking-code.ts'
import type { OutputOf } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { minute, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { type BookingParts, statusLabelField, toOfferResponse } from '../booking/fields.ts'
import { alreadyRequestedField } from '../guard/stored-responses.ts'
import { writeOperation } from '../guard/write-operation.ts'
import { consentShown, waitlistConsent } from '../guest/consent.ts'
import { consentField, contactEmail, localeField, nameField, phoneField } from '../guest/fields.ts'
import { exampleBooking } from '../scheduling/example.ts'
import { dateField, timeField } from '../scheduling/fields.ts'
import { identifyEntry, insertEntry } from './entry.ts'
import { codeSchema, exampleEntry, group, toWindow, windowFields } from './entry-fields.ts'
import { assertWaitlistShare, insertWaitlistCounts, type SentEntry } from './fair-share.ts'
import { findEntry, isOpenEntry } from './rows.ts'
import { waitlistLabels } from './status.ts'
import { waitlistStatusOperation } from './status-operation.ts'
import { waitingText } from './texts.ts'
import { assertFull, parseWindow, windowError } from './window.ts'

export type WaitlistOperations = ReturnType<typeof waitlistOperations>

/** The result of joining, or of its dry run. */
export type JoinedWaitlist = OutputOf<WaitlistOperations['joinWaitlist']>

/** What anyone with the code of an entry may see of it. */
export type WaitlistStatusResponse = OutputOf<WaitlistOperations['getWaitlistEntry']>

export function waitlistOperations(parts: BookingParts) {
  return { joinWaitlist: joinOperation(parts), getWaitlistEntry: waitlistStatusOperation(parts) }
}

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
    async assertWithinLimits(entry, { sql, now, attempt: { dryRun } }) {
      if (fairShare) await assertWaitlistShare(sql, { business, fairShare }, entry, now, dryRun)
    },
    async persist(entry, { sql, now }) {
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

/** The time of the example response, so that the example request is a valid one. */
function exampleWindow({ rules, context }: BookingParts): Record<string, string> {
  const example = exampleBooking(rules, context.now())
  return example ? { date: example.date, from: example.time, to: example.time } : {}
}
