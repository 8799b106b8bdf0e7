/** The forms with which the script of the timeline moves a booking. */
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { submitButton } from './components.ts'

/** The script fills in and submits this form when a bar is dropped, or its target is tapped. */
export function dropForm(locale: Locale): Html {
  const names = ['version', 'date', 'time', 'party', 'resource', 'swap', 'next']
  return html`<form id="drop" method="post" hidden>
${names.map((name) => html`<input type="hidden" name="${name}">`)}
${submitButton(words.move[locale])}
</form>`
}

/** What can be done with the bar that was tapped. Shown by the script. */
export function moveDock(locale: Locale): Html {
  const names = ['version', 'date', 'time', 'next']
  return html`<aside id="move-dock" class="move-dock" aria-label="${words.chosen[locale]}" hidden>
<p><b data-name></b> <span data-when></span><br><small>${words.tapTarget[locale]}</small></p>
<form method="post" class="until">
${names.map((name) => html`<input type="hidden" name="${name}">`)}
<label>${words.until[locale]} <input type="time" name="until" step="900" required></label>
${submitButton(words.save[locale])}
</form>
<a class="button" data-open href="/timeline">${words.open[locale]}</a>
<button type="button" data-close>${words.leave[locale]}</button>
</aside>`
}

const words = {
  chosen: { vi: 'Lượt đang chọn', en: 'Selected booking' },
  move: { vi: 'Dời', en: 'Move' },
  until: { vi: 'Ở tới', en: 'Stays until' },
  save: { vi: 'Lưu', en: 'Save' },
  open: { vi: 'Mở', en: 'Open' },
  leave: { vi: 'Thôi', en: 'Leave as is' },
  tapTarget: {
    vi: 'Chạm vào chỗ đích để chuyển, chạm vào một lượt khác để đổi chỗ.',
    en: 'Tap the new place, or tap another booking to swap places.',
  },
} satisfies Record<string, LocalizedText>
