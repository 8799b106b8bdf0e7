/** Emails to a guest of the waitlist, messages to staff about it, and the payload of its webhooks. */
import { z } from 'zod'
import { formatCode } from '../../kernel/booking-code.ts'
import type { ChannelTraits } from '../../kernel/channel.ts'
import { formatDate } from '../../kernel/format-date.ts'
import { type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import { toIsoString } from '../../kernel/time.ts'
import { findPlaceOffer, type PlaceOffer } from '../booking/place-offer/rows.ts'
import { findClosedReason } from '../closed-days/closed-days.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import { formatStart } from '../scheduling/format-start.ts'
import {
  type WaitlistAction,
  waitlistActionOfEvent,
  waitlistLifecycle,
} from '../waitlist/actions.ts'
import { currentStatus, findEntryById, type WaitlistEntry } from '../waitlist/rows.ts'
import { waitlistStatuses } from '../waitlist/status.ts'
import { offeredText, waitingText } from '../waitlist/texts.ts'
import { waitlistPath } from '../waitlist/url.ts'
import { invitationToConfirm, loadAddressee } from './addressee.ts'
import { type MessageContent, type MessageContext, subjectId } from './context.ts'
import { formatRows } from './email-parts.ts'
import { formatGuestCount, formatShortTime, formatShortTimestamp, formatSource } from './format.ts'

/** The actions about which a guest gets an email. */
type EmailAction = 'requested' | 'offered' | 'offer_withdrawn'

function isEmailAction(action: WaitlistAction | undefined): action is EmailAction {
  return action === 'requested' || action === 'offered' || action === 'offer_withdrawn'
}

/** Nothing is sent about an offer that was answered, taken back or has expired in the meantime. */
export async function composeGuestWaitlistEmail(
  context: MessageContext,
  delivery: Delivery,
  event: OutboxEvent,
): Promise<MessageContent | undefined> {
  const { store, business, base } = context
  const entry = await findEntryById(store.read, subjectId(event.subject))
  const action = waitlistActionOfEvent(event.kind)
  if (!entry?.email || !isEmailAction(action)) return undefined
  const offer = await findPlaceOffer(store.read, String(event.facts.offer ?? ''))
  if (!(await isRelevant(context, delivery, action, entry, offer))) return undefined
  const { locale } = entry
  const code = formatCode(entry.code)
  const link = `${base}${localPath(`${waitlistPath}/${code}`, locale, business.languages)}`
  const addressee = await loadAddressee(context, { ...entry, email: entry.email })
  const invitation = invitationToConfirm(context, addressee, { kind: 'waitlist', code }, locale)
  const text = {
    requested: waitingText(business),
    offered: offeredText,
    offer_withdrawn: (await findClosedReason(store.read, entry.date))
      ? dayClosedText
      : withdrawnText,
  }[action]
  return {
    title: `${business.name}: ${titles[action][locale]} · ${code}`,
    text: [
      addressee.greeting,
      text[locale],
      formatRows(factRows(context, entry, action === 'requested' ? undefined : offer, locale)),
      `${labels[action === 'offered' ? 'answer' : 'page'][locale]}:\n${link}`,
      ...invitation.paragraphs,
      business.name,
    ].join('\n\n'),
    link,
    moreLinks: invitation.links,
    facts: {},
    ...addressee.recipient,
  }
}

async function isRelevant(
  { store, now }: MessageContext,
  { id, subject, channel, target }: Delivery,
  action: EmailAction,
  entry: WaitlistEntry,
  offer: PlaceOffer | undefined,
): Promise<boolean> {
  if (action === 'requested') return currentStatus(entry, now()) === 'waiting'
  const offered = `${waitlistLifecycle.noun}.offered`
  const withdrawn = `${waitlistLifecycle.noun}.offer_withdrawn`
  const lastSent = await store.read.get<{ kind: string }>(
    `SELECT kind FROM deliveries JOIN outbox ON outbox.id = news_id
     WHERE deliveries.subject = ? AND channel = ? AND target = ? AND deliveries.id < ?
       AND kind IN (?, ?) AND state = 'sent' AND facts LIKE ? ORDER BY deliveries.id DESC LIMIT 1`,
    ...[subject, channel, target, id],
    ...[offered, withdrawn, `%${offer?.id ?? ''}%`],
  )
  // An offer that is open again means nothing to a guest who was not told that it was withdrawn.
  if (action === 'offered')
    return offer?.status === 'open' && offer.expires_at > now() && lastSent?.kind !== offered
  return offer?.status !== 'open' && lastSent?.kind === offered
}

function factRows(
  { business, rules, offerName }: MessageContext,
  entry: WaitlistEntry,
  offer: PlaceOffer | undefined,
  locale: Locale,
): [string, string][] {
  const window = `${formatDate(entry.date, locale)}, ${clock(entry.starts_from)}–${clock(entry.starts_until)}`
  const when = offer ? formatStart(rules.serviceDays, offer, locale) : window
  return [
    [labels.what[locale], offerName(entry.offer_id)[locale]],
    [labels.when[locale], when],
    [labels.party[locale], formatGuestCount(entry.party_size, locale)],
    ...(offer?.status === 'open'
      ? [
          [labels.answerBy[locale], formatShortTimestamp(offer.expires_at, locale)] as [
            string,
            string,
          ],
        ]
      : []),
    [labels.code[locale], formatCode(entry.code)],
    [labels.phone[locale], business.phone],
  ]
}

function clock(atMs: number): string {
  return toIsoString(atMs).slice(11, 16)
}

/** To staff, without the name of the guest; to programs with the payload. */
export async function composeStaffWaitlistMessage(
  { store, deskUrl, offerName, now, locale = 'vi' }: MessageContext,
  _: Delivery,
  { kind, subject, facts }: OutboxEvent,
  { isForPrograms }: ChannelTraits,
): Promise<MessageContent | undefined> {
  const entry = await findEntryById(store.read, subjectId(subject))
  const action = waitlistActionOfEvent(kind)
  if (!entry || !action) return undefined
  const offered =
    facts.date === undefined
      ? ''
      : `: ${formatShortTime(String(facts.date), String(facts.time), locale)}`
  const details = [
    offerName(entry.offer_id)[locale],
    formatGuestCount(entry.party_size, locale),
  ].join(', ')
  return {
    title: `${waitlistLifecycle.transitions[action].title[locale]}${offered}`,
    text: [details, `${labels.source[locale]}: ${formatSource(entry.source, locale)}`].join('\n'),
    link: `${deskUrl}/waitlist`,
    facts: isForPrograms ? toWaitlistPayload(entry, { ...facts }, now()) : {},
  }
}

export const waitlistPayload = z.object({
  code: z.string().describe('The code of the entry.'),
  status: z.enum(waitlistStatuses).describe('Its status, as in GET /api/waitlist/{code}.'),
  from: z.string().describe('The earliest start that suits the guest, with its UTC offset.'),
  to: z.string().describe('The latest start that suits the guest.'),
  party_size: z.int().describe('Number of guests.'),
  offer_id: z.string().describe('Id of the offer that the guest waits for.'),
  source: z.string().describe('Where the entry came from, as in the events of bookings.'),
  version: z.int().describe('Increases with every change; ignore a smaller one than you know.'),
  date: z.string().optional().describe('With an offered place: its day.'),
  time: z.string().optional().describe('With an offered place: its start.'),
})

export function toWaitlistPayload(
  entry: Pick<
    WaitlistEntry,
    | 'code'
    | 'status'
    | 'starts_from'
    | 'starts_until'
    | 'party_size'
    | 'offer_id'
    | 'source'
    | 'version'
  >,
  { date, time }: Record<string, unknown>,
  now: number,
): z.input<typeof waitlistPayload> {
  return {
    code: formatCode(entry.code),
    status: currentStatus(entry, now),
    from: toIsoString(entry.starts_from),
    to: toIsoString(entry.starts_until),
    party_size: entry.party_size,
    offer_id: entry.offer_id,
    source: entry.source,
    version: entry.version,
    ...(date !== undefined && { date: String(date), time: String(time) }),
  }
}

const withdrawnText: LocalizedText = {
  vi: 'Rất tiếc, chỗ chúng tôi vừa mời không còn nữa. Bạn vẫn ở trong danh sách chờ.',
  en: 'We are sorry: the place that we offered is no longer free. You are still on the waitlist.',
}

const dayClosedText: LocalizedText = {
  vi: 'Rất tiếc, hôm đó chúng tôi nghỉ nên chỗ vừa mời không còn nữa. Mời bạn chọn ngày khác.',
  en: 'We are sorry: we are closed on that day, so the place that we offered is gone. Please choose another day.',
}

const titles: Record<EmailAction, LocalizedText> = {
  requested: { vi: 'bạn đang ở trong danh sách chờ', en: 'you are on the waitlist' },
  offered: { vi: 'có chỗ cho bạn', en: 'a place is free for you' },
  offer_withdrawn: { vi: 'chỗ được mời không còn nữa', en: 'the offered place is gone' },
}

const labels = {
  what: { vi: 'Chờ', en: 'Waiting for' },
  when: { vi: 'Khi nào', en: 'When' },
  party: { vi: 'Số khách', en: 'Guests' },
  answerBy: { vi: 'Trả lời trước', en: 'Answer by' },
  code: { vi: 'Mã', en: 'Code' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  page: { vi: 'Xem hoặc rời danh sách chờ', en: 'View or leave the waitlist' },
  answer: { vi: 'Nhận hoặc không nhận chỗ này', en: 'Accept or decline this place' },
  source: { vi: 'Nguồn', en: 'Source' },
} satisfies Record<string, LocalizedText>
