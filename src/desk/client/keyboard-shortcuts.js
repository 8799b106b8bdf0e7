/** Keyboard shortcuts. They are disabled while the focus is in an input field. */
const cards = () => [...document.querySelectorAll('#waiting .card')]

const moveFocus = (offset) => {
  const all = cards()
  const current = all.findIndex((card) => card.contains(document.activeElement))
  const next = all[Math.max(0, Math.min(all.length - 1, current < 0 ? 0 : current + offset))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** Only in the focused card or on the screen of a booking, so that no other booking is changed. */
const press = (selector) => {
  const selected =
    document.activeElement?.closest('.card') ?? document.querySelector('main .booking')
  selected?.querySelector(selector)?.click()
}

const shortcuts = {
  n: () => document.getElementById('line')?.focus(),
  '/': () => {
    const field = document.getElementById('q')
    if (field) field.focus()
    else location.href = '/search'
  },
  i: () => {
    location.href = '/'
  },
  t: () => {
    location.href = '/timeline'
  },
  d: () => {
    location.href = '/day'
  },
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
  c: () => press('[data-act=confirm]'),
  o: () => press('h3 a'),
  z: () => document.querySelector('.notice [data-act=undo], main [data-act=undo]')?.click(),
  '?': () => document.getElementById('keys')?.showModal(),
}

addEventListener('keydown', (event) => {
  const { key, target } = event
  const isEditing = target.closest?.('input, textarea, select, dialog[open]')
  if (isEditing || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  const handler = document.body.dataset.live && Object.hasOwn(shortcuts, key) && shortcuts[key]
  if (!handler) return
  event.preventDefault()
  handler()
})
