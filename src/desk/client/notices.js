/** Messages about an action, within reach of the thumb, and spoken by screen readers. */
export const texts = document.getElementById('texts')?.dataset ?? {}

const element = (name, { text = '', ...attributes } = {}) => {
  const made = document.createElement(name)
  made.textContent = text
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

const button = (text, action, attributes = {}) => {
  const made = element('button', { type: 'button', text, ...attributes })
  made.onclick = action
  return made
}

export const say = (text) => {
  const region = document.getElementById('spoken')
  if (region) region.textContent = text
}

const flashes = () => [...document.querySelectorAll('main > .flash')]

/** A message that is replaced by the next one; a refusal of an earlier action stays until it is closed. */
export const showNotice = (notice, { keepsProblems = false } = {}) => {
  for (const old of flashes()) {
    const staysProblem = keepsProblems && old.matches('.problem')
    if (!staysProblem && !old.matches('.unsent')) old.remove()
  }
  notice.removeAttribute('role')
  notice.classList.add('in-place')
  notice.append(button('×', () => notice.remove(), { class: 'close', 'aria-label': texts.close }))
  document.querySelector('main')?.append(notice)
  say([...notice.querySelectorAll('p')].map((one) => one.textContent).join(' '))
}

/** The message of another page, which is shown in place. */
export const takeNotice = (next) => {
  const notice = next.querySelector('main > .flash')
  notice?.remove()
  return notice && document.adoptNode(notice)
}

export const makeNotice = (tone, text) => {
  const notice = element('div', { class: `notice flash ${tone}` })
  notice.append(element('p', { text }))
  return notice
}

/** What was not sent, each with a button that discards it. */
export const showUnsent = (entries, discard) => {
  document.querySelector('main > .unsent')?.remove()
  if (entries.length === 0) return
  const notice = element('div', { class: 'notice flash unsent in-place' })
  for (const entry of entries) {
    const row = element('p')
    row.append(
      element('b', { text: entry.label }),
      ` ${texts.notSent} `,
      button(texts.discard, () => discard(entry), {
        'aria-label': `${texts.discard}: ${entry.label}`,
      }),
    )
    notice.append(row)
  }
  document.querySelector('main')?.append(notice)
}
