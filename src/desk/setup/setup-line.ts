/** A line for owners on every screen while guests see the sample shop. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskContext } from '../context.ts'
import { setupPath } from '../editor/paths.ts'
import { isSampleShop } from './state.ts'

export function setupLine(context: DeskContext, locale: Locale): Html | false {
  return (
    isSampleShop(context) &&
    html`<p class="setup-line"><a href="${setupPath}">${text(context.shop.business.name)[locale]}</a></p>`
  )
}

function text(name: string): LocalizedText {
  return {
    vi: `Khách đang thấy tiệm mẫu ${name}. Dựng tiệm của bạn`,
    en: `Guests see the sample shop ${name}. Set up your own`,
  }
}
