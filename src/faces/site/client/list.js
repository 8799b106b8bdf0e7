/**
 * A list of offers: marks the group in view in the bar, and keeps the number on the button of the filter up to date.
 * Without the script the bar and the filter simply work.
 */
const bar = document.querySelector('.list-bar')
const links = [...(bar?.querySelectorAll('nav a') ?? [])]
const filter = bar?.querySelector('.filter')
const form = filter?.querySelector('form')

/** The last group whose heading has passed the upper third of the screen; the first one before that. */
function markCurrent() {
  const passed = links.filter((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    return heading && heading.getBoundingClientRect().top < innerHeight / 3
  })
  const current = passed.at(-1) ?? links[0]
  for (const link of links) {
    if (link === current) {
      if (link.ariaCurrent === 'true') return
      link.ariaCurrent = 'true'
      const { offsetLeft, offsetWidth } = link
      const list = link.closest('ul')
      list.scrollLeft = offsetLeft - list.offsetLeft - (list.clientWidth - offsetWidth) / 2
    } else link.removeAttribute('aria-current')
  }
}

let isWaiting = false
function markSoon() {
  if (isWaiting) return
  isWaiting = true
  requestAnimationFrame(() => {
    isWaiting = false
    markCurrent()
  })
}

if (links.length > 0) {
  addEventListener('scroll', markSoon, { passive: true })
  addEventListener('resize', markSoon, { passive: true })
  markSoon()
}

/** The newest count; an older one that arrives later is ignored. */
let newest = 0

/** The page with these filters says how many it would show: there is one rule, that of the server. */
async function updateCount() {
  const own = ++newest
  const button = form.querySelector('button')
  const fields = [...new FormData(form)].filter(([, value]) => value !== '')
  const address = form.getAttribute('action').split('#')[0]
  try {
    const response = await fetch(`${address}?${new URLSearchParams(fields)}`, {
      headers: { Accept: 'text/html' },
    })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const counted = page.querySelector('.filter button')
    if (own !== newest || !response.ok || !counted) return
    button.textContent = counted.textContent
    form.querySelector('[role=status]').textContent = counted.textContent
  } catch {
    // The button works with the old number, too.
  }
}

form?.addEventListener('change', updateCount)

// After Back the browser restores the boxes, but not the number.
addEventListener('pageshow', () => {
  const inputs = [...(form?.querySelectorAll('input') ?? [])]
  if (inputs.some((input) => input.checked !== input.defaultChecked)) updateCount()
})

// On a wide screen the filter is always visible; screen readers should not call it closed.
if (filter && matchMedia('(width >= 56.25rem)').matches) filter.open = true
