/** Behavior of page elements beyond plain forms and links. */
import { enableScan } from './scan.js'
import { enableTimeline } from './timeline.js'

/** Called again after the content of the page was replaced. */
export function enhance() {
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = false
    button.onclick = async () => {
      const text = document.getElementById(button.dataset.copy)?.textContent ?? ''
      await navigator.clipboard?.writeText(text)
      button.dataset.done = ''
      setTimeout(() => delete button.dataset.done, 2000)
    }
  }
  for (const button of document.querySelectorAll('[data-print]')) {
    button.hidden = false
    button.onclick = () => print()
  }
  for (const field of document.querySelectorAll('[data-submit]')) {
    // A date that is typed is incomplete at first, so it is submitted with the Enter key only.
    let isTyping = false
    field.onkeydown = () => {
      isTyping = true
    }
    field.onchange = () => isTyping || field.form.requestSubmit()
  }
  enableScan()
  const timeline = document.querySelector('.timeline')
  if (timeline) enableTimeline(timeline)
}
