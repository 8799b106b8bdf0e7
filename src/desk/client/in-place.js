/**
 * Sends the forms of the desk without leaving the page: the part that changed is replaced, a refusal is shown where the
 * user is, and what cannot be sent is stored. Without this script the same forms load the next page.
 */
import { addressWithoutFlash } from './address.js'
import { markConnected, markLost, showBanner } from './connection.js'
import { makeNotice, say, showNotice, showUnsent, takeNotice, texts } from './notices.js'
import { parsePage, refresh, showPage } from './page-refresh.js'
import {
  clearUnsent,
  dropUnsent,
  expireUnsent,
  listUnsent,
  sendUnsent,
  storeUnsent,
} from './unsent.js'

/** After this time the user is told that there is no response yet. */
const slowMs = 3_000
export const timeoutMs = 12_000

/** A page with its own scripts is loaded as a whole; passwords are neither stored nor sent twice. */
const isInPlace = (form) =>
  form.getAttribute('method')?.toLowerCase() === 'post' &&
  !form.querySelector('[type=password], [type=file]') &&
  !document.querySelector('main script, main .sign-in') &&
  form.getAttribute('action') !== '/sign-out'

export const enableInPlace = () => {
  addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (form.getAttribute('action') === '/sign-out') clearUnsent()
    if (event.defaultPrevented || !isInPlace(form)) return
    event.preventDefault()
    if (form.dataset.sending === undefined) submit(form, submitter)
  })
  // The second tap of a double tap would meet the button that has taken the place of the first one.
  addEventListener('click', (event) => {
    if (event.detail > 1 && event.target.closest?.('form[method=post] button'))
      event.preventDefault()
  })
  for (const { label } of expireUnsent())
    showNotice(makeNotice('problem', `${label} ${texts.expired}`), { keepsProblems: true })
  listUnsentActions()
}

const submit = async (form, submitter) => {
  const entry = {
    key: createKey(),
    path: submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.pathname,
    body: new URLSearchParams(new FormData(form, submitter)).toString(),
    label: describe(form, submitter),
  }
  form.dataset.sending = ''
  try {
    const response = await post(entry)
    if (response) await showResult(response, form)
    else keepUnsent(entry)
  } finally {
    delete form.dataset.sending
  }
  if (!isLeaving) countResult()
}

/** Whether the result is another page. */
let isLeaving = false

const leaveTo = (address) => {
  isLeaving = true
  location.assign(address)
}

const countResult = () => {
  const { dataset } = document.body
  dataset.results = String(Number(dataset.results ?? 0) + 1)
}

/** Stores what could not be sent, and says so. */
export const keepUnsent = (entry) => {
  storeUnsent(entry)
  listUnsentActions()
  say(`${entry.label} ${texts.notSent}`)
}

const listUnsentActions = () => {
  showUnsent(listUnsent(), ({ key }) => {
    dropUnsent(key)
    listUnsentActions()
  })
  showBanner()
}

/** Undefined if there is no response, so that it is not known whether the server has received it. */
const post = async ({ key, path, body }) => {
  const slow = setTimeout(() => showNotice(makeNotice('note', texts.sending)), slowMs)
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { accept: 'text/html', 'idempotency-key': key },
      body: new URLSearchParams(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.clone().text()
    markConnected()
    return Object.assign(response, { page: text })
  } catch {
    markLost()
    return undefined
  } finally {
    clearTimeout(slow)
    document.querySelector('main > .flash.note.in-place')?.remove()
  }
}

const showResult = async (response, form) => {
  const type = response.headers.get('content-type') ?? ''
  if (response.headers.has('content-disposition')) return download(response)
  if (!type.startsWith('text/html')) return showNotice(makeNotice('problem', response.page.trim()))
  const next = parsePage(response.page)
  // A page for signing in or for confirming the sign-in has its own scripts, and nothing was changed.
  if (next.querySelector('main script, main .sign-in')) {
    isLeaving = true
    return form.submit()
  }
  if (response.redirected) await showSuccess(response, next, form)
  else if (response.ok) await showStep(next, form)
  else await showRefusal(next, form)
}

const showSuccess = async (response, next, form) => {
  const target = new URL(response.url)
  const isSameScreen =
    target.pathname === location.pathname &&
    next.documentElement.lang === document.documentElement.lang
  if (!response.ok || !isSameScreen) return leaveTo(target)
  form.reset()
  form.closest('details')?.removeAttribute('open')
  history.replaceState(history.state, '', addressWithoutFlash(target))
  await showWithNotice(next, () => showPage(next, form))
}

/** A page that answers the form directly, such as a preview. Its address is that of the form, so it is not refreshed. */
const showStep = async (next, form) => {
  form.reset()
  const isSameScreen = titleOf(next) === titleOf(document)
  await showWithNotice(next, () => showPage(next))
  if (isSameScreen) return
  document.querySelector('main').dataset.noRefresh = ''
  scrollTo(0, 0)
  document.querySelector('main').focus()
}

/** Typed input and the rest of the page stay as they are. */
const showRefusal = async (next, form) => {
  const isSameScreen = titleOf(next) === titleOf(document)
  const hasInput = form.querySelector('input:not([type=hidden]), select, textarea') !== null
  if (!hasInput) delete next.querySelector('main').dataset.noRefresh
  const text = next.querySelector('main h1')?.textContent ?? next.title
  const notice = takeNotice(next) ?? makeNotice('problem', text)
  if (isSameScreen) showPage(next, form)
  else await refresh({ isForced: true })
  showNotice(notice)
}

const showWithNotice = async (next, show) => {
  const notice = takeNotice(next)
  await show()
  if (notice) showNotice(notice)
  else for (const old of document.querySelectorAll('main > .flash:not(.unsent)')) old.remove()
}

const titleOf = ({ title }) => title.replace(/^\(\d+\) /, '')

const download = async (response) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  const [, name = ''] = /filename="([^"]*)"/.exec(response.headers.get('content-disposition')) ?? []
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Sends what is stored. A refusal is shown with the action that it belongs to. */
export const sendStored = async () => {
  let sentCount = 0
  await sendUnsent(async (entry) => {
    const response = await post(entry)
    if (!response) return false
    if (new URL(response.url).pathname === '/sign-in') return location.reload()
    showSent(entry, response)
    sentCount++
    return true
  })
  if (sentCount === 0) return
  listUnsentActions()
  await refresh({ isForced: true })
}

const showSent = ({ label }, response) => {
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  const next = isPage ? parsePage(response.page) : undefined
  const notice = next && takeNotice(next)
  if (response.ok) {
    showNotice(notice ?? makeNotice('good', `${label} ${texts.sent}`), { keepsProblems: true })
    return
  }
  const text = next?.querySelector('main h1')?.textContent ?? response.page.trim()
  const problem = notice ?? makeNotice('problem', text)
  problem.prepend(
    Object.assign(document.createElement('p'), { textContent: `${label} ${texts.refused}` }),
  )
  showNotice(problem, { keepsProblems: true })
}

const rowSelector = '.card, tr, li, article, .notice, .move-dock'

/** Where a row says whom it is about, the best first. */
const subjectSelectors = ['.guest-line b', '[data-name]', 'a[href^="/bookings/"]', 'h2']

/** "Khách đã tới: Nguyễn Thị Lan": the button, and the guest or the heading that it belongs to. */
const describe = (form, submitter) => {
  const row = form.closest(rowSelector)
  const subjects = subjectSelectors.map((selector) => row?.querySelector(selector))
  const subject = subjects.find(Boolean) ?? document.querySelector('main h1')
  const action = submitter?.textContent ?? form.querySelector('button')?.textContent ?? ''
  return [action, form.dataset.about ?? subject?.textContent ?? '']
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(': ')
}

/** Without TLS there is no randomUUID. */
export const createKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((one) => one.toString(16).padStart(2, '0'))
    .join('')
