/** The list of what is still of the sample, with where to edit it and, where that is possible, a button that removes it. */
import type { LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { type Html, html } from '../../ui/html.ts'
import { itemList } from '../components.ts'
import { rejectedNotice, userErrorNotice } from '../editor/messages.ts'
import type { Notice } from '../screen.ts'
import { type Leftover, listLeftovers } from './leftovers.ts'
import { saveValues } from './save-values.ts'
import { type SetupState, sampleName } from './state.ts'

export function leftoverSection(state: SetupState, removePath: string): Html | false {
  const { locale, context } = state
  const leftovers = listLeftovers(state)
  if (leftovers.length === 0) return false
  return html`<section id="samples" class="setup-samples"><h2>${countText(leftovers.length)[locale]}</h2>
<p class="hint">${hint(sampleName(context.shop.trade))[locale]}</p>
${itemList(leftovers.map((one) => leftoverLine(one, removePath, state)))}</section>`
}

function leftoverLine(
  { id, what, url, remove }: Leftover,
  removePath: string,
  { locale }: SetupState,
): Html {
  const label = what[locale]
  return html`<li><a href="${url}">${label}</a>
<div class="actions">${
    remove &&
    html`<form method="post" action="${removePath}"><input type="hidden" name="id" value="${id}">
<button type="submit" aria-label="${words.remove[locale]}: ${label}">${words.remove[locale]}</button></form>`
  }</div></li>`
}

/** Puts the removal into the draft. What is wrong is a notice. */
export async function removeLeftover(state: SetupState, id: string): Promise<Notice | undefined> {
  const { locale } = state
  const found = listLeftovers(state).find((one) => one.id === id)
  if (!found?.remove) return undefined
  try {
    const issues = await saveValues(state, found.remove(state.read))
    return issues.length > 0 ? rejectedNotice(issues, locale) : undefined
  } catch (error) {
    return userErrorNotice(error, locale)
  }
}

function countText(count: number): LocalizedText {
  return {
    vi: `Còn ${count} chỗ của tiệm mẫu`,
    en: `${count} ${plural(count, { one: 'thing is', other: 'things are' })} still of the sample`,
  }
}

function hint(name: string): LocalizedText {
  return {
    vi: `Khách sẽ đọc thấy nội dung của ${name} nếu còn. Chạm để sửa, hoặc bỏ đi.`,
    en: `Guests read texts of ${name} as long as they are there. Tap to edit, or remove them.`,
  }
}

const words = {
  remove: { vi: 'Bỏ', en: 'Remove' },
} satisfies Record<string, LocalizedText>
