/** Who and what is away now and in the coming days, and the form that marks a person, table or room as away. */
import { type Absence, loadAbsences } from '../../domain/absence/rows.ts'
import { formatShortDate } from '../../domain/messages/format.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt, day } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { absencePath, formatReason, parseAbsenceReason, parsePeriod } from '../absence-form.ts'
import { formatResources } from '../booking-components.ts'
import { emptyText, itemList, problemNotice } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { serviceDateNow } from '../day-picker.ts'
import { formatClock } from '../labels.ts'
import { resourceDayUrl } from '../resource-day-url.ts'
import { resourceGroups } from '../resources.ts'
import type { Screen, ScreenPage } from '../screen.ts'

const maxAheadMs = 400 * day

export function absencesScreen(context: DeskContext): Screen {
  const { absences } = context
  return {
    path: absencePath,
    show: ({ locale }) => renderPage(context, locale),
    async submit({ form, member, locale }) {
      const resource = form.get('resource') ?? ''
      try {
        const period = parsePeriod(context, form)
        const reason = parseAbsenceReason(context, form, resource)
        const id = await absences.mark({ resource, reason, ...period }, `staff:${member.id}`)
        return { seeOther: `${absencePath}/${id}` }
      } catch (error) {
        if (!(error instanceof BookingActionError)) throw error
        const notice = problemNotice(html`<b>${formatActionError(error, locale)}</b>`)
        return { ...(await renderPage(context, locale)), notice, status: 409 }
      }
    },
  }
}

async function renderPage(context: DeskContext, locale: Locale): Promise<ScreenPage> {
  const { store, now } = context
  const all = await loadAbsences(store.read, { begin: now(), end: now() + maxAheadMs })
  const today = serviceDateNow(context)
  const groups = resourceGroups(context, today).map(
    ([group, members]) => html`<h3>${group[locale]}</h3>
<div class="choices">${members.map(
      ({ id, name }) =>
        html`<a class="button" href="${resourceDayUrl(id, today)}">${name[locale]}</a>`,
    )}</div>`,
  )
  return {
    title: words.title[locale],
    tab: absencePath,
    body: html`<h1>${words.title[locale]}</h1>
<section>
<h2>${words.current[locale]}</h2>
${all.length === 0 ? emptyText(words.none[locale]) : itemList(all.map((one) => absenceLine(context, one, locale)))}
</section>
<section>
<h2>${words.choose[locale]}</h2>
<p class="hint">${words.hint[locale]}</p>
${groups}
</section>`,
  }
}

function absenceLine(context: DeskContext, absence: Absence, locale: Locale): Html {
  const name = formatResources(context, [absence.resource], locale)
  return html`<li><a href="${absencePath}/${absence.id}"><b>${name}</b> · ${formatAbsence(absence, locale)}<br>
<span class="muted">${formatReason(absence.reason, locale)}</span></a></li>`
}

/** "T7 21/11 09:00–21:00", or with both days. */
export function formatAbsence(
  { starts_at, ends_at }: Pick<Absence, 'starts_at' | 'ends_at'>,
  locale: Locale,
): string {
  const [first, last] = [dateAt(starts_at), dateAt(ends_at - 1)]
  const end = ends_at % day === midnightOffset ? '24:00' : formatClock(ends_at)
  const until = first === last ? end : `${formatShortDate(last, locale)} ${end}`
  return `${formatShortDate(first, locale)} ${formatClock(starts_at)}–${until}`
}

/** Midnight in Vietnam, in milliseconds of a day in UTC. */
const midnightOffset = (17 * day) / 24

const words = {
  title: { vi: 'Nghỉ và ca làm', en: 'Absences and shifts' },
  current: { vi: 'Đang nghỉ, sắp nghỉ', en: 'Away now and soon' },
  none: { vi: 'Không có ai hoặc chỗ nào nghỉ.', en: 'No one and nothing is away.' },
  choose: { vi: 'Ai hoặc chỗ nào?', en: 'Who or what?' },
  hint: {
    vi: 'Chọn một người hoặc một chỗ để ghi giờ nghỉ, giải lao, đổi ca, hoặc dời khách vì bị trễ.',
    en: 'Choose a person or place to mark an absence or a break, change a shift, or move guests after a delay.',
  },
} satisfies Record<string, LocalizedText>
