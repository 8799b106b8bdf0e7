/** What the book says should have arrived, against what did. */
import { stableName } from '../../src/channels/short-hash.ts'
import type { Store } from '../../src/store/sql.ts'
import type { Mail } from '../../test/support/receivers.ts'
import type { Receipt } from './webhook-receiver.ts'

type Delivery = {
  id: string
  channel: string
  target: string
  subject: string
  state: string
  kind: string
  code: string
}

export type Verdict = {
  news: number
  deliveries: number
  /** Tries that arrived, and how many of them repeated one that was taken before. */
  arrived: number
  repeated: number
  mails: number
  mailsRepeated: number
  lost: number
  outOfOrder: number
  wrong: string[]
}

export async function judge(
  store: Store,
  acknowledged: ReadonlyMap<string, readonly string[]>,
  receipts: readonly Receipt[],
  mails: readonly Mail[],
): Promise<Verdict> {
  const deliveries = await store.read.all<Delivery>(
    `SELECT deliveries.id, channel, target, deliveries.subject, state, kind, code FROM deliveries
     JOIN outbox ON outbox.id = news_id JOIN bookings ON 'booking:' || bookings.id = outbox.subject
     ORDER BY deliveries.id`,
  )
  const news = await store.read.all<{ id: string; kind: string; code: string }>(
    `SELECT outbox.id, kind, code FROM outbox
     JOIN bookings ON 'booking:' || bookings.id = subject ORDER BY outbox.id`,
  )
  const verdict: Verdict = {
    news: news.length,
    deliveries: deliveries.length,
    arrived: receipts.length,
    repeated: 0,
    mails: mails.length,
    mailsRepeated: mails.length - new Set(mails.map(messageId)).size,
    lost: 0,
    outOfOrder: 0,
    wrong: [],
  }

  const kept = Map.groupBy(news, ({ code }) => code)
  for (const [code, happened] of acknowledged) {
    const kinds = kept.get(code.replaceAll('-', ''))?.map(({ kind }) => kind) ?? []
    if (happened.some((kind, place) => kinds[place] !== kind))
      verdict.wrong.push(`${code}: ${happened} was acknowledged, ${kinds} was kept`)
  }
  for (const path of new Set(receipts.map((one) => one.path))) {
    const there = deliveries.filter((one) => one.channel === 'webhook' && one.target.endsWith(path))
    if (there.length !== news.length)
      verdict.wrong.push(`${there.length} deliveries of ${news.length} pieces of news at ${path}`)
    judgeProgram(
      there,
      receipts.filter((one) => one.path === path),
      verdict,
    )
  }
  judgeMails(
    deliveries.filter(({ channel }) => channel !== 'webhook'),
    mails,
    verdict,
  )
  return verdict
}

function judgeProgram(
  deliveries: readonly Delivery[],
  receipts: readonly Receipt[],
  verdict: Verdict,
): void {
  const byId = new Map(deliveries.map((one) => [one.id, one]))
  const takenAt = new Map<string, number>()
  for (const { id, type, code, taken } of receipts) {
    const one = byId.get(id)
    if (one?.kind !== type || one.code !== code.replaceAll('-', ''))
      verdict.wrong.push(`${id} is ${type} of ${code}, which nobody sent`)
    if (taken === undefined) continue
    if (takenAt.has(id)) verdict.repeated++
    takenAt.set(id, Math.min(taken, takenAt.get(id) ?? taken))
  }
  for (const { id, state } of deliveries) {
    if (!takenAt.has(id)) verdict.lost++
    if (state !== 'sent') verdict.wrong.push(`${id} is ${state}`)
  }
  const arrivals = Map.groupBy(receipts, ({ id }) => id)
  for (const ofBooking of Map.groupBy(deliveries, ({ subject }) => subject).values()) {
    for (const [place, { id }] of ofBooking.entries()) {
      const before = takenAt.get(ofBooking[place - 1]?.id ?? '') ?? 0
      const early = arrivals.get(id)?.some(({ arrived }) => arrived < before)
      if (early) verdict.outOfOrder++
    }
  }
}

/** What staff took back or answered before it was told need not be told by mail. */
function judgeMails(
  deliveries: readonly Delivery[],
  mails: readonly Mail[],
  verdict: Verdict,
): void {
  const known = new Map(deliveries.map((one) => [stableName(one.id), one]))
  const first = new Set<Delivery>()
  for (const mail of mails) {
    const one = known.get(messageId(mail).slice(1).split('@')[0] ?? '')
    if (!one) verdict.wrong.push(`a mail has the id ${messageId(mail)}, which nobody sent`)
    else first.add(one)
  }
  for (const one of deliveries) {
    if (one.state === 'sent' && !first.has(one)) verdict.lost++
    if (!['sent', 'dropped'].includes(one.state)) verdict.wrong.push(`${one.id} is ${one.state}`)
  }
  const places = Map.groupBy(first, ({ subject, channel }) => `${subject} ${channel}`)
  for (const inOrder of places.values()) {
    const ids = inOrder.map(({ id }) => id)
    if (ids.some((id, place) => id < (ids[place - 1] ?? ''))) verdict.outOfOrder++
  }
}

function messageId({ headers }: Mail): string {
  return headers.get('message-id') ?? ''
}
