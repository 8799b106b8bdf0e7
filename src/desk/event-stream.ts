/** The stream that an open desk listens to. */
import { bookingById } from '../domain/booking/queries.ts'
import { sayGuests, shortDate } from '../domain/messages/format.ts'
import type { Outlet, Reply, Request } from '../http/message.ts'
import type { Locale, Words } from '../kernel/locale.ts'
import type { DeskParts } from './context.ts'
import type { Hub, LiveEvent } from './event-hub.ts'
import { safety } from './replies.ts'

/** So often a quiet stream says that it is still there, and is asked whether it still may be. */
const beat = 10_000

export function liveReply(
  parts: DeskParts & { hub: Hub },
  { headers, query }: Request,
  locale: Locale,
  stillThere: () => Promise<unknown>,
): Reply {
  const last = headers['last-event-id']?.toString() ?? new URLSearchParams(query).get('since') ?? ''
  return {
    status: 200,
    headers: { ...safety, 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
    body: '',
    route: '/live',
    stream: (outlet) => listen(parts, outlet, last, locale, stillThere),
  }
}

async function listen(
  parts: DeskParts & { hub: Hub },
  { write, gone }: Outlet,
  last: string,
  locale: Locale,
  stillThere: () => Promise<unknown>,
): Promise<void> {
  const { hub } = parts
  const sent = new Set<string>()
  /** What happens while it is looked up what was missed; that comes first. */
  let meanwhile: LiveEvent[] | undefined = []
  /** One after the other, in the order in which they came. */
  let turn: Promise<void> = Promise.resolve()
  const tell = (event: LiveEvent, isNew = true) => {
    if (sent.has(event.id)) return
    sent.add(event.id)
    turn = turn.then(async () => {
      // Where its words cannot be had at this moment, that something happened is told all the same.
      const text = isNew ? await say(parts, event, locale).catch(() => undefined) : undefined
      const data = JSON.stringify({ kind: event.kind, text })
      write(`id: ${event.id}\nevent: news\ndata: ${data}\n\n`)
    })
  }
  write('retry: 2000\n\n')
  const stop = await hub.listen((event) => {
    if (meanwhile) meanwhile.push(event)
    else tell(event)
  })
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  gone.addEventListener('abort', () => end())
  hub.closed.addEventListener('abort', () => end(), { signal: gone })
  const pulse = setInterval(() => {
    write(': \nevent: beat\ndata: {}\n\n')
    stillThere().then(
      (found) => found === undefined && end(),
      () => {},
    )
  }, beat)
  try {
    if (/^[0-9a-f]{12,}$/.test(last)) {
      const missed = await hub.since(last)
      const isNew = ({ id }: LiveEvent) => id > last || meanwhile?.some((one) => one.id === id)
      // What is older is looked for again, as it may have been late; it was called out before.
      if (missed) for (const event of missed) tell(event, isNew(event))
      else write('event: reload\ndata: {}\n\n')
    }
    for (const event of meanwhile) tell(event)
    meanwhile = undefined
    if (gone.aborted || hub.closed.aborted) return
    await over
  } finally {
    clearInterval(pulse)
    stop()
    await turn.catch(() => {})
  }
}

/** What is called out; only what staff must answer has words. */
async function say(
  { store, now }: DeskParts,
  { kind, subject }: LiveEvent,
  locale: Locale,
): Promise<string | undefined> {
  const title = called[kind]?.[locale]
  if (title === undefined || !subject.startsWith('booking:')) return title
  const booking = await bookingById(store.read, subject.slice('booking:'.length), now())
  if (!booking) return title
  const when = `${shortDate(booking.date, locale)} ${booking.time}`
  return `${title}: ${sayGuests(booking.party_size, locale)}, ${when}`
}

const called: Record<string, Words> = {
  'booking.requested': { vi: 'Yêu cầu mới', en: 'New request' },
  'booking.change_requested': { vi: 'Khách xin đổi', en: 'A guest asks for a change' },
  'order.requested': { vi: 'Đơn thẻ mới', en: 'New card order' },
  'lead.requested': { vi: 'Có khách xin gọi lại', en: 'Somebody asks to be called' },
}
