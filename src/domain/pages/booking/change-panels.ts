/** The panels of the change page: the free times, the numbers of guests, and the request before it is sent. */
import type { Block, Choice, Panel } from '../../../content/document.ts'
import { telephoneLink } from '../../../content/shop.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { parseIsoString } from '../../../kernel/time.ts'
import type { RequestedChange } from '../../booking/change-operation.ts'
import { quoteRows } from '../../booking/quote-fields.ts'
import { newDepositText } from '../../booking/requested-change.ts'
import type { BookingStatus } from '../../booking/status-operation.ts'
import { deadlineText } from '../../guest/response-deadline.ts'
import { formatStart, parseStart } from '../../scheduling/format-start.ts'
import { monthBlock } from './calendar.ts'
import { type ChangeChoice, changePath, changeUrl } from './change-choice.ts'
import { guestsText, newStateText } from './change-texts.ts'
import type { BookingPageContext } from './context.ts'
import { dayStrip } from './day-strip.ts'
import { timeBlocks } from './panel.ts'
import type { PanelAvailability } from './panel-availability.ts'

/** The days and times; the time of the booking itself is marked. */
export function timesPanel(
  context: BookingPageContext,
  booking: BookingStatus,
  choice: ChangeChoice,
  availability: PanelAvailability,
  notices: readonly Block[],
  locale: Locale,
): Panel {
  const { rules, now, linkTo } = context
  const { day, month } = availability
  const onDay = day ? { date: day.date } : {}
  const today = rules.serviceDays.dateAt(now())
  const link = month
    ? { text: labels.hideMonth[locale], href: linkTo(onDay) }
    : {
        text: labels.showMonth[locale],
        href: linkTo({ ...onDay, month: (day?.date ?? today).slice(0, 7) }),
      }
  return {
    kind: 'panel',
    path: changePath(booking.code),
    title: labels.chooseTime[locale],
    link,
    blocks: [
      ...notices,
      ...(choice.guests === undefined ? [] : [guestsNote(choice.guests, locale)]),
      dayStrip(context, {}, availability, locale),
      ...(month
        ? [monthBlock(month.month, month.days, onDay, { now: now(), rules, linkTo }, locale)]
        : []),
      ...timeBlocks(context, availability, {}, locale),
    ],
  }
}

function guestsNote(guests: number, locale: Locale): Block {
  const text = {
    vi: `Giờ trống cho ${guestsText(guests, 'vi')}.`,
    en: `Free times for ${guestsText(guests, 'en')}.`,
  }[locale]
  return { kind: 'paragraph', text: [text] }
}

/** The numbers of guests that can be booked on the site; more are for a call. */
export function guestsPanel(
  { form, business }: BookingPageContext,
  { code, party_size }: BookingStatus,
  notices: readonly Block[],
  locale: Locale,
): Panel {
  const step = form.steps.find(({ names }) => names.includes('party_size'))
  const choices = (step?.choices({}, locale) ?? []).map(({ sets, text }): Choice => {
    const guests = Number(sets.party_size)
    if (guests === party_size) return { text, note: labels.booked[locale], isOwn: true }
    return { text, href: `${changeUrl(code, { question: 'party', guests })}#booking` }
  })
  const call: Choice[] = step?.callFor
    ? [{ text: step.callFor[locale], href: telephoneLink(business) }]
    : []
  const label = step?.question[locale] ?? labels.guests[locale]
  return {
    kind: 'panel',
    path: changePath(code),
    title: label,
    blocks: [
      ...notices,
      {
        kind: 'choices',
        label: labels.guests[locale],
        choices: [...choices, ...call],
        as: 'guests',
      },
    ],
  }
}

/** What is requested, old and new side by side, with everything that changes or stays. */
export function requestPanel(
  context: BookingPageContext,
  booking: BookingStatus,
  choice: ChangeChoice,
  requested: RequestedChange,
  form: readonly Block[],
  notices: readonly Block[],
  locale: Locale,
): Panel {
  return {
    kind: 'panel',
    path: changePath(booking.code),
    title: requestTitles[choice.question][locale],
    blocks: [
      ...notices,
      swapBlock(context, booking, choice, locale),
      ...costNotices(booking, requested, locale),
      ...form,
      { kind: 'paragraph', text: [answerText(context, requested, locale)] },
    ],
  }
}

function swapBlock(
  { rules }: BookingPageContext,
  booking: BookingStatus,
  choice: ChangeChoice,
  locale: Locale,
): Block {
  const start = formatStart(rules.serviceDays, parseStart(booking.starts_at), locale)
  const back = changeUrl(booking.code, {
    question: choice.question === 'cancel' ? 'move' : choice.question,
    ...(choice.question === 'move' && choice.date !== undefined && { date: choice.date }),
    ...(choice.question === 'move' && choice.guests !== undefined && { guests: choice.guests }),
  })
  const isParty = choice.question === 'party'
  return {
    kind: 'swap',
    from: {
      label: labels.now[locale],
      text: isParty ? guestsText(booking.party_size, locale) : start,
    },
    to: {
      label: labels.requested[choice.question][locale],
      text: newStateText(rules, choice, locale),
    },
    link: {
      text: labels.other[choice.question][locale],
      href: `${back}#booking`,
    },
  }
}

/** The price and the surcharge of the new day if they differ, and the deposit for more guests. */
function costNotices(booking: BookingStatus, requested: RequestedChange, locale: Locale): Block[] {
  const isMove = requested.kind === 'move'
  const rows = isMove ? quoteRows(requested, locale) : []
  const before = quoteRows(booking, locale).map(([term, text]) => `${term} ${text}`)
  const changed = rows.filter(([term, text]) => !before.includes(`${term} ${text}`))
  const hadSurcharge = isMove && booking.surcharge && !requested.surcharge
  const texts = [
    ...changed.map(([term, text]) => `${labels.newDay[locale]}: ${lowerFirst(term)} ${text}.`),
    ...(hadSurcharge ? [labels.noSurcharge[locale]] : []),
    ...(requested.new_deposit ? [newDepositText(requested.new_deposit.amount, locale)] : []),
  ]
  return texts.map((text) => ({ kind: 'notice', tone: 'note', text: [text] }))
}

function answerText(
  { business, now }: BookingPageContext,
  { next_by }: RequestedChange,
  locale: Locale,
): string {
  const when = next_by === undefined ? '' : deadlineText(parseIsoString(next_by), now(), locale)
  return {
    vi: `${business.name} gọi vào số đã đặt${when}. Tới lúc đó lượt đặt giữ nguyên.`,
    en: `${business.name} calls the number of the booking${when}. Until then nothing changes.`,
  }[locale]
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLocaleLowerCase('vi') + text.slice(1)
}

const requestTitles: Record<ChangeChoice['question'], LocalizedText> = {
  move: { vi: 'Xin dời sang giờ này', en: 'Move to this time' },
  party: { vi: 'Xin đổi số người', en: 'Change the number of guests' },
  cancel: { vi: 'Xin huỷ', en: 'Cancel' },
}

const labels = {
  chooseTime: { vi: 'Chọn giờ mới', en: 'Choose the new time' },
  showMonth: { vi: 'Cả tháng', en: 'Whole month' },
  hideMonth: { vi: 'Ẩn tháng', en: 'Hide the month' },
  guests: { vi: 'Số người', en: 'Guests' },
  booked: { vi: 'đang đặt', en: 'booked' },
  now: { vi: 'Đang đặt', en: 'Booked' },
  requested: {
    move: { vi: 'Xin dời sang', en: 'New time' },
    party: { vi: 'Xin đổi thành', en: 'New number' },
    cancel: { vi: 'Yêu cầu', en: 'Request' },
  },
  other: {
    move: { vi: 'Chọn giờ khác', en: 'Choose another time' },
    party: { vi: 'Chọn số khác', en: 'Choose another number' },
    cancel: { vi: 'Dời sang lúc khác thay vì huỷ', en: 'Move to another time instead' },
  },
  newDay: { vi: 'Ngày mới', en: 'On the new day' },
  noSurcharge: { vi: 'Ngày mới không có phụ thu.', en: 'The new day has no surcharge.' },
} satisfies Record<string, LocalizedText | Record<string, LocalizedText>>
