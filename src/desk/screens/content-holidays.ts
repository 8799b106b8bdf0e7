/** One tap that writes the proposed holidays into the content folder, and one that takes them out again. */
import { acceptHolidays, canUndoHolidays, undoHolidays } from '../../content/accept-holidays.ts'
import type { SpecialDays } from '../../content/add-special-days.ts'
import type { Shop } from '../../domain/trade/trade.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { UserError } from '../../kernel/user-error.ts'
import { type Html, html } from '../../ui/html.ts'
import { postButton } from '../components.ts'
import { contentPath } from '../content-path.ts'
import type { ContentReloader, DeskContext } from '../context.ts'
import type { Notice, Screen, ScreenPage } from '../screen.ts'

/** Earlier, the owner has not decided yet. */
export const daysBeforeHoliday = 60

/** The value of the query parameter `holidays` after the tap. */
export const addedHolidays = 'added'

const acceptPath = `${contentPath}/holidays`
const undoPath = `${acceptPath}/undo`

export function holidayScreens(
  { shop, now }: DeskContext,
  content: ContentReloader,
  renderContent: (locale: Locale) => Promise<ScreenPage>,
): Screen[] {
  const show = async () => ({ seeOther: contentPath })
  /** A folder that cannot be written to is explained on the page itself. */
  const change = async (locale: Locale, action: () => void, next: string) => {
    try {
      action()
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      const message = error.localizedMessage?.[locale] ?? error.message
      const notice: Notice = { tone: 'problem', body: html`<p>${message}</p>` }
      return { ...(await renderContent(locale)), notice, status: 409 }
    }
    return { seeOther: next }
  }
  return [
    {
      path: acceptPath,
      isOwnerOnly: true,
      show,
      async submit({ form, locale }) {
        const days = proposedDays(shop, dateAt(now()))
        // An older page showed other days.
        if (formatDays(days) !== form.get('days')) return { seeOther: contentPath }
        const accept = () => acceptHolidays(content.folder, days)
        return change(locale, accept, `${contentPath}?holidays=${addedHolidays}`)
      },
    },
    {
      path: undoPath,
      isOwnerOnly: true,
      show,
      submit: ({ locale }) => change(locale, () => undoHolidays(content.folder), contentPath),
    },
  ]
}

/** None while the site runs with stored content: the folder has other errors to correct first. */
export function acceptButton(
  shop: Shop,
  content: ContentReloader,
  today: string,
  locale: Locale,
): Html | false {
  if (content.state().kind !== 'loaded') return false
  const days = proposedDays(shop, today)
  if (days.length === 0) return false
  const names = new Intl.ListFormat(locale).format(
    new Set(days.map(({ reason }) => reason[locale])),
  )
  return html`<p class="hint">${words.acceptHint[locale]}</p>
${postButton(acceptPath, `${words.accept[locale]} ${names}`, { fields: { days: formatDays(days) } })}`
}

export function addedNotice(folder: string, locale: Locale): Notice {
  return {
    tone: 'good',
    body: html`<p>${words.added[locale]}</p>
${canUndoHolidays(folder) && postButton(undoPath, words.undo[locale], { tone: 'undo' })}`,
  }
}

function proposedDays(shop: Shop, today: string): readonly SpecialDays[] {
  return shop.proposedHolidays({ today, daysAhead: daysBeforeHoliday })
}

function formatDays(days: readonly SpecialDays[]): string {
  return days.map(({ from, to }) => `${from} ${to}`).join(', ')
}

const words = {
  accept: { vi: 'Nghỉ', en: 'Close for' },
  acceptHint: {
    vi: 'Nếu nghỉ đúng những ngày trên thì không cần chép: bấm nút này là xong.',
    en: 'If you close on exactly these days, there is nothing to paste: press this button.',
  },
  added: {
    vi: 'Đã ghi ngày nghỉ vào business.yaml. Trang tự nhận sau vài giây.',
    en: 'The days are in business.yaml now. The site applies them within seconds.',
  },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
} satisfies Record<string, LocalizedText>
