/** Faults in how bookings are decided and stored. */
import type { FaultsOfProof } from '../broken/fault.ts'

const storedBookings = [
  'src/domain/booking/day-changes.ts',
  'src/domain/booking/early-requests.ts',
  'src/domain/booking/occupancy-cache.ts',
  'src/domain/booking/occupancy.ts',
  'src/domain/booking/request.ts',
  'src/domain/booking/tentative-cells.ts',
  'src/domain/scheduling/allocate.ts',
  'src/domain/scheduling/cells.ts',
]

const transactions = [
  'src/store/group-commit.ts',
  'src/store/postgres/writer.ts',
  'src/store/prepared-writes.ts',
  'src/store/sqlite/connection.ts',
  'src/store/sqlite/writer.ts',
]

export const bookingFaults = {
  R1: {
    implementedIn: [
      ...storedBookings,
      ...transactions,
      'src/domain/booking/alternatives.ts',
      'src/domain/guard/write-operation.ts',
    ],
    faults: [
      {
        name: 'decision-before-lock',
        breaks:
          'the free table is chosen before the transaction, and the primary key of the cells is missing',
        edits: [
          {
            file: 'src/domain/guard/write-operation.ts',
            from: 'const decision = await evaluate(input, context)',
            to: 'const decision = await evaluate(input, { ...context, sql: store.read })',
          },
          {
            file: 'src/store/migrations/0001-the-book.sql',
            from: '  PRIMARY KEY (cell, resource),\n',
            to: '',
          },
        ],
      },
      {
        name: 'taken-alternative',
        breaks: 'the first alternative is the time that is taken',
        edits: [
          {
            file: 'src/domain/booking/alternatives.ts',
            from: '.map(({ date, at }) => toAlternative(date, at))',
            to: '.map(({ date, at }, index) => toAlternative(index === 0 ? wanted.date : date, index === 0 ? wanted.at : at))',
          },
        ],
      },
    ],
  },
  R2: {
    implementedIn: [
      ...storedBookings,
      'src/domain/booking/change-request.ts',
      'src/domain/booking/placement.ts',
      'src/domain/booking/reschedule.ts',
    ],
    faults: [
      {
        name: 'cleaning-time-left-out',
        breaks: 'the last quarter hour of a booking, the cleaning time, is not held',
        edits: [
          {
            file: 'src/domain/scheduling/cells.ts',
            from: 'Array.from({ length: count }',
            to: 'Array.from({ length: count - 1 }',
          },
        ],
      },
      {
        name: 'last-option-left-out',
        breaks: 'the last possible combination of tables or people is never tried',
        edits: [
          {
            file: 'src/domain/scheduling/allocate.ts',
            from: 'for (const option of options) {',
            to: 'for (const option of options.slice(0, Math.max(1, options.length - 1))) {',
          },
        ],
      },
    ],
  },
  R7: {
    implementedIn: [...transactions, 'src/domain/guard'],
    faults: [
      {
        name: 'key-without-body',
        breaks: 'a key is compared without the body',
        edits: [
          {
            file: 'src/domain/guard/stored-responses.ts',
            from: "if (found.digest !== bodyDigest(body)) throw new Problem('idempotency-key-reused')",
            to: '',
          },
        ],
      },
      {
        name: 'response-rendered-again',
        breaks: 'a retry gets a response with the same values in another order',
        edits: [
          {
            file: 'src/domain/guard/rows.ts',
            from: 'output: JSON.parse(body)',
            to: 'output: Object.fromEntries(Object.entries(JSON.parse(body)).toReversed()) as Output',
          },
        ],
      },
    ],
  },
  R8: {
    implementedIn: [
      ...storedBookings,
      'src/domain/absence/absences.ts',
      'src/domain/booking/absence-cells.ts',
      'src/domain/booking/action-rules.ts',
      'src/domain/booking/actions.ts',
      'src/domain/booking/change-request.ts',
      'src/domain/booking/delay.ts',
      'src/domain/booking/placement.ts',
      'src/domain/booking/presence.ts',
      'src/domain/booking/released-time.ts',
      'src/domain/booking/reschedule.ts',
      'src/domain/booking/staff-actions.ts',
      'src/domain/booking/transitions.ts',
      'src/domain/booking/undo.ts',
      'src/domain/booking/place-offer',
      'src/domain/outbox/events.ts',
      'src/domain/waitlist/transitions.ts',
      'src/domain/waitlist/window.ts',
    ],
    faults: [
      {
        name: 'move-without-event',
        breaks: 'a move has its history but no event',
        edits: [
          {
            file: 'src/domain/outbox/events.ts',
            from: 'entries.map(({ on, eventData, eventId',
            to: "entries.filter(({ on }) => on.action !== 'moved').map(({ on, eventData, eventId",
          },
        ],
      },
      {
        name: 'any-state',
        breaks: 'the table of actions is not asked for the status in which an action is possible',
        edits: [
          {
            file: 'src/domain/booking/action-rules.ts',
            from: 'return from.includes(status) && visits',
            to: 'return visits',
          },
        ],
      },
      {
        name: 'absence-not-held',
        breaks: 'a person, table or room that is away stays bookable',
        edits: [
          {
            file: 'src/domain/booking/absence-cells.ts',
            from: 'for (const absence of absences) await holdFreeTime(sql, context, absence, range, nowMs)',
            to: '',
          },
        ],
      },
      {
        name: 'offer-accepted-late',
        breaks: 'a place that was offered to a guest can be accepted after its deadline',
        edits: [
          {
            file: 'src/domain/booking/place-offer/place-offers.ts',
            from: "return status === 'open' && now < expires_at",
            to: "return status === 'open' && now < expires_at + 1e12",
          },
        ],
        options: { days: 24, operations: 1000 },
      },
    ],
  },
  R15: {
    implementedIn: [
      'src/desk/action-links.ts',
      'src/domain/booking/staff-actions.ts',
      'src/domain/booking/transitions.ts',
    ],
    faults: [
      {
        name: 'version-not-compared',
        breaks: 'an answer is accepted although the booking has changed since the page was opened',
        edits: [
          {
            file: 'src/domain/booking/transitions.ts',
            from: 'if (row.version !== staffAction.version)',
            to: 'if (row.version < staffAction.version)',
          },
        ],
      },
    ],
  },
  R24: {
    implementedIn: ['src/domain/cards/ledger.ts', 'src/domain/cards/staff.ts'],
    faults: [
      {
        name: 'balance-read-outside',
        breaks: 'the balance is read before the transaction that changes it',
        options: { engine: 'sqlite', operations: 240, kills: 0 },
        edits: [
          {
            file: 'src/domain/cards/staff.ts',
            from: 'const card = await requireCard(sql, action)\n        if (card.valid_until',
            to: 'const card = await requireCard(store.read, action)\n        if (card.valid_until',
          },
        ],
      },
    ],
  },
  R18: {
    implementedIn: [
      'src/domain/booking/fair-share.ts',
      'src/domain/booking/request-operation.ts',
      'src/domain/guard/client-address.ts',
      'src/domain/guard/client.ts',
      'src/kernel/fair-share-limits.ts',
      'src/kernel/phone.ts',
    ],
    faults: [
      {
        name: 'counted-outside',
        breaks:
          'open requests are counted in the committed data, not in the transaction that adds one',
        edits: [
          {
            file: 'src/domain/booking/request-operation.ts',
            from: 'await assertFairShare(sql, limited',
            to: 'await assertFairShare(parts.context.store.read, limited',
          },
        ],
      },
      {
        name: 'counted-per-process',
        breaks: 'each process counts only the requests that it has stored',
        edits: [
          {
            file: 'src/kernel/fair-share-limits.ts',
            from: '    dayShare: Math.min(1, 0.25 * factor),',
            to: '    dayShare: Math.min(1, 0.25 * factor), process: Math.random(),',
          },
          {
            file: 'src/domain/booking/fair-share.ts',
            from: 'key: `phone $' + '{guest.phone}`',
            to: 'key: `phone $' + '{guest.phone} $' + '{limits.process}`',
          },
        ],
      },
      {
        name: 'full-ipv6-address',
        breaks: 'IPv6 clients are counted by their full address',
        edits: [
          {
            file: 'src/domain/guard/client-address.ts',
            from: "toGroups(address).slice(0, 4).join(':')",
            to: "toGroups(address).join(':')",
          },
          {
            file: 'src/domain/guard/client-address.ts',
            from: '  if (!isIPv6(address)) return []\n',
            to: '  if (address) return []\n',
          },
        ],
      },
      {
        name: 'cancelled-counted',
        breaks: 'requests that staff declined are still counted',
        edits: [
          {
            file: 'src/domain/booking/fair-share.ts',
            from: "status = 'pending' AND holds_place = 1",
            to: 'holds_place = 1',
          },
        ],
      },
      {
        name: 'phone-as-typed',
        breaks: 'phone numbers are compared as they were typed',
        edits: [
          {
            file: 'src/kernel/phone.ts',
            from: 'parsed?.isValid() ? parsed.number : undefined',
            to: 'parsed?.isValid() ? trimmed : undefined',
          },
        ],
      },
    ],
  },
} as const satisfies Record<string, FaultsOfProof>
