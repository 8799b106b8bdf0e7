/**
 * Proposes the coming holidays beside the hours of the shop: one tap puts one into the draft, where its days can be
 * edited.
 */
import type { SpecialDays } from '../../content/add-special-days.ts'
import { valueAt } from '../../content/field-label.ts'
import type { Shop } from '../../domain/trade/trade.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { itemList, postButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { type Editor, withValueAt } from '../editor/editor.ts'
import { rejectedNotice, userErrorNotice } from '../editor/messages.ts'
import { partUrl, shopPath } from '../editor/paths.ts'
import { formatNumericDateRange } from '../labels.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest } from '../screen.ts'
import { daysBeforeHoliday } from './content-holidays.ts'

const holidayPath = `${shopPath}/holiday`
export const hoursPart = 'hours'
const file = 'business.yaml'
const list = 'special_days'

export function shopHolidayScreen(
  { shop, now }: DeskContext,
  editor: Editor,
  showHours: (request: ScreenRequest, notice: Notice) => Promise<ScreenPage | undefined>,
): Screen {
  return {
    path: holidayPath,
    isOwnerOnly: true,
    show: async () => ({ seeOther: partUrl(hoursPart, file) }),
    async submit(request) {
      const { form, member, locale } = request
      const value = await editor.valueOf(member.id, file)
      const days = proposals(shop, value, dateAt(now())).find(
        ({ from }) => from === form.get('from'),
      )
      const next = { seeOther: partUrl(hoursPart, file) }
      if (!days) return next
      const again = async (status: number, notice: Notice) => {
        const page = await showHours(request, notice)
        return page ? { ...page, status } : next
      }
      const changed = withValueAt(value, [list], [...specialDays(value), days])
      try {
        const issues = await editor.save(member.id, new Map([[file, changed]]))
        return issues.length > 0 ? again(422, rejectedNotice(issues, locale)) : next
      } catch (error) {
        return again(409, userErrorNotice(error, locale))
      }
    },
  }
}

type WrittenDays = { from?: unknown; to?: unknown }

function specialDays(value: unknown): readonly WrittenDays[] {
  const days = valueAt(value, [list])
  return Array.isArray(days) ? (days as WrittenDays[]) : []
}

/** Those that the draft does not mention either. */
function proposals(shop: Shop, value: unknown, today: string): SpecialDays[] {
  const written = specialDays(value)
  return shop
    .proposedHolidays({ today, daysAhead: daysBeforeHoliday })
    .filter(({ from, to }) =>
      written.every((one) => String(one.to ?? one.from) < from || to < String(one.from)),
    )
}

export function holidaySection(
  { shop, now }: Pick<DeskContext, 'shop' | 'now'>,
  value: unknown,
  locale: Locale,
): Html | false {
  const found = proposals(shop, value, dateAt(now()))
  if (found.length === 0) return false
  const lines = found.map(
    ({ from, to, reason }) =>
      html`<li><span><b>${reason[locale]}</b><br><span class="hint">${formatNumericDateRange(from, to)}</span></span>
<div class="actions">${postButton(holidayPath, words.close[locale], { fields: { from } })}</div></li>`,
  )
  return html`<section><h2>${words.title[locale]}</h2>
<p class="hint">${words.hint[locale]}</p>${itemList(lines)}</section>`
}

const words = {
  title: { vi: 'Ngày lễ sắp tới', en: 'Coming holidays' },
  hint: {
    vi: 'Một chạm đưa ngày nghỉ vào bản nháp, ở phần ngày đặc biệt bên dưới; chạm vào đó để sửa ngày hoặc giờ mở, rồi đăng.',
    en: 'One tap puts the days into the draft, under special days below; tap them there to change the days or the hours, then publish.',
  },
  close: { vi: 'Nghỉ những ngày này', en: 'Close on these days' },
} satisfies Record<string, LocalizedText>
