/** The server-sent events that an open desk receives. */
import { findBookingById } from '../domain/booking/queries.ts'
import { findNotifyingEvent } from '../domain/messages/event-notifications.ts'
import { formatGuestCount, formatShortDate } from '../domain/messages/format.ts'
import type { OutputStream, Reply, Request } from '../http/message.ts'
import type { Locale } from '../kernel/locale.ts'
import type { DeskContext } from './context.ts'
import { type DeskEvent, type EventHub, isEventId } from './event-hub.ts'
import { securityHeaders } from './replies.ts'

/** Short, so that an open desk recognizes a silent network within seconds. */
const heartbeatMs = 2_000

/** A revoked device receives no events after this time. */
const sessionCheckMs = 4_000

export function eventStreamReply(
  context: DeskContext & { hub: EventHub },
  { headers, query }: Request,
  locale: Locale,
  checkSession: () => Promise<unknown>,
): Reply {
  const lastEventId =
    headers['last-event-id']?.toString() ?? new URLSearchParams(query).get('since') ?? ''
  return {
    status: 200,
    headers: { ...securityHeaders, 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
    body: '',
    route: '/live',
    stream: (output) => streamEvents(context, output, lastEventId, locale, checkSession),
  }
}

async function streamEvents(
  context: DeskContext & { hub: EventHub },
  { write, closed }: OutputStream,
  lastEventId: string,
  locale: Locale,
  checkSession: () => Promise<unknown>,
): Promise<void> {
  const { hub } = context
  const sent = new Set<string>()
  /** Events that arrive while the missed ones are loaded. They are sent after those. */
  let queued: DeskEvent[] | undefined = []
  /** Writes are serialized to keep the order of the events. */
  let lastWrite: Promise<void> = Promise.resolve()
  const sendEvent = (event: DeskEvent) => {
    if (sent.has(event.id)) return
    sent.add(event.id)
    lastWrite = lastWrite.then(async () => {
      // The event is sent without a text if its booking cannot be loaded.
      const text = await describeEvent(context, event, locale).catch(() => undefined)
      const data = JSON.stringify({ kind: event.kind, text })
      write(`id: ${event.id}\nevent: news\ndata: ${data}\n\n`)
    })
  }
  write('retry: 2000\n\n')
  const stop = await hub.listen((event) => {
    if (queued) queued.push(event)
    else sendEvent(event)
  })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  closed.addEventListener('abort', () => end())
  hub.closed.addEventListener('abort', () => end(), { signal: closed })
  const heartbeat = setInterval(() => {
    write(': \nevent: beat\ndata: {}\n\n')
  }, heartbeatMs)
  const sessionCheck = setInterval(() => {
    checkSession().then(
      (authenticated) => authenticated === undefined && end(),
      () => {},
    )
  }, sessionCheckMs)
  try {
    if (isEventId(lastEventId)) {
      const missed = await hub.since(lastEventId)
      if (missed) for (const event of missed) sendEvent(event)
      else write('event: reload\ndata: {}\n\n')
    }
    for (const event of queued) sendEvent(event)
    queued = undefined
    if (closed.aborted || hub.closed.aborted) return
    await ended
  } finally {
    clearInterval(heartbeat)
    clearInterval(sessionCheck)
    stop()
    await lastWrite.catch(() => {})
  }
}

/** The text to announce. Only events that staff must answer have one. */
async function describeEvent(
  { store, now }: DeskContext,
  { kind, subject }: DeskEvent,
  locale: Locale,
): Promise<string | undefined> {
  const event = findNotifyingEvent(kind)
  if (event?.notifies.staff !== 'answer') return undefined
  const title = event.title[locale]
  if (!subject.startsWith('booking:')) return title
  const booking = await findBookingById(store.read, subject.slice('booking:'.length), now())
  if (!booking) return title
  const startText = `${formatShortDate(booking.date, locale)} ${booking.time}`
  return `${title}: ${formatGuestCount(booking.party_size, locale)}, ${startText}`
}
