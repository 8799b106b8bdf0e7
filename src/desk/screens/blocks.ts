/** Places that staff have blocked for a while. */
import { type BlockRow, loadBlocks } from '../../domain/booking/queries.ts'
import { formatShortDate } from '../../domain/messages/format.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt, day, isTime, minutesOf, minutesOfDay } from '../../kernel/time.ts'
import { truncate } from '../../kernel/truncate.ts'
import { type Html, html } from '../../ui/html.ts'
import { blockForm, selectedResources } from '../block-form.ts'
import { formatResources } from '../booking-components.ts'
import { emptyText, itemList, postButton, problemNotice } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatClock } from '../labels.ts'
import type { Screen, ScreenPage, ScreenRequest } from '../screen.ts'
import { actionErrorNotice } from './booking-actions.ts'

export const blocksPath = '/blocks'

export function blockScreens(context: DeskContext): Screen[] {
  const { staffActions } = context
  const actionScreen = (
    path: string,
    action: (form: URLSearchParams, actor: string) => Promise<string>,
  ): Screen => ({
    path,
    show: async () => ({ seeOther: blocksPath }),
    submit: (screenRequest) => attempt(context, screenRequest, action),
  })
  return [
    { path: blocksPath, show: ({ locale, query }) => renderPage(context, locale, query) },
    actionScreen('/closed/block', async (form, actor) => {
      const date = form.get('date') ?? ''
      await staffActions.blockAll(parseBlocks(context, form, date), actor)
      return form.get('next') === 'timeline' ? `/timeline?date=${date}` : blocksPath
    }),
    actionScreen('/closed/unblock', async (form, actor) => {
      await staffActions.unblock(form.get('id') ?? '', actor)
      return blocksPath
    }),
  ]
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
  return {
    title: words.title[locale],
    tab: blocksPath,
    body: html`<h1>${words.title[locale]}</h1>
<p class="hint">${words.hint[locale]}</p>
${blockForm(context, typed, locale)}
<h2>${words.current[locale]}</h2>
${blocks.length === 0 ? emptyText(words.none[locale]) : itemList(blocks.map((block) => blockLine(context, block, locale)))}`,
  }
}

function blockLine(context: DeskContext, block: BlockRow, locale: Locale): Html {
  const name = formatResources(context, [block.resource], locale)
  const date = formatShortDate(dateAt(block.starts_at), locale)
  const period = `${formatClock(block.starts_at)}–${formatClock(block.ends_at)}`
  return html`<li id="block-${block.id}">
<span><b>${name}</b> · ${date} ${period}<br>${block.reason}</span>
${postButton('/closed/unblock', words.unblock[locale], { fields: { id: block.id } })}
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
} satisfies Record<string, LocalizedText>
