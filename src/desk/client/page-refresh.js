/** Refreshes the page, but not while the user is editing something. */
import { addressWithoutFlash } from './address.js'
import { markConnected } from './connection.js'
import { enhance } from './enhance.js'
import { morph } from './morph.js'

/** Whether the user is typing, dragging, or has opened a disclosure or dialog. */
const isBusy = () => {
  const { activeElement: focused } = document
  const isTyping = focused?.closest('main') && /^(INPUT|TEXTAREA|SELECT)$/.test(focused.tagName)
  const busySelector =
    'main[data-no-refresh], main details[open], dialog[open], .dragging, .selected'
  return Boolean(isTyping || document.querySelector(busySelector))
}

const timeoutMs = 10_000
let isRefreshPending = false
let isRefreshing = false
let isNextForced = false

/** A forced refresh shows the result of the user's own action, so it does not wait until they have finished. */
export const refresh = async ({ isForced = false } = {}) => {
  isRefreshPending = true
  isNextForced ||= isForced
  if (isRefreshing || !document.body.dataset.live) return
  isRefreshing = true
  try {
    while (isRefreshPending) {
      isRefreshPending = false
      const address = addressWithoutFlash(location.href)
      const response = await fetch(address, {
        headers: { accept: 'text/html' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await response.text()
      // Meanwhile an action has led to another page, or a sheet was opened.
      if (address !== addressWithoutFlash(location.href)) {
        isRefreshPending = true
        continue
      }
      if (response.redirected && new URL(response.url).pathname === '/sign-in')
        return location.reload()
      if (response.ok && !showIfIdle(parsePage(text))) {
        isRefreshPending = true
        return
      }
    }
  } catch {
    isRefreshPending = true
  } finally {
    isRefreshing = false
  }
}

export const parsePage = (text) => new DOMParser().parseFromString(text, 'text/html')

/** While the user is busy, only the tabs and cards are updated, and the result is false. */
const showIfIdle = (next) => {
  markConnected()
  if (isBusy() && !isNextForced) {
    updateFrame(next)
    syncCards(next)
    return false
  }
  isNextForced = false
  // The message of an earlier action is on the page already.
  for (const flash of next.querySelectorAll('main > .flash')) flash.remove()
  showPage(next)
  return true
}

/** Adds new request cards and removes answered ones, except a card that is in use. */
const syncCards = (next) => {
  const [current, updated] = [document, next].map((one) => one.querySelector('#waiting'))
  if (!current || !updated) return
  const isInUse = (card) => card.contains(document.activeElement) || card.querySelector('[open]')
  for (const card of current.querySelectorAll('.card')) {
    if (!isInUse(card) && !next.getElementById(card.id)) card.remove()
  }
  for (const day of [...updated.children]) {
    const shown = document.getElementById(day.id)
    if (!shown) current.append(document.adoptNode(day))
    for (const card of shown ? day.querySelectorAll('.card') : []) {
      if (!document.getElementById(card.id)) shown.append(document.adoptNode(card))
    }
  }
}

/** Shows another version of the page. Focus and scroll position stay, as does the row of an action. */
export const showPage = (next, form) => {
  updateFrame(next)
  const [current, fresh] = [document, next].map((one) => one.querySelector('main'))
  if (!current || !fresh) return
  const restoreFocus = captureFocus()
  const restorePlace = capturePlace(form)
  morph(current, fresh)
  // Before the place: it shows what the page has for scripts alone.
  enhance()
  restoreFocus()
  restorePlace()
}

const updateFrame = (next) => {
  document.title = next.title
  const [tabs, fresh] = [document, next].map((one) => one.querySelector('.tabs'))
  if (tabs && fresh) morph(tabs, fresh)
}

const rowSelector = 'main .card, main tr, main li'

/** The row of an element, and those after it. */
const rowsFrom = (element) => {
  const rows = []
  for (let row = element?.closest(rowSelector); row; row = row.nextElementSibling) rows.push(row)
  return rows
}

/** A row stays where it is on the screen. If it is gone, the next one takes its place, under the thumb. */
const capturePlace = (form) => {
  const rows = rowsFrom(form)
  const top = rows[0]?.getBoundingClientRect().top ?? 0
  const { style } = document.documentElement
  // The browser itself would hold the rows below.
  if (rows.length > 0) style.setProperty('overflow-anchor', 'none')
  return () => {
    const row = rows.find((one) => one.isConnected)
    if (row) scrollBy(0, row.getBoundingClientRect().top - top)
    requestAnimationFrame(() => style.removeProperty('overflow-anchor'))
  }
}

/** If the focused element is gone, the next row gets the focus, then the page. */
const captureFocus = () => {
  const focused = document.activeElement
  const rows = rowsFrom(focused)
  return () => {
    if (!focused || focused.isConnected) return focused?.focus({ preventScroll: true })
    const row = rows.find((one) => one.isConnected)
    const target = row?.matches('[tabindex]') ? row : row?.querySelector('a, button')
    ;(target ?? document.querySelector('main'))?.focus({ preventScroll: true })
  }
}

/** Runs a refresh that was postponed while the user was busy. */
export const refreshIfPending = () =>
  isRefreshPending && setTimeout(() => isBusy() || refresh(), 300)
