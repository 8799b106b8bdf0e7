/** Compares the deliveries in the database with the received ones. */
import { shortHash } from '../../src/channels/short-hash.ts'
import type { Store } from '../../src/store/sql.ts'
import type { Mail } from '../../test/support/receivers.ts'
import type { Receipt } from './webhook-receiver.ts'

/** A receiver that the shop is configured with. Each of them is judged, also one that has received nothing. */
export type ConfiguredReceiver = {
  channel: string
  target: string
  /** The events that it gets. */
  kinds: readonly string[]
}

type Delivery = {
  id: string
  event: string
  channel: string
  target: string
  subject: string
  state: string
  kind: string
  code: string
}

export type DeliveryVerdict = {
  events: number
  deliveries: number
  /** Number of received deliveries, and of those that repeat an acknowledged one. */
  arrived: number
  repeated: number
  mails: number
  mailsRepeated: number
  lost: number
  outOfOrder: number
  wrong: string[]
}

export async function evaluateDeliveries(
  store: Store,
  acknowledged: ReadonlyMap<string, readonly string[]>,
  receivers: readonly ConfiguredReceiver[],
  receipts: readonly Receipt[],
  mails: readonly Mail[],
): Promise<DeliveryVerdict> {
  const deliveries = await store.read.all<Delivery>(
    `SELECT deliveries.id, news_id AS event, channel, target, deliveries.subject, state, kind, code
     FROM deliveries
     JOIN outbox ON outbox.id = news_id JOIN bookings ON 'booking:' || bookings.id = outbox.subject
     ORDER BY deliveries.id`,
  )
  const events = await store.read.all<{ id: string; kind: string; code: string }>(
    `SELECT outbox.id, kind, code FROM outbox
     JOIN bookings ON 'booking:' || bookings.id = subject ORDER BY outbox.id`,
  )
  const verdict: DeliveryVerdict = {
    events: events.length,
    deliveries: deliveries.length,
    arrived: receipts.length,
    repeated: 0,
    mails: mails.length,
    mailsRepeated: mails.length - new Set(mails.map(messageId)).size,
    lost: 0,
    outOfOrder: 0,
    wrong: [],
  }

  const storedEvents = Map.groupBy(events, ({ code }) => code)
  for (const [code, expectedKinds] of acknowledged) {
    const kinds = storedEvents.get(code.replaceAll('-', ''))?.map(({ kind }) => kind) ?? []
    if (expectedKinds.some((kind, index) => kinds[index] !== kind))
      verdict.wrong.push(`${code}: ${expectedKinds} were acknowledged, ${kinds} are stored`)
  }
  for (const { channel, target, kinds } of receivers) {
    const ofReceiver = deliveries.filter(
      (one) => one.channel === channel && one.target === target && kinds.includes(one.kind),
    )
    const delivered = new Set(ofReceiver.map(({ event }) => event))
    const expected = events.filter(({ kind }) => kinds.includes(kind))
    const missing = expected.filter(({ id }) => !delivered.has(id)).length
    if (missing > 0 || ofReceiver.length !== expected.length || expected.length === 0)
      verdict.wrong.push(
        `${target} has ${ofReceiver.length} deliveries of ${expected.length} events, ${missing} are missing`,
      )
    if (channel !== 'webhook') continue
    checkWebhooks(
      ofReceiver,
      receipts.filter(({ path }) => target.endsWith(path)),
      verdict,
    )
  }
  checkMails(
    deliveries.filter(({ channel }) => channel !== 'webhook'),
    mails,
    verdict,
  )
  return verdict
}

function checkWebhooks(
  deliveries: readonly Delivery[],
  receipts: readonly Receipt[],
  verdict: DeliveryVerdict,
): void {
  const byId = new Map(deliveries.map((one) => [one.id, one]))
  const acknowledgedAt = new Map<string, number>()
  for (const { id, type, code, acknowledgedAtMs } of receipts) {
    const one = byId.get(id)
    if (one?.kind !== type || one.code !== code.replaceAll('-', ''))
      verdict.wrong.push(`${id} is ${type} of ${code}, which was not sent`)
    if (acknowledgedAtMs === undefined) continue
    if (acknowledgedAt.has(id)) verdict.repeated++
    acknowledgedAt.set(id, Math.min(acknowledgedAtMs, acknowledgedAt.get(id) ?? acknowledgedAtMs))
  }
  for (const { id, state } of deliveries) {
    if (!acknowledgedAt.has(id)) verdict.lost++
    if (state !== 'sent') verdict.wrong.push(`${id} is ${state}`)
  }
  const arrivals = Map.groupBy(receipts, ({ id }) => id)
  for (const ofBooking of Map.groupBy(deliveries, ({ subject }) => subject).values()) {
    for (const [index, { id }] of ofBooking.entries()) {
      const before = acknowledgedAt.get(ofBooking[index - 1]?.id ?? '') ?? 0
      const isEarly = arrivals.get(id)?.some(({ arrived }) => arrived < before)
      if (isEarly) verdict.outOfOrder++
    }
  }
}

/** An email may be missing if staff undid or answered the request before it was sent. */
function checkMails(
  deliveries: readonly Delivery[],
  mails: readonly Mail[],
  verdict: DeliveryVerdict,
): void {
  const deliveryByMessageName = new Map(deliveries.map((one) => [shortHash(one.id), one]))
  const firstDeliveries = new Set<Delivery>()
  for (const mail of mails) {
    const one = deliveryByMessageName.get(messageId(mail).slice(1).split('@')[0] ?? '')
    if (!one) verdict.wrong.push(`the email ${messageId(mail)} was not sent by the shop`)
    else firstDeliveries.add(one)
  }
  for (const one of deliveries) {
    if (one.state === 'sent' && !firstDeliveries.has(one)) verdict.lost++
    if (!['sent', 'dropped'].includes(one.state)) verdict.wrong.push(`${one.id} is ${one.state}`)
  }
  const mailsByDestination = Map.groupBy(
    firstDeliveries,
    ({ subject, channel }) => `${subject} ${channel}`,
  )
  for (const inOrder of mailsByDestination.values()) {
    const ids = inOrder.map(({ id }) => id)
    if (ids.some((id, index) => id < (ids[index - 1] ?? ''))) verdict.outOfOrder++
  }
}

function messageId({ headers }: Mail): string {
  return headers.get('message-id') ?? ''
}
