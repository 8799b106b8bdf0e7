/** The stream that an open desk listens to. */
import { findBookingById } from '../domain/booking/queries.ts'
import { formatGuestCount, formatShortDate } from '../domain/messages/format.ts'
import type { OutputStream, Reply, Request } from '../http/message.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import type { DeskContext } from './context.ts'
import type { DeskEvent, EventHub } from './event-hub.ts'
import { securityHeaders } from './replies.ts'

/** So often a quiet stream says that it is still there, and is asked whether it still may be. */
const heartbeatMs = 10_000

export function eventStreamReply(
  context: DeskContext & { hub: EventHub },
  { headers, query }: Request,
  locale: Locale,
  checkSession: () => Promise<unknown>,
): Reply {
  const last = headers['last-event-id']?.toString() ?? new URLSearchParams(query).get('since') ?? ''
  return {
    status: 200,
    headers: { ...securityHeaders, 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
    body: '',
    route: '/live',
    stream: (outlet) => streamEvents(context, outlet, last, locale, checkSession),
  }
}

async function streamEvents(
  context: DeskContext & { hub: EventHub },
  { write, closed }: OutputStream,
  last: string,
  locale: Locale,
  checkSession: () => Promise<unknown>,
): Promise<void> {
  const { hub } = context
  const sent = new Set<string>()
  /** What happens while it is looked up what was missed; that comes first. */
  let queued: DeskEvent[] | undefined = []
  /** One after the other, in the order in which they came. */
  let lastWrite: Promise<void> = Promise.resolve()
  const sendEvent = (event: DeskEvent, isNew = true) => {
    if (sent.has(event.id)) return
    sent.add(event.id)
    lastWrite = lastWrite.then(async () => {
      // Where its words cannot be had at this moment, that something happened is told all the same.
      const text = isNew
        ? await describeEvent(context, event, locale).catch(() => undefined)
        : undefined
      const data = JSON.stringify({ kind: event.kind, text })
      write(`id: ${event.id}\nevent: news\ndata: ${data}\n\n`)
    })
  }
  write('retry: 2000\n\n')
  const stop = await hub.listen((event) => {
    if (queued) queued.push(event)
    else sendEvent(event)
  })
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  closed.addEventListener('abort', () => end())
  hub.closed.addEventListener('abort', () => end(), { signal: closed })
  const heartbeat = setInterval(() => {
    write(': \nevent: beat\ndata: {}\n\n')
    checkSession().then(
      (authenticated) => authenticated === undefined && end(),
      () => {},
    )
  }, heartbeatMs)
  try {
    if (/^[0-9a-f]{12,}$/.test(last)) {
      const missed = await hub.since(last)
      const isNew = ({ id }: DeskEvent) => id > last || queued?.some((one) => one.id === id)
      // What is older is looked for again, as it may have been late; it was called out before.
      if (missed) for (const event of missed) sendEvent(event, isNew(event))
      else write('event: reload\ndata: {}\n\n')
    }
    for (const event of queued) sendEvent(event)
    queued = undefined
    if (closed.aborted || hub.closed.aborted) return
    await over
  } finally {
    clearInterval(heartbeat)
    stop()
    await lastWrite.catch(() => {})
  }
}

/** What is called out; only what staff must answer has words. */
async function describeEvent(
  { store, now }: DeskContext,
  { kind, subject }: DeskEvent,
  locale: Locale,
): Promise<string | undefined> {
  const title = alertTitles[kind]?.[locale]
  if (title === undefined || !subject.startsWith('booking:')) return title
  const booking = await findBookingById(store.read, subject.slice('booking:'.length), now())
  if (!booking) return title
  const startText = `${formatShortDate(booking.date, locale)} ${booking.time}`
  return `${title}: ${formatGuestCount(booking.party_size, locale)}, ${startText}`
}

const alertTitles: Record<string, LocalizedText> = {
  'booking.requested': { vi: 'Yêu cầu mới', en: 'New request' },
  'booking.change_requested': { vi: 'Khách xin đổi', en: 'A guest asks for a change' },
  'order.requested': { vi: 'Đơn thẻ mới', en: 'New card order' },
  'lead.requested': { vi: 'Có khách xin gọi lại', en: 'Somebody asks to be called' },
}
