/** One absence: who is affected, a proposal for each, and the guests to call. */
import { type Absence, findAbsence } from '../../domain/absence/rows.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { dateAt } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { callList } from '../absence-calls.ts'
import {
  absencePath,
  absenceTitle,
  defaultReason,
  parsePeriod,
  periodFields,
} from '../absence-form.ts'
import { loadAbsenceGuests } from '../absence-guests.ts'
import { affectedList } from '../absence-proposals.ts'
import { formatResources } from '../booking-components.ts'
import { disclosure, hiddenInputs, postButton, problemNotice, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatClock, formatTimestamp } from '../labels.ts'
import { movesNotice, parseMoves, runMoves, undoMoves, withMoves } from '../moves.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest } from '../screen.ts'
import { formatAbsence } from './absences.ts'
import { renderHistory } from './history.ts'

export function absenceScreens(context: DeskContext): Screen[] {
  return [
    {
      path: `${absencePath}/{id}`,
      async show(screenRequest) {
        const { locale, pathParams, query } = screenRequest
        const absence = await findAbsence(context.store.read, pathParams.id ?? '')
        if (!absence)
          return {
            title: words.unknown[locale],
            status: 404,
            body: html`<h1>${words.unknown[locale]}</h1>`,
          }
        return renderPage(context, absence, locale, await flash(context, absence, query, locale))
      },
    },
    {
      path: `${absencePath}/{id}/{action}`,
      show: async ({ pathParams: { id = '' } }) => ({ seeOther: `${absencePath}/${id}` }),
      submit: (screenRequest) => submit(context, screenRequest),
    },
  ]
}

type RunAction = (
  context: DeskContext,
  absence: Absence,
  form: URLSearchParams,
  actor: string,
) => Promise<string>

/** Each returns the address of the next page. */
const actions: Readonly<Record<string, RunAction>> = {
  async accept({ staffActions }, { id }, form, actor) {
    const moves = parseMoves(form)
    if (moves.length === 0) throw new BookingActionError('not_possible')
    return withMoves(`${absencePath}/${id}`, await runMoves(staffActions, moves, actor))
  },
  async undo({ staffActions }, { id }, form, actor) {
    await undoMoves(staffActions, form, actor)
    return `${absencePath}/${id}`
  },
  async change(context, absence, form, actor) {
    const { id, starts_at, ends_at } = absence
    await context.absences.change(id, parsePeriod(context, form), actor)
    return `${absencePath}/${id}?was=${starts_at}-${ends_at}`
  },
  async change_back({ absences }, { id }, form, actor) {
    const [starts_at, ends_at] = (form.get('was') ?? '').split('-').map(Number)
    await absences.change(id, { starts_at: starts_at ?? 0, ends_at: ends_at ?? 0 }, actor)
    return `${absencePath}/${id}`
  },
  async remove({ absences }, { id }, _form, actor) {
    await absences.remove(id, actor)
    return `${absencePath}/${id}`
  },
  async restore({ absences }, { id }, _form, actor) {
    await absences.restore(id, actor)
    return `${absencePath}/${id}`
  },
}

async function submit(
  context: DeskContext,
  { pathParams: { id = '', action = '' }, form, member, locale }: ScreenRequest,
): Promise<ScreenPage | { seeOther: string }> {
  const absence = await findAbsence(context.store.read, id)
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!absence || !run) return { seeOther: absencePath }
  try {
    return { seeOther: await run(context, absence, form, `staff:${member.id}`) }
  } catch (error) {
    if (!(error instanceof BookingActionError)) throw error
    const notice = problemNotice(html`<b>${formatActionError(error, locale)}</b>`)
    const current = (await findAbsence(context.store.read, id)) ?? absence
    return { ...(await renderPage(context, current, locale, notice)), status: 409 }
  }
}

/** What was done, with its undo. */
async function flash(
  context: DeskContext,
  { id }: Absence,
  query: URLSearchParams,
  locale: Locale,
): Promise<Notice | undefined> {
  const was = query.get('was')
  if (was === null) return movesNotice(context, query, `${absencePath}/${id}/undo`, locale)
  return {
    tone: 'good',
    body: html`<p>${words.changed[locale]}</p>
${postButton(`${absencePath}/${id}/change_back`, words.undo[locale], { tone: 'undo', fields: { was } })}`,
  }
}

async function renderPage(
  context: DeskContext,
  absence: Absence,
  locale: Locale,
  notice: Notice | undefined,
): Promise<ScreenPage> {
  const name = formatResources(context, [absence.resource], locale) || absence.resource
  const title = absenceTitle(context, absence.resource, locale)
  const body =
    absence.removed_at === null
      ? await activeBody(context, absence, name, locale)
      : removedBody(context, absence, locale)
  const history = await renderHistory(context, `block:${absence.id}`, locale)
  return {
    title,
    tab: absencePath,
    notice,
    body: html`<h1>${title}</h1>
${body}
${disclosure(words.history[locale], history)}`,
  }
}

function removedBody({ now }: DeskContext, absence: Absence, locale: Locale): Html {
  const at = formatTimestamp(absence.removed_at ?? now(), now(), locale)
  return html`<section class="notice note"><p>${words.removed[locale]} ${at}. ${formatAbsence(absence, locale)}.</p>
${absence.ends_at > now() && postButton(`${absencePath}/${absence.id}/restore`, words.undo[locale], { tone: 'undo' })}
</section>`
}

async function activeBody(
  context: DeskContext,
  absence: Absence,
  name: string,
  locale: Locale,
): Promise<Html> {
  const { id } = absence
  const { affected, proposals, moved, guests } = await loadAbsenceGuests(context, absence)
  const seated = affected.filter(({ visit }) => visit === 'seated')
  const count = `${affected.length + moved.length} ${plural(affected.length + moved.length, affectedForms[locale], locale)}`
  return html`<p class="absence-time">${formatAbsence(absence, locale)} · ${count}</p>
<section class="absence-box">
<p><b>${words.noOne[locale]} ${name} ${words.inThisTime[locale]}</b>, ${words.everywhere[locale]}
${absence.reason !== defaultReason(context, absence.resource) && html`<span class="muted">${absence.reason}</span>`}</p>
<div class="actions">${disclosure(words.change[locale], changeForm(absence, locale))}
${postButton(`${absencePath}/${id}/remove`, words.remove[locale], { tone: 'undo' })}</div>
</section>
${affectedList(context, { absence, proposals, moved, seated }, locale)}
${await callList(context, absence, guests, locale)}`
}

function changeForm({ id, starts_at, ends_at }: Absence, locale: Locale): Html {
  const last = ends_at - 1
  const fields = {
    ...{ date: dateAt(starts_at), from: formatClock(starts_at) },
    ...{ last: dateAt(last), to: dateAt(ends_at) === dateAt(last) ? formatClock(ends_at) : '' },
  }
  return html`<form method="post" action="${absencePath}/${id}/change" class="row">
${hiddenInputs({ for: 'period' })}${periodFields(fields, locale)}
${submitButton(words.save[locale])}
</form>`
}

const affectedForms = {
  vi: { other: 'khách bị ảnh hưởng' },
  en: { one: 'guest affected', other: 'guests affected' },
}

const words = {
  unknown: { vi: 'Không có lần nghỉ này', en: 'This absence does not exist' },
  noOne: { vi: 'Không ai đặt được', en: 'No one can book' },
  inThisTime: { vi: 'trong thời gian này', en: 'for this time' },
  everywhere: {
    vi: 'kể cả qua web, API và trợ lý. Khách đã đặt vẫn giữ chỗ cho tới khi bạn dời.',
    en: 'neither on the site, by API nor by an assistant. Booked guests keep their place until you move them.',
  },
  change: { vi: 'Đổi giờ nghỉ', en: 'Change the time' },
  changed: { vi: 'Đã đổi giờ nghỉ.', en: 'The time was changed.' },
  remove: { vi: 'Bỏ, cho đặt lại', en: 'Take back' },
  removed: { vi: 'Đã bỏ lúc', en: 'Taken back at' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
  save: { vi: 'Lưu', en: 'Save' },
  history: { vi: 'Lịch sử', en: 'History' },
} satisfies Record<string, LocalizedText>
