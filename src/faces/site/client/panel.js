/**
 * The booking panel without page loads. A link inside the panel leads to the booking page with other choices: this script
 * loads that page, takes its panel and puts it in the place of this one. Without the script the links simply work.
 */
const panelOf = (root) => root.querySelector('#booking')
const panel = () => panelOf(document)

/** The newest load; an older one that arrives later is ignored. */
let newest = 0

/** Screen readers announce what it says. */
const announcement = document.createElement('p')
announcement.className = 'visually-hidden'
announcement.setAttribute('role', 'status')

/** Loads the panel with these choices: "shown", "failed", or "late" if another load has started since. */
async function load(search) {
  const own = ++newest
  panel().setAttribute('aria-busy', 'true')
  try {
    const response = await fetch(panel().dataset.path + search, {
      headers: { Accept: 'text/html' },
    })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (own !== newest) return 'late'
    const loaded = panelOf(page)
    if (response.status >= 500 || !loaded) throw new Error(`status ${response.status}`)
    // Where fewer times take the reserved place, what follows must not move if it is in sight.
    const { bottom, height } = panel().getBoundingClientRect()
    if (panel().dataset.source && bottom < innerHeight) loaded.style.minHeight = `${height}px`
    panel().replaceWith(document.adoptNode(loaded))
    return 'shown'
  } catch {
    if (own !== newest) return 'late'
    panel().removeAttribute('aria-busy')
    return 'failed'
  }
}

/** The choices of the address whose panel is shown. */
let shownSearch = location.search

/** The address of this page with other choices, also in the links to the other language. */
function showAddress(search, isNewEntry) {
  shownSearch = search
  const address = location.pathname + search
  if (isNewEntry) history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  for (const language of document.querySelectorAll('a[hreflang]')) language.search = search
}

/** The focus returns to the link that was pressed, or to what took its place. */
function restoreFocus(href, hasTime) {
  const links = [...panel().querySelectorAll('a[href]')]
  const same = links.find((link) => link.href === href)
  const closed = same?.closest('details:not([open])')
  const target = hasTime ? panel() : (closed?.querySelector('summary') ?? same ?? panel())
  target.focus({ preventScroll: true })
  if (hasTime || panel().getBoundingClientRect().top < 0) panel().scrollIntoView()
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function announce() {
  const text = panel().querySelector('h3:not([class])') ?? panel().querySelector('h2')
  announcement.textContent = text?.textContent ?? ''
}

document.addEventListener('click', async (event) => {
  const link = event.target.closest?.('#booking a[href]')
  const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (!link || event.button !== 0 || hasModifier || event.defaultPrevented) return
  const { href, origin, pathname, search } = new URL(link.href)
  if (origin !== location.origin || pathname !== panel().dataset.path) return
  event.preventDefault()
  const hasTime = new URLSearchParams(search).has('time')
  const hadTime = new URLSearchParams(location.search).has('time')
  const result = await load(search)
  if (result === 'failed') location.assign(href)
  if (result !== 'shown') return
  showAddress(search, hasTime || hadTime)
  restoreFocus(href, hasTime)
  announce()
})

/** The choices with which the panel of this page starts, and those of its address. */
const { source } = panel()?.dataset ?? {}
function currentSearch() {
  const first = source === undefined ? '' : new URL(source, location.href).search
  const chosen = new URLSearchParams([
    ...new URLSearchParams(first),
    ...new URLSearchParams(location.search),
  ])
  return chosen.size > 0 ? `?${new URLSearchParams(Object.fromEntries(chosen))}` : ''
}

addEventListener('popstate', async () => {
  // A link to a part of the same page is also such an event.
  if (!panel() || location.search === shownSearch) return
  shownSearch = location.search
  if ((await load(currentSearch())) === 'failed') location.reload()
})

if (panel()) {
  document.querySelector('main').append(announcement)
  if (source !== undefined) load(currentSearch())
}
