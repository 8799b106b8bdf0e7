/**
 * Shows below the line of a quick entry what saving it would do, while it is typed, and saves it without leaving the
 * page. Without this script the line leads to a page with the same preview.
 */
import { createKey, keepUnsent, timeoutMs } from './in-place.js'
import { showNotice, takeNotice } from './notices.js'
import { showPage } from './page-refresh.js'

const line = document.getElementById('line')
const panel = document.getElementById('entry-panel')
const status = document.getElementById('entry-status')
const delayMs = 150

/** What was chosen in the panel, such as one of several treatments. */
let chosen = new URLSearchParams()
let timer
let request

const parse = (text) => new DOMParser().parseFromString(text, 'text/html')

const close = () => {
  clearTimeout(timer)
  request?.abort()
  chosen = new URLSearchParams()
  panel.hidden = true
  panel.replaceChildren()
}

/** What is shown belongs to an earlier line, so that it cannot be saved. */
const markStale = () => {
  panel.inert = true
  request?.abort()
}

const load = async () => {
  const text = line.value.trim()
  if (text === '') return close()
  markStale()
  const body = new URLSearchParams(chosen)
  body.set('line', text)
  request = new AbortController()
  const { signal } = request
  try {
    const response = await fetch('/entry/preview', { method: 'POST', body, signal })
    if (response.redirected) return location.reload()
    const next = parse(await response.text())
    if (signal.aborted || !response.ok) return
    panel.replaceChildren(...next.body.childNodes)
    panel.hidden = false
    panel.inert = false
    status.textContent = panel.querySelector('[data-state] b')?.textContent ?? ''
  } catch {
    // Aborted, or without a connection: the line itself still leads to the page of the entry.
  }
}

const clear = () => {
  line.value = ''
  close()
}

const showSaved = (response, next) => {
  const target = new URL(response.url)
  if (target.pathname !== location.pathname) return location.assign(target)
  const notice = takeNotice(next)
  showPage(next)
  if (notice) showNotice(notice)
  clear()
  line.focus({ preventScroll: true })
}

/** The reason stays above the panel, with what can be done instead. */
const showRefusal = (next) => {
  const notices = next.querySelectorAll('main > .notice, main > .flash')
  panel.prepend(...notices)
  panel.inert = false
  panel.scrollTop = 0
}

const save = async (form, submitter) => {
  const body = new URLSearchParams(new FormData(form, submitter))
  body.set('next', `${location.pathname}${location.search}`)
  const key = createKey()
  panel.inert = true
  try {
    const response = await fetch('/entry', {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const next = parse(await response.text())
    if (response.redirected) showSaved(response, next)
    else showRefusal(next)
  } catch {
    const label = `${submitter?.textContent.trim() ?? ''}: ${line.value.trim()}`
    keepUnsent({ key, path: '/entry', body: body.toString(), label })
    clear()
  }
}

const start = () => {
  line.addEventListener('input', () => {
    markStale()
    clearTimeout(timer)
    timer = setTimeout(load, delayMs)
  })
  line.addEventListener('focus', () => panel.hidden && load())
  panel.addEventListener('submit', (event) => {
    event.preventDefault()
    save(event.target, event.submitter)
  })
  panel.addEventListener('click', (event) => {
    const link = event.target.closest('[data-choose]')
    if (!link) return
    event.preventDefault()
    chosen = new URL(link.href).searchParams
    load()
  })
  addEventListener('keydown', ({ key }) => key === 'Escape' && close())
  addEventListener('click', ({ target }) => {
    if (!panel.hidden && !target.closest('.topbar')) close()
  })
}

if (line && panel) start()
