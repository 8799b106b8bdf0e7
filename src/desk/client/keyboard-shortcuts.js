/** Keys, for whoever has a keyboard; never while somebody is writing. */
const cards = () => [...document.querySelectorAll('#waiting .card')]

const step = (by) => {
  const all = cards()
  const here = all.findIndex((card) => card.contains(document.activeElement))
  const next = all[Math.max(0, Math.min(all.length - 1, here < 0 ? 0 : here + by))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** Only in the chosen card, or on the page of one booking: nobody confirms what he did not choose. */
const press = (selector) => {
  const chosen = document.activeElement?.closest('.card') ?? document.querySelector('main .booking')
  chosen?.querySelector(selector)?.click()
}

const keys = {
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
  j: () => step(1),
  k: () => step(-1),
  c: () => press('[data-act=confirm]'),
  o: () => press('h2 a'),
  z: () => document.querySelector('.notice [data-act=undo], main [data-act=undo]')?.click(),
  '?': () => document.getElementById('keys')?.showModal(),
}

addEventListener('keydown', (event) => {
  const { key, target } = event
  const writing = target.closest?.('input, textarea, select, dialog[open]')
  if (writing || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  const handler = document.body.dataset.live && Object.hasOwn(keys, key) && keys[key]
  if (!handler) return
  event.preventDefault()
  handler()
})
