/** Pauses online bookings, and limits how many guests may begin in each interval of a day. */
import { loadArrivalsOfDay } from '../../domain/booking/load-day.ts'
import type { OnlinePause } from '../../domain/online-limits/pauses.ts'
import { type IntervalLoad, loadAt, type Pace } from '../../domain/scheduling/pace.ts'
import { endOfBusinessDay } from '../../domain/sold-out/sold-out.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { hour, isDate, isTime, minute, startOfDay } from '../../kernel/time.ts'
import { truncate } from '../../kernel/truncate.ts'
import { type Html, html } from '../../ui/html.ts'
import {
  disclosure,
  hiddenInputs,
  inputField,
  itemList,
  option,
  postButton,
  problemNotice,
  selectField,
  submitButton,
} from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatDay, formatTimestamp } from '../labels.ts'
import { intervalText } from '../pace-warning.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest } from '../screen.ts'
import { historyDisclosure } from './history.ts'

export const onlineBookingsPath = '/online'

export function onlineBookingScreens(context: DeskContext): Screen[] {
  const { onlinePauses, dayPaces } = context
  /** The result is what the next screen says, with its undo. */
  const actionScreen = (
    action: string,
    run: (form: URLSearchParams, actor: string) => Promise<Record<string, string> | undefined>,
  ): Screen => ({
    path: `${onlineBookingsPath}/${action}`,
    show: async () => ({ seeOther: onlineBookingsPath }),
    async submit(screenRequest) {
      const { form, member } = screenRequest
      let done: Record<string, string> | undefined
      try {
        done = await run(form, `staff:${member.id}`)
      } catch (error) {
        if (!(error instanceof BookingActionError)) throw error
        const notice = problemNotice(formatActionError(error, screenRequest.locale))
        return { ...(await renderPage(context, screenRequest)), notice, status: 409 }
      }
      await context.onStaffChange()
      const date = form.get('date')
      const query = new URLSearchParams(done).toString()
      const parts = [...(date ? [`date=${date}`] : []), ...(query === '' ? [] : [query])]
      return { seeOther: [onlineBookingsPath, parts.join('&')].filter(Boolean).join('?') }
    },
  })
  return [
    {
      path: onlineBookingsPath,
      show: async (screenRequest) => ({
        ...(await renderPage(context, screenRequest)),
        notice: await changeNotice(context, screenRequest),
      }),
    },
    actionScreen('pause', async (form, actor) => {
      const from = context.now()
      const message = {
        vi: formText(form, 'message') || words.message.vi,
        en: formText(form, 'message_en') || words.message.en,
      }
      await onlinePauses.pause({ from, until: pauseEnd(context, form), message }, actor)
      return undefined
    }),
    actionScreen('resume', async (form, actor) => {
      const resumed = form.get('id') ?? ''
      await onlinePauses.resume(resumed, actor)
      return { resumed }
    }),
    actionScreen('restore', async (form, actor) => {
      await onlinePauses.restore(form.get('id') ?? '', actor)
      return undefined
    }),
    actionScreen('pace', async (form, actor) => {
      const date = form.get('date') ?? ''
      const was = formatPace(await dayPaces.find(date))
      await dayPaces.set({ date, pace: readPace(form) }, actor)
      return { was }
    }),
    actionScreen('pace/reset', async (form, actor) => {
      const date = form.get('date') ?? ''
      const was = formatPace(await dayPaces.find(date))
      await dayPaces.reset(date, actor)
      return was === '' ? undefined : { was }
    }),
  ]
}

/** "30 20 5" in the address of the next screen; nothing for the pace of the content. */
function formatPace(pace: Pace | undefined): string {
  return pace ? [pace.everyMinutes, pace.guests ?? '', pace.bookings ?? ''].join(' ') : ''
}

/** What was changed, with its undo: the pause again, or the pace before. */
async function changeNotice(
  { onlinePauses }: DeskContext,
  { query, locale }: ScreenRequest,
): Promise<Notice | undefined> {
  const resumed = query.get('resumed')
  const ended = resumed === null ? undefined : await onlinePauses.findEnded(resumed)
  if (ended) {
    const fields = { id: ended.id }
    return {
      tone: 'good',
      body: html`<p>${words.resumed[locale]}</p>
${postButton(`${onlineBookingsPath}/restore`, words.undo[locale], { tone: 'undo', fields })}`,
    }
  }
  const [was, date] = [query.get('was'), query.get('date')]
  if (was === null || date === null) return undefined
  const [every = '', guests = '', bookings = ''] = was.split(' ')
  const [action, fields] =
    was === '' ? ['pace/reset', { date }] : ['pace', { date, every, guests, bookings }]
  return {
    tone: 'good',
    body: html`<p>${words.paceChanged[locale]}</p>
${postButton(`${onlineBookingsPath}/${action}`, words.undo[locale], { tone: 'undo', fields })}`,
  }
}

/** On the first screen: whether guests can book online, and the way to change it. */
export function onlineBookingsNotice(
  { now }: DeskContext,
  pauses: readonly OnlinePause[],
  locale: Locale,
): Html {
  if (pauses.length === 0)
    return html`<p><a href="${onlineBookingsPath}">${words.link[locale]}</a></p>`
  return html`<section class="notice problem" id="online-paused">
${pauses.map((pause) => pauseLine(pause, now(), locale))}
</section>`
}

function pauseEnd({ shop, now }: DeskContext, form: URLSearchParams): number {
  const preset = form.get('for')
  if (preset === 'hour') return now() + hour
  if (preset === 'today') return endOfBusinessDay(shop.business, now())
  const time = form.get('until') ?? ''
  if (!isTime(time)) throw new BookingActionError('not_possible', { reason: words.whichTime })
  const { serviceDays } = shop.booking
  const until = startOfDay(serviceDays.dateAt(now())) + serviceDays.minutesOf(time) * minute
  if (until <= now()) throw new BookingActionError('not_possible', { reason: words.whichTime })
  return until
}

function readPace(form: URLSearchParams): Pace {
  const limit = (name: string) => {
    const text = (form.get(name) ?? '').trim()
    return text === '' ? undefined : Number(text)
  }
  return {
    everyMinutes: Number(form.get('every')),
    guests: limit('guests'),
    bookings: limit('bookings'),
  }
}

async function renderPage(
  context: DeskContext,
  { locale, query, form }: ScreenRequest,
): Promise<ScreenPage> {
  const { shop, now, onlinePauses } = context
  const asked = form.get('date') ?? query.get('date') ?? ''
  const date = isDate(asked) ? asked : shop.booking.serviceDays.dateAt(now())
  const pauses = await onlinePauses.list()
  const pauseItems = pauses.map(
    async (one) => html`<li>${pauseLine(one, now(), locale)}
${await historyDisclosure(context, `online:${one.id}`, locale)}</li>`,
  )
  return {
    title: words.title[locale],
    tab: onlineBookingsPath,
    body: html`<h1>${words.title[locale]}</h1>
<section>
<h2>${words.pause[locale]}</h2>
<p class="hint">${words.pauseHint[locale]}</p>
${pauses.length > 0 ? itemList(await Promise.all(pauseItems)) : pauseForms(locale)}
</section>
<section id="pace">
<h2>${words.pace[locale]}: ${formatDay(date, now(), locale)}</h2>
<p class="hint">${words.paceHint[locale]}</p>
${await intervalList(context, date, locale)}
${paceForm(context, date, locale)}
${await historyDisclosure(context, `day:${date}`, locale)}
</section>`,
  }
}

function pauseLine({ id, until, message }: OnlinePause, now: number, locale: Locale): Html {
  const pausedUntil = `${words.pausedUntil[locale]} ${formatTimestamp(until, now, locale)}.`
  return html`<span><b>${pausedUntil}</b><br>${message[locale]}</span>
${postButton(`${onlineBookingsPath}/resume`, words.resume[locale], { tone: 'undo', fields: { id } })}`
}

function pauseForms(locale: Locale): Html {
  const preset = (value: string, label: LocalizedText) =>
    postButton(`${onlineBookingsPath}/pause`, label[locale], { fields: { for: value } })
  const text = (name: string, value: string) =>
    html`type="text" name="${name}" maxlength="200" value="${value}"`
  return html`<div class="actions">${preset('hour', words.forHour)}
${preset('today', words.forToday)}</div>
${disclosure(
  words.other[locale],
  html`<form method="post" action="${onlineBookingsPath}/pause" class="row">
${inputField('pause-until', words.until[locale], html`type="time" name="until" required`)}
${inputField('pause-message', words.messageVi[locale], text('message', words.message.vi), { isWide: true })}
${inputField('pause-message-en', words.messageEn[locale], text('message_en', words.message.en), { isWide: true })}
${submitButton(words.pauseNow[locale])}
</form>`,
)}`
}

const shownEveryMinutes = 30

/** The arrivals of the day by interval, against the limits. */
async function intervalList(
  { shop, store, now }: DeskContext,
  date: string,
  locale: Locale,
): Promise<Html | false> {
  const pace = shop.booking.paceOn?.(date)
  const arrivals = await loadArrivalsOfDay(store.read, shop.booking, date)
  const shown = pace ?? { everyMinutes: shownEveryMinutes, guests: undefined, bookings: undefined }
  const loads = new Map(
    arrivals.map(({ at }) => loadAt(shown, arrivals, at)).map((load) => [load.from, load]),
  )
  const isPast = ({ to }: IntervalLoad) => startOfDay(date) + to * minute <= now()
  const upcoming = [...loads.values()].filter((load) => !isPast(load))
  if (upcoming.length === 0) return html`<p>${words.noArrivals[locale]}</p>`
  return itemList(
    upcoming
      .toSorted((one, other) => one.from - other.from)
      .map((load) => html`<li>${intervalText(load, pace, locale)}</li>`),
  )
}

function paceForm({ shop }: DeskContext, date: string, locale: Locale): Html {
  const pace = shop.booking.paceOn?.(date)
  const every = [15, 30].map((minutes) =>
    option(String(minutes), `${minutes} ${words.minutes[locale]}`, minutes === pace?.everyMinutes),
  )
  const limit = (name: string, value: number | undefined) =>
    html`type="text" inputmode="numeric" pattern="[0-9]*" maxlength="3" name="${name}" value="${value ?? ''}"`
  return html`<form method="post" action="${onlineBookingsPath}/pace" class="row">
${hiddenInputs({ date })}
${selectField('pace-every', 'every', words.every[locale], every)}
${inputField('pace-guests', words.guestLimit[locale], limit('guests', pace?.guests))}
${inputField('pace-bookings', words.bookingLimit[locale], limit('bookings', pace?.bookings))}
${submitButton(words.setPace[locale])}
</form>
${postButton(`${onlineBookingsPath}/pace/reset`, words.resetPace[locale], { fields: { date } })}`
}

function formText(form: URLSearchParams, name: string): string {
  return truncate((form.get(name) ?? '').trim(), 200)
}

const words = {
  title: { vi: 'Nhận đặt online', en: 'Online bookings' },
  link: { vi: 'Tạm ngừng nhận đặt online', en: 'Pause online bookings' },
  pause: { vi: 'Tạm ngừng', en: 'Pause' },
  pauseHint: {
    vi: 'Khách không đặt được online cho những giờ này, quầy vẫn ghi được. Hết giờ thì tự mở lại.',
    en: 'Guests cannot book these times online; the desk still can. The pause ends by itself.',
  },
  forHour: { vi: 'Ngừng một giờ', en: 'Pause for an hour' },
  forToday: { vi: 'Ngừng đến hết hôm nay', en: 'Pause until closing time' },
  other: { vi: 'Đến giờ khác, lời nhắn khác', en: 'Until another time, another message' },
  until: { vi: 'Đến lúc', en: 'Until' },
  messageVi: { vi: 'Lời nhắn cho khách', en: 'Message to guests, in Vietnamese' },
  messageEn: { vi: 'Lời nhắn bằng tiếng Anh', en: 'Message in English' },
  message: {
    vi: 'Quán đang rất đông nên tạm ngừng nhận đặt online cho giờ này. Xin gọi cho quán.',
    en: 'We are very busy, so this time cannot be booked online at the moment. Please call us.',
  },
  pauseNow: { vi: 'Tạm ngừng', en: 'Pause' },
  pausedUntil: { vi: 'Đang ngừng nhận đặt online đến', en: 'Online bookings are paused until' },
  resume: { vi: 'Nhận lại ngay', en: 'Accept bookings again' },
  resumed: { vi: 'Đã nhận đặt online lại.', en: 'Online bookings are accepted again.' },
  paceChanged: { vi: 'Đã đổi nhịp nhận khách.', en: 'The pace was changed.' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
  whichTime: {
    vi: 'Hãy chọn một giờ còn chưa tới trong hôm nay.',
    en: 'Choose a later time of today.',
  },
  pace: { vi: 'Nhịp nhận khách', en: 'Pace' },
  paceHint: {
    vi: 'Giới hạn này chỉ áp dụng cho khách đặt online; quầy được nhắc khi vượt. Để trống là không giới hạn.',
    en: 'The limits apply to online bookings; the desk is only warned. Leave a field empty for no limit.',
  },
  noArrivals: { vi: 'Chưa có khách nào sắp tới.', en: 'No guests are expected yet.' },
  every: { vi: 'Mỗi', en: 'In each' },
  minutes: { vi: 'phút', en: 'minutes' },
  guestLimit: { vi: 'Nhiều nhất, khách', en: 'Guests, at most' },
  bookingLimit: { vi: 'Nhiều nhất, lượt', en: 'Bookings, at most' },
  setPace: { vi: 'Đặt cho ngày này', en: 'Set for this day' },
  resetPace: { vi: 'Về mức thường ngày', en: 'Back to the usual pace' },
} satisfies Record<string, LocalizedText>
