/** Places that staff have blocked for a while. */
import { findAbsence } from '../../domain/absence/rows.ts'
import { type BlockRow, findBlock, loadBlocks } from '../../domain/booking/queries.ts'
import { formatShortDate } from '../../domain/messages/format.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt, day, isTime, minutesOf, minutesOfDay } from '../../kernel/time.ts'
import { truncate } from '../../kernel/truncate.ts'
import { type Html, html } from '../../ui/html.ts'
import { absencePath } from '../absence-form.ts'
import { blockForm, selectedResources } from '../block-form.ts'
import { formatResources } from '../booking-components.ts'
import { emptyText, itemList, postButton, problemNotice } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatClock } from '../labels.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest } from '../screen.ts'
import { actionErrorNotice } from './booking-actions.ts'
import { historyDisclosure } from './history.ts'

export const blocksPath = '/blocks'

export function blockScreens(context: DeskContext): Screen[] {
  const { store, staffActions, absences } = context
  const actionScreen = (
    path: string,
    action: (form: URLSearchParams, actor: string) => Promise<string>,
  ): Screen => ({
    path,
    show: async () => ({ seeOther: blocksPath }),
    submit: (screenRequest) => attempt(context, screenRequest, action),
  })
  return [
    {
      path: blocksPath,
      show: async ({ locale, query }) => ({
        ...(await renderPage(context, locale, new URLSearchParams())),
        notice: await changeNotice(context, query, locale),
      }),
    },
    actionScreen('/closed/block', async (form, actor) => {
      const date = form.get('date') ?? ''
      const [id, ...others] = await staffActions.blockAll(parseBlocks(context, form, date), actor)
      const isOnTimeline = form.get('next') === 'timeline'
      if (isOnTimeline && others.length === 0) return `/timeline?date=${date}&block=${id}`
      const query = new URLSearchParams({ blocked: [id, ...others].join(' ') })
      return isOnTimeline ? `/timeline?date=${date}` : `${blocksPath}?${query.toString()}`
    }),
    actionScreen('/closed/unblock', async (form, actor) => {
      const ids = (form.get('id') ?? '').split(' ')
      const [first = ''] = ids
      // An absence has guests to tell, and an undo on its own page.
      if (await findAbsence(store.read, first)) {
        await absences.remove(first, actor)
        return `${absencePath}/${first}`
      }
      const block = await findBlock(store.read, first)
      for (const id of ids) await staffActions.unblock(id, actor)
      const isAlone = block !== undefined && ids.length === 1
      return isAlone ? `${blocksPath}?${fieldsOf(block).toString()}` : blocksPath
    }),
  ]
}

/** What the form of a block contains. */
function fieldsOf({
  resource,
  starts_at,
  ends_at,
  reason,
}: Omit<BlockRow, 'is_absence'>): URLSearchParams {
  const [from, to] = [formatClock(starts_at), formatClock(ends_at)]
  return new URLSearchParams({ resource, date: dateAt(starts_at), from, to, reason })
}

/** What was blocked or unblocked a moment ago, with its undo. */
async function changeNotice(
  context: DeskContext,
  query: URLSearchParams,
  locale: Locale,
): Promise<Notice | undefined> {
  const ids = (query.get('blocked') ?? '').split(' ').filter((id) => id !== '')
  const found = await Promise.all(ids.map((id) => findBlock(context.store.read, id)))
  const blocked = found.flatMap((block) => block ?? [])
  const resource = query.get('resource')
  if (blocked.length > 0) {
    const fields = { id: blocked.map(({ id }) => id).join(' ') }
    const places = blocked.map((one) => one.resource)
    return {
      tone: 'good',
      body: html`<p>${words.blocked[locale]}: ${formatResources(context, places, locale)}</p>
${postButton('/closed/unblock', words.undo[locale], { tone: 'undo', fields })}`,
    }
  }
  if (resource === null) return undefined
  const fields = Object.fromEntries(query)
  return {
    tone: 'good',
    body: html`<p>${words.unblocked[locale]}: ${formatResources(context, [resource], locale)}</p>
${postButton('/closed/block', words.undo[locale], { tone: 'undo', fields })}`,
  }
}

/** A rejected form is shown again with its input. */
async function attempt(
  context: DeskContext,
  { locale, form, member }: ScreenRequest,
  action: (form: URLSearchParams, actor: string) => Promise<string>,
): Promise<ScreenPage | { seeOther: string }> {
  try {
    return { seeOther: await action(form, `staff:${member.id}`) }
  } catch (error) {
    if (!(error instanceof BookingActionError)) throw error
    const notice =
      error.code === 'not_free'
        ? await actionErrorNotice(context, error, undefined, locale)
        : problemNotice(html`<b>${formatActionError(error, locale)}</b>`)
    return { ...(await renderPage(context, locale, form)), notice, status: 409 }
  }
}

function parseBlocks(context: DeskContext, form: URLSearchParams, date: string) {
  const [from, to] = [form.get('from') ?? '', form.get('to') ?? '']
  if (!isTime(from) || !isTime(to)) throw new BookingActionError('not_possible')
  const reason = truncate((form.get('reason') ?? '').trim(), 120)
  if (reason === '') throw new BookingActionError('reason_missing')
  const at = minutesOf(from)
  const minutes = blockEnd(context, at, to) - at
  return selectedResources(context, form.get('resource') ?? '').map((resource) => ({
    ...{ date, at, minutes },
    resource,
    reason,
  }))
}

/** "00:00" is the end of the day. An end before the start is after midnight if the shop is open then. */
function blockEnd({ shop }: DeskContext, at: number, to: string): number {
  const end = minutesOf(to) || minutesOfDay
  return end > at ? end : shop.booking.serviceDays.minutesOf(to)
}

const maxAheadMs = 400 * day

async function renderPage(
  context: DeskContext,
  locale: Locale,
  typed: URLSearchParams,
): Promise<ScreenPage> {
  const { now, store } = context
  const blocks = await loadBlocks(store.read, { begin: now(), end: now() + maxAheadMs })
  const lines = await Promise.all(blocks.map((block) => blockLine(context, block, locale)))
  return {
    title: words.title[locale],
    tab: blocksPath,
    body: html`<h1>${words.title[locale]}</h1>
<p class="hint">${words.hint[locale]}</p>
${blockForm(context, typed, locale)}
<h2>${words.current[locale]}</h2>
${lines.length === 0 ? emptyText(words.none[locale]) : itemList(lines)}`,
  }
}

async function blockLine(context: DeskContext, block: BlockRow, locale: Locale): Promise<Html> {
  const name = formatResources(context, [block.resource], locale)
  const date = formatShortDate(dateAt(block.starts_at), locale)
  const period = `${formatClock(block.starts_at)}–${formatClock(block.ends_at)}`
  return html`<li id="block-${block.id}">
<span><b>${name}</b> · ${date} ${period}<br>${block.reason}</span>
${postButton('/closed/unblock', words.unblock[locale], { fields: { id: block.id } })}
${await historyDisclosure(context, `block:${block.id}`, locale)}
</li>`
}

const words = {
  title: { vi: 'Khoá chỗ', en: 'Blocked places' },
  hint: {
    vi: 'Khoá một chỗ trong vài giờ, chẳng hạn để sửa. Muốn đóng cửa cả ngày, xem Ngày nghỉ.',
    en: 'Blocks a place for some hours, for example for a repair. To close for a whole day, see Closed days.',
  },
  current: { vi: 'Chỗ đang khoá', en: 'Blocked now or later' },
  none: { vi: 'Không có chỗ nào bị khoá.', en: 'No place is blocked.' },
  unblock: { vi: 'Mở khoá', en: 'Unblock' },
  blocked: { vi: 'Đã khoá', en: 'Blocked' },
  unblocked: { vi: 'Đã mở khoá', en: 'Unblocked' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
} satisfies Record<string, LocalizedText>
