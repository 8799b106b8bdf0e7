/** Faults in how requests are served, events delivered and guests erased. */
import type { FaultsOfProof } from '../broken/fault.ts'

const http = [
  'src/http/connections.ts',
  'src/http/request.ts',
  'src/http/respond.ts',
  'src/http/server.ts',
]

/** Kills only lengthen the detection of an event or a delivery that is never created. */
const withoutKills = { engine: 'sqlite', kills: 0 }

export const serviceFaults = {
  R9: {
    implementedIn: [...http, 'src/kernel/describe-error.ts', 'src/kernel/log.ts'],
    faults: [
      {
        name: 'input-in-log',
        breaks: 'the log has the path of each request as it was typed',
        edits: [
          {
            file: 'src/http/respond.ts',
            from: '{ id, method, receivedAtMs }: Request,',
            to: '{ id, method, path, receivedAtMs }: Request,',
          },
          {
            file: 'src/http/respond.ts',
            from: 'log.request({ request: id, method, route, status })',
            to: "log.info('request', { request: id, method, route, status, path })",
          },
        ],
      },
      {
        name: 'map-never-cleared',
        breaks: 'a map has an entry of 600 kB for each request and is never cleared',
        edits: [
          {
            file: 'src/http/respond.ts',
            from: 'export function createResponder(options: ResponderOptions) {',
            to: `const entries = new Map<string, number[]>()

export function createResponder(options: ResponderOptions) {`,
          },
          {
            file: 'src/http/respond.ts',
            from: 'log.request({ request: id, method, route, status })',
            to: `log.request({ request: id, method, route, status })
    entries.set(id, new Array<number>(75_000).fill(0.5))`,
          },
        ],
        options: { shops: 'spa', inputs: 1_000 },
        isTested: true,
      },
    ],
  },
  R10: {
    implementedIn: http,
    faults: [
      {
        name: 'timeouts-rarely-checked',
        breaks: 'the timeout for headers is checked only every 30 s',
        edits: [
          {
            file: 'src/http/server.ts',
            from: '  connectionsCheckingInterval: 1_000,\n',
            to: '',
          },
        ],
        options: { maxConnectionMs: 15_000 },
      },
      {
        name: 'unread-responses-kept',
        breaks: 'a client that does not read its responses stays connected',
        edits: [{ file: 'src/http/respond.ts', from: '  limitReadTime(outgoing)\n', to: '' }],
      },
    ],
  },
  R11: {
    implementedIn: [
      'src/domain/messages/routes.ts',
      'src/domain/outbox',
      'src/channels/webhook.ts',
    ],
    faults: [
      {
        name: 'second-receiver-forgotten',
        breaks: 'of several webhook receivers only the first one is notified',
        edits: [
          {
            file: 'src/domain/messages/routes.ts',
            from: 'for (const target of await channel.listTargets(recipients)) {',
            to: "for (const target of (await channel.listTargets(recipients)).slice(0, channel.name === 'webhook' ? 1 : 9)) {",
          },
        ],
        options: withoutKills,
        isTested: true,
      },
      {
        name: 'staff-not-notified',
        breaks: 'no message is sent to the mailbox of the staff',
        edits: [
          {
            file: 'src/domain/messages/routes.ts',
            from: "const isSent = isForPrograms ? notifies.webhook : notifies.staff !== 'never'",
            to: 'const isSent = isForPrograms && notifies.webhook',
          },
        ],
        options: withoutKills,
      },
      {
        name: 'event-not-enqueued',
        breaks: 'a confirmation has its history but no event',
        edits: [
          {
            file: 'src/domain/outbox/events.ts',
            from: 'entries.map(({ on, eventData, eventId',
            to: "entries.filter(({ on }) => on.action !== 'confirmed').map(({ on, eventData, eventId",
          },
        ],
        options: withoutKills,
        isTested: true,
      },
    ],
  },
  R13: {
    implementedIn: [
      'src/domain/guest/personal-tables.ts',
      'src/domain/guest/personal',
      'src/domain/privacy',
      'src/store/sqlite/vacuum-worker.js',
      'src/store/postgres/maintenance.ts',
    ],
    faults: [
      {
        name: 'caller-left-in-orders',
        breaks: 'the hash of the caller stays in the orders of an erased guest',
        edits: [
          {
            file: 'src/domain/guest/personal/order-tables.ts',
            from: '...contactColumns,\n      recipient:',
            to: '...contactColumns,\n      client: fact,\n      recipient:',
          },
        ],
        isTested: true,
      },
      {
        name: 'note-about-guest-left',
        breaks: 'the note and the phone number stay on the page of an erased guest',
        edits: [
          {
            file: 'src/domain/privacy/erase.ts',
            from: "    await eraseRecords(sql, 'profiles', guestRows, actor, at)\n",
            to: '',
          },
        ],
      },
      {
        name: 'mention-in-extension-left',
        breaks:
          'the phone number of an erased guest stays in the reason of an extension of another guest’s card',
        edits: [
          {
            file: 'src/domain/guest/personal/shared-tables.ts',
            from: `among: "subject IN (SELECT 'card:' || id FROM cards)"`,
            to: "among: '1 = 0'",
          },
        ],
      },
      {
        name: 'free-pages-not-overwritten',
        breaks: 'deleted rows stay in unused parts of the database file',
        edits: [
          {
            file: 'src/store/sqlite/connection.ts',
            from: "'secure_delete = ON'",
            to: "'secure_delete = OFF'",
          },
          {
            file: 'src/store/sqlite.ts',
            from: 'vacuum: () => vacuum(file),',
            to: 'vacuum: async () => {},',
          },
        ],
      },
    ],
  },
  R16: {
    implementedIn: ['src/cluster', 'src/http/server.ts', 'src/server/start.ts'],
    faults: [
      {
        name: 'requests-aborted',
        breaks: 'a replaced worker exits without completing its requests',
        edits: [
          {
            file: 'src/cluster/worker.ts',
            from: 'leave: () => shutdown(replacementTimeouts),',
            to: 'leave: async () => process.exit(0),',
          },
        ],
      },
    ],
  },
  R17: {
    implementedIn: ['src/http/health.ts', 'src/http/server.ts', 'src/server/start.ts'],
    faults: [
      {
        name: 'ready-while-draining',
        breaks: '/readyz stays 200 while the process is draining',
        edits: [{ file: 'src/http/server.ts', from: '      isDraining = true\n', to: '' }],
      },
    ],
  },
  R19: {
    implementedIn: [
      'src/channels/mail-server.ts',
      'src/domain/guest/confirmed-addresses.ts',
      'src/domain/guest/mailbox.ts',
      'src/domain/guest/plain-name.ts',
      'src/domain/messages/addressee.ts',
      'src/domain/messages/first-email-budget.ts',
    ],
    faults: [
      {
        name: 'name-in-to-header',
        breaks: 'the name of the guest is in the To header, and nowhere else',
        edits: [
          {
            file: 'src/domain/messages/addressee.ts',
            from: '      to: email,\n',
            to: '      to: email,\n      toName: name,\n',
          },
          {
            file: 'src/channels/mail-server.ts',
            from: "to: { name: '', address: to },",
            to: "to: { name: (message as { toName?: string }).toName ?? '', address: to },",
          },
        ],
        options: { engine: 'sqlite' },
        isTested: true,
      },
      {
        name: 'note-in-calendar-file',
        breaks: 'the calendar file in an email contains the note of the guest',
        edits: [
          {
            file: 'src/domain/messages/guest-booking.ts',
            from: 'SELECT bookings.*, name, email, staff_note FROM bookings',
            to: 'SELECT bookings.*, name, email, note, staff_note FROM bookings',
          },
          {
            file: 'src/domain/messages/guest-booking.ts',
            from: 'body: calendarFile(context, status, locale),',
            to: `body: calendarFile(context, status, locale).replace(
          'END:VEVENT',
          'COMMENT:' + (found as { note?: string }).note + '\\r\\nEND:VEVENT',
        ),`,
          },
        ],
        options: { engine: 'sqlite' },
      },
      {
        name: 'budget-in-memory',
        breaks: 'each process counts the first emails for itself',
        edits: [
          {
            file: 'src/domain/messages/first-email-budget.ts',
            from: 'type Candidate = {',
            to: 'const sentIds = new Set<string>()\n\ntype Candidate = {',
          },
          {
            file: 'src/domain/messages/first-email-budget.ts',
            from: '  const ofShop = await countSent(sql, nowMs, { except: id })\n',
            to: `  const ofShop = { used: sentIds.size, oldestAtMs: nowMs }
  if (ofShop.used < limitPerHour) sentIds.add(id)
`,
          },
        ],
        options: { engine: 'postgres' },
      },
      {
        name: 'mailbox-as-typed',
        breaks: 'each spelling of a mailbox has a count of its own',
        edits: [
          {
            file: 'src/domain/guest/mailbox.ts',
            // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the product
            from: 'hash(secret, `mail ${normalizeMailbox(email)}`)',
            // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the product
            to: 'hash(secret, `mail ${email}`)',
          },
        ],
        options: { engine: 'sqlite' },
      },
    ],
  },
} as const satisfies Record<string, FaultsOfProof>
