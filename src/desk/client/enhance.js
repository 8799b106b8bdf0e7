/** What a page's parts do beyond what forms and links do. */
import { makeMovable } from './timeline.js'

/** Called again for every part that was put in place anew. */
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
    // Whoever types a date says himself when it is complete.
    let typing = false
    field.onkeydown = () => {
      typing = true
    }
    field.onchange = () => typing || field.form.requestSubmit()
  }
  const timeline = document.querySelector('.timeline')
  if (timeline) makeMovable(timeline)
}
