/**
 * The page of a booking without reloading: it asks from time to time whether the booking has changed, and then shows the
 * new page in its place. It does not ask while the page is hidden. Without the script the page can be reloaded.
 */
const intervalMs = 15_000
const watched = () => document.querySelector('[data-watch]')

/** Screen readers announce what it says. */
const announcement = document.createElement('p')
announcement.className = 'visually-hidden'
announcement.setAttribute('role', 'status')
document.body.append(announcement)

let timer

async function versionNow({ dataset: { watch } }) {
  const response = await fetch(watch, { headers: { Accept: 'application/json' } })
  const { status, updated_at } = await response.json()
  return response.ok ? `${status} ${updated_at}` : undefined
}

async function showNewPage() {
  const response = await fetch(location.href, { headers: { Accept: 'text/html' } })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const main = page.querySelector('main')
  if (!response.ok || !page.querySelector('[data-watch]') || !main) return
  const focused = document.activeElement?.closest('main [href]')?.getAttribute('href')
  document.title = page.title
  document.querySelector('main').replaceChildren(...main.childNodes)
  if (focused) document.querySelector(`main [href="${CSS.escape(focused)}"]`)?.focus()
  announcement.textContent = [...document.querySelectorAll('h1, main .notice')]
    .map((one) => one.textContent)
    .join('. ')
}

async function check() {
  clearTimeout(timer)
  const ticket = watched()
  if (!ticket || document.hidden) return
  try {
    const version = await versionNow(ticket)
    if (version !== undefined && version !== ticket.dataset.version) await showNewPage()
  } catch {
    // Without a connection it asks again later.
  }
  timer = setTimeout(check, intervalMs)
}

document.addEventListener('visibilitychange', check)
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('[data-share]')
  if (!link || !navigator.share) return
  event.preventDefault()
  navigator.share({ text: link.dataset.share }).catch(() => {})
})
timer = setTimeout(check, intervalMs)
