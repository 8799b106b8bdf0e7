/**
 * The list of what is still of the sample, with where to edit it and, where that is possible, a button that removes
 * it.
 */
import type { LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { type Html, html } from '../../ui/html.ts'
import { disclosure, hiddenInput, itemList } from '../components.ts'
import { rejectedNotice, userErrorNotice } from '../editor/messages.ts'
import type { Notice } from '../screen.ts'
import { type Leftover, listLeftovers } from './leftovers.ts'
import { saveValues } from './save-values.ts'
import { type SetupState, sampleName } from './state.ts'

/** `isOpen` unless the steps come first, most of which replace several of these. */
export function leftoverSection(
  state: SetupState,
  { removePath, isOpen }: { removePath: string; isOpen: boolean },
): Html | false {
  const { locale, context } = state
  const leftovers = listLeftovers(state)
  if (leftovers.length === 0) return false
  const list = itemList(leftovers.map((one) => leftoverLine(one, removePath, state)))
  const body = html`<p class="hint">${hint(sampleName(context.shop.trade))[locale]}</p>${list}`
  return html`<section class="setup-samples">
${disclosure(countText(leftovers.length)[locale], body, { id: 'samples', isOpen })}</section>`
}

function leftoverLine(
  { id, what, url, remove }: Leftover,
  removePath: string,
  { locale }: SetupState,
): Html {
  const label = what[locale]
  return html`<li><span class="setup-what">${label}</span>
<div class="actions"><a class="button" href="${url}"
  aria-label="${words.edit[locale]}: ${label}">${words.edit[locale]}</a>${
    remove &&
    html`<form method="post" action="${removePath}">${hiddenInput('id', id)}
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
    vi: `Khách sẽ đọc thấy nội dung của ${name} nếu còn. Hãy sửa, hoặc bỏ đi.`,
    en: `Guests read texts of ${name} as long as they are there. Edit or remove them.`,
  }
}

const words = {
  edit: { vi: 'Sửa', en: 'Edit' },
  remove: { vi: 'Bỏ', en: 'Remove' },
} satisfies Record<string, LocalizedText>
