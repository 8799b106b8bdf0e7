/** Which kind of shop it is. The choice replaces the sample, so it is possible only at the beginning. */
import type { LocalizedText } from '../../../kernel/locale.ts'
import { html } from '../../../ui/html.ts'
import { radioChoice } from '../choice.ts'
import type { SetupState } from '../state.ts'
import type { SetupStep } from '../step.ts'

const tradeNames: Readonly<Record<string, LocalizedText>> = {
  restaurant: { vi: 'Quán ăn, nhà hàng, quán bar', en: 'Restaurant or bar' },
  spa: { vi: 'Spa, massage', en: 'Spa or massage' },
  salon: { vi: 'Tiệm tóc, nail', en: 'Hair salon or nail studio' },
}

export const tradeStep: SetupStep = {
  id: 'trade',
  title: { vi: 'Loại tiệm', en: 'Kind of shop' },
  hint: {
    vi: 'Chọn một lần, trước mọi bước khác. Nội dung mẫu của loại này được đưa vào để bạn sửa dần. Chọn loại khác thì những gì đã điền mà chưa đăng sẽ mất.',
    en: 'Choose once, before everything else. Its sample content is put in place for you to change. Another choice discards what you have filled in and not published.',
  },
  summary: (state) => nameOf(state.context.shop.trade)[state.locale],
  explain: ({ editor }) => editor.content.tradeChange.explain(),
  fields(state) {
    const { locale } = state
    const options = state.editor.content.tradeChange.names.map((id) => ({
      id,
      label: html`${nameOf(id)[locale]}`,
    }))
    return radioChoice('trade', words.legend[locale], options, state.context.shop.trade)
  },
  async read({ editor, memberId }: SetupState, { form }) {
    await editor.content.tradeChange.change(form.get('trade') ?? '', `staff:${memberId}`)
    return { values: new Map() }
  },
}

function nameOf(trade: string): LocalizedText {
  return tradeNames[trade] ?? { vi: trade, en: trade }
}

const words = {
  legend: { vi: 'Tiệm của bạn là', en: 'Your shop is a' },
} satisfies Record<string, LocalizedText>
