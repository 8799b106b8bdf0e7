/** A person, table or room on one day: enter a guest, absence, break, shift, delay. */
import { loadAbsences } from '../../domain/absence/rows.ts'
import { hoursOn } from '../../domain/scheduling/hours.ts'
import type { Resource } from '../../domain/scheduling/rules.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, isDate, isTime, minutesOf, minutesOfDay, timeOf } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { absenceForms, absencePath, breakReason, formatReason, isPerson } from '../absence-form.ts'
import { breakForms } from '../block-form.ts'
import {
  disclosure,
  hiddenInputs,
  inputField,
  itemList,
  postButton,
  problemNotice,
  submitButton,
} from '../components.ts'
import type { DeskContext } from '../context.ts'
import { parseDate, serviceDateNow } from '../day-picker.ts'
import { currentQuarterHour } from '../labels.ts'
import { resourceDayUrl } from '../resource-day-url.ts'
import { safePath } from '../safe-path.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest } from '../screen.ts'
import { formatAbsence } from './absences.ts'
import { actionErrorNotice } from './booking-actions.ts'
import { historyDisclosure } from './history.ts'
import { delayChoices, lateUrl } from './late.ts'
import { timelinePage } from './timeline.ts'

export function resourceDayScreens(context: DeskContext): Screen[] {
  const toTimeline = async () => ({ seeOther: '/timeline' })
  return [
    {
      path: '/resource',
      show: async ({ query, locale }) =>
        renderPage(context, query, locale, shiftNotice(context, query, locale)),
    },
    { path: '/break', show: toTimeline, submit: (request) => takeBreak(context, request) },
    {
      path: '/break/undo',
      show: toTimeline,
      async submit({ form, member }) {
        const undo = context.staffActions.unblock(form.get('id') ?? '', `staff:${member.id}`)
        // Another desk may have removed it already.
        await undo.catch((error: unknown) => {
          if (!(error instanceof BookingActionError)) throw error
        })
        return { seeOther: safePath(form.get('next'), '/timeline') }
      },
    },
    { path: '/shift', show: toTimeline, submit: (request) => setShift(context, request) },
  ]
}

async function takeBreak(context: DeskContext, { form, member, locale }: ScreenRequest) {
  const [date, time] = [form.get('date') ?? '', form.get('time') ?? '']
  const service =
    isDate(date) && isTime(time) ? context.shop.booking.serviceDays.find({ date, time }) : undefined
  try {
    if (!service) throw new BookingActionError('not_possible')
    const id = await context.staffActions.block({
      ...{ resource: form.get('resource') ?? '', date, at: minutesOf(time) },
      ...{ minutes: Number(form.get('minutes')), reason: breakReason.vi },
      actor: `staff:${member.id}`,
    })
    return { seeOther: `/timeline?date=${service.date}&block=${id}` }
  } catch (error) {
    if (!(error instanceof BookingActionError)) throw error
    const notice = await actionErrorNotice(context, error, undefined, locale)
    const page = await timelinePage(context, service?.date ?? null, locale, { notice })
    return { ...page, status: 409, disableAutoRefresh: true }
  }
}

/** Without times, the person has the usual hours of that day again. */
async function setShift(context: DeskContext, { form, member, locale }: ScreenRequest) {
  const { dayShifts, shop } = context
  const [resource, date] = [form.get('resource') ?? '', form.get('date') ?? '']
  const actor = `staff:${member.id}`
  const before = shiftText(context, resource, date)
  const [from, to] = [form.get('from') ?? '', form.get('to') ?? '']
  try {
    if (from === '' && to === '') await dayShifts.reset(date, resource, actor)
    else {
      if (!isTime(from) || !isTime(to)) throw new BookingActionError('not_possible')
      const start = minutesOf(from)
      const end = shop.booking.serviceDays.minutesOf(to)
      const shift = {
        from: start,
        to: end > start ? end : end + minutesOfDay,
        isOnline: form.get('online') === '1',
      }
      await dayShifts.set({ date, resource, ...shift }, actor)
    }
  } catch (error) {
    if (!(error instanceof BookingActionError)) throw error
    const notice = problemNotice(html`<b>${formatActionError(error, locale)}</b>`)
    return { ...(await renderPage(context, form, locale, notice)), status: 409 }
  }
  await context.onStaffChange()
  return { seeOther: `${resourceDayUrl(resource, date)}&was=${encodeURIComponent(before)}` }
}

/** The shift that staff have set: "09:00 18:00 1", or nothing. */
function shiftText({ shop }: DeskContext, resource: string, date: string): string {
  const shift = shop.dayShifts.find((one) => one.resource === resource && one.date === date)
  return shift ? `${timeOf(shift.from)} ${timeOf(shift.to)} ${Number(shift.isOnline)}` : ''
}

function shiftNotice(
  context: DeskContext,
  query: URLSearchParams,
  locale: Locale,
): Notice | undefined {
  const was = query.get('was')
  if (was === null) return undefined
  const [from = '', to = '', online = '0'] = was.split(' ')
  const fields = { resource: query.get('resource') ?? '', date: parseDate(context, query) }
  return {
    tone: 'good',
    body: html`<p>${words.shiftChanged[locale]}</p>
${postButton('/shift', words.undo[locale], { tone: 'undo', fields: { ...fields, from, to, online } })}`,
  }
}

async function renderPage(
  context: DeskContext,
  query: URLSearchParams,
  locale: Locale,
  notice: Notice | undefined,
): Promise<ScreenPage> {
  const { shop } = context
  const date = parseDate(context, query)
  const resource = shop.booking.resources.find(({ id }) => id === query.get('resource'))
  if (!resource)
    return {
      title: words.unknown[locale],
      status: 404,
      body: html`<h1>${words.unknown[locale]}</h1>`,
    }
  const name = resource.name[locale].split(' · ')[0] ?? ''
  const isToday = date === serviceDateNow(context)
  const entry = `/entry?${new URLSearchParams({ resource: resource.id, date }).toString()}`
  const day = (days: number, label: string) =>
    html`<a class="button" href="${resourceDayUrl(resource.id, addDays(date, days))}">${label}</a>`
  const duty = shop.booking.dutyOn?.(resource.id, date)
  return {
    title: `${name}, ${formatDate(date, locale)}`,
    tab: '/timeline',
    notice,
    body: html`<h1>${name}</h1>
<p class="days">${day(-1, '←')} <b>${formatDate(date, locale)}</b> ${day(1, '→')}</p>
<div class="actions"><a class="button" href="${entry}">${words.enter[locale]}</a>
<a class="button" href="/timeline?date=${date}">${words.timeline[locale]}</a></div>
${await absenceSection(context, resource, date, locale)}
${isToday && breakForms({ resource: resource.id, date, time: currentQuarterHour(context.now()) }, locale)}
${duty && (await shiftSection(context, resource, date, duty, locale))}
${isToday && delaySection(context, resource, date, locale)}
${resource.dates && (await historyDisclosure(context, `place:${resource.id.split(':')[1]}`, locale))}`,
  }
}

async function absenceSection(
  context: DeskContext,
  { id }: Resource,
  date: string,
  locale: Locale,
): Promise<Html> {
  const range = context.shop.booking.serviceDays.rangeOf({ from: date, to: date })
  const all = await loadAbsences(context.store.read, range)
  const own = all.filter(({ resource }) => resource === id)
  const title = isPerson(context, id) ? words.absence : words.outOfUse
  return html`<section><h2>${title[locale]}</h2>
${
  own.length > 0 &&
  itemList(
    own.map(
      (one) =>
        html`<li><a href="${absencePath}/${one.id}"><b>${formatAbsence(one, locale)}</b> ·
${formatReason(one.reason, locale)}</a></li>`,
    ),
  )
}
${absenceForms(context, id, date, locale)}</section>`
}

async function shiftSection(
  context: DeskContext,
  { id, name }: Resource,
  date: string,
  duty: readonly { from: number; to: number }[],
  locale: Locale,
): Promise<Html> {
  const { shop } = context
  const hours = hoursOn(shop.business, date)
  const isChanged = shiftText(context, id, date) !== ''
  const [own] = duty
  const text = own ? `${timeOf(own.from)}–${timeOf(own.to)}` : words.dayOff[locale]
  const open = hours.open ? hours.periods : []
  const [first, last] = [open[0], open.at(-1)]
  const whole = first && last && { from: timeOf(first.from), to: timeOf(last.to % minutesOfDay) }
  const field = (label: string, value: string) =>
    html`type="time" name="${label}" step="900" value="${value}" required`
  const form = html`<form method="post" action="/shift" class="row">
${hiddenInputs({ resource: id, date })}
${inputField('shift-from', words.from[locale], field('from', own ? timeOf(own.from) : (whole?.from ?? '')))}
${inputField('shift-to', words.to[locale], field('to', own ? timeOf(own.to % minutesOfDay) : (whole?.to ?? '')))}
<label class="wide-field"><input type="checkbox" name="online" value="1"> ${words.online[locale]}</label>
${submitButton(words.save[locale])}
</form>`
  const comesIn =
    !own && whole
      ? html`<div class="actions">
${postButton('/shift', `${words.comesIn[locale]} ${whole.from}–${whole.to}`, {
  fields: { resource: id, date, ...whole },
})}
${postButton('/shift', words.comesInOnline[locale], { fields: { resource: id, date, ...whole, online: '1' } })}</div>`
      : ''
  const reset =
    isChanged && postButton('/shift', words.reset[locale], { fields: { resource: id, date } })
  return html`<section id="shift"><h2>${words.shift[locale]}: ${text}</h2>
${comesIn}
${disclosure(words.changeShift[locale], form)}
${reset}
${await historyDisclosure(context, `shift:${date} ${id}`, locale)}
<p class="hint">${words.shiftHint[locale].replace('#', name[locale])}</p></section>`
}

function delaySection(
  { shop }: DeskContext,
  { id, group }: Resource,
  date: string,
  locale: Locale,
): Html {
  const link = (isArea: boolean) => (minutes: number) =>
    html`<a class="button" href="${lateUrl(id, date, minutes, isArea)}">${minutes} ${words.minutes[locale]}</a>`
  const others = shop.booking.resources.filter((one) => one.group.vi === group.vi)
  return html`<section id="late"><h2>${words.late[locale]}</h2>
<div class="actions">${delayChoices.map(link(false))}</div>
${
  others.length > 1 &&
  html`<p>${words.wholeArea[locale]} ${group[locale]}:</p><div class="actions">${delayChoices.map(link(true))}</div>`
}</section>`
}

const words = {
  unknown: { vi: 'Không có người hoặc chỗ này', en: 'There is no such person or place' },
  enter: { vi: 'Ghi khách', en: 'Enter a booking' },
  timeline: { vi: 'Xem sơ đồ', en: 'Show the timeline' },
  absence: { vi: 'Nghỉ', en: 'Absence' },
  outOfUse: { vi: 'Không dùng được', en: 'Out of use' },
  shift: { vi: 'Ca làm', en: 'Shift' },
  dayOff: { vi: 'ngày nghỉ', en: 'day off' },
  comesIn: { vi: 'Tới làm, chỉ quầy xếp khách:', en: 'Comes in, booked at the desk only:' },
  comesInOnline: { vi: 'Tới làm, cho đặt cả online', en: 'Comes in, also booked online' },
  changeShift: { vi: 'Đổi ca ngày này', en: 'Change the shift of this day' },
  from: { vi: 'Từ', en: 'From' },
  to: { vi: 'Đến', en: 'Until' },
  online: {
    vi: 'Giờ thêm cũng cho khách đặt online',
    en: 'Guests can book the added hours online',
  },
  save: { vi: 'Lưu ca', en: 'Save the shift' },
  reset: { vi: 'Về ca thường ngày', en: 'Back to the usual shift' },
  shiftChanged: { vi: 'Đã đổi ca.', en: 'The shift was changed.' },
  shiftHint: {
    vi: 'Chỉ đổi cho ngày này. Khách đã đặt # ngoài ca mới vẫn giữ chỗ.',
    en: 'Only for this day. Guests who have booked # outside the new shift keep their place.',
  },
  late: { vi: 'Đang trễ, dời các lượt sau', en: 'Running late: move the later bookings' },
  wholeArea: { vi: 'Cả', en: 'All of' },
  minutes: { vi: 'phút', en: 'minutes' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
} satisfies Record<string, LocalizedText>
