/** Refreshes the page, but not while the user is editing something. */
import { enhance } from './enhance.js'

let staleTimer
const staleAfterMs = 25_000

const showBanner = (isVisible) => {
  const banner = document.querySelector('.stale')
  if (banner) banner.hidden = !isVisible
}

/** Hides the warning that the page may be out of date, until nothing is received for some time. */
export const markConnected = () => {
  clearTimeout(staleTimer)
  showBanner(false)
  staleTimer = setTimeout(() => showBanner(true), staleAfterMs)
}

/** Whether the user is typing, dragging, or has opened a disclosure or dialog. */
const isBusy = () => {
  const { activeElement: focused } = document
  const isTyping = focused?.closest('main') && /^(INPUT|TEXTAREA|SELECT)$/.test(focused.tagName)
  const busySelector =
    'main[data-no-refresh], main details[open], dialog[open], .dragging, .selected'
  return Boolean(isTyping || document.querySelector(busySelector))
}

let isRefreshPending = false
let isRefreshing = false

export const refresh = async () => {
  isRefreshPending = true
  if (isRefreshing || !document.body.dataset.live) return
  isRefreshing = true
  try {
    while (isRefreshPending) {
      isRefreshPending = false
      const address = new URL(location.href)
      address.searchParams.delete('did')
      address.searchParams.delete('of')
      const response = await fetch(address, { headers: { accept: 'text/html' } })
      if (response.redirected && new URL(response.url).pathname === '/sign-in')
        return location.reload()
      if (response.ok && !replaceContent(await response.text())) {
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

/**
 * Replaces the content and keeps focus and scroll position. While the user is busy, only the tabs and cards
 * are updated, and the result is false.
 */
const replaceContent = (text) => {
  const next = new DOMParser().parseFromString(text, 'text/html')
  document.title = next.title
  const tabs = next.querySelector('.tabs')
  const tab = document.activeElement?.closest('.tabs a')?.getAttribute('href')
  if (tabs) document.querySelector('.tabs')?.replaceWith(tabs)
  if (tabs && tab) tabs.querySelector(`a[href="${tab}"]`)?.focus()
  if (isBusy()) {
    syncCards(next)
    return false
  }
  const [old, fresh] = [document.querySelector('main'), next.querySelector('main')]
  if (!old || !fresh) return true
  const focus = document.activeElement?.closest('[id]')?.id
  const notice = old.querySelector('.notice')
  const box = old.querySelector('.timeline-box')
  const [left, top] = [box?.scrollLeft ?? 0, box?.scrollTop ?? 0]
  old.replaceWith(fresh)
  if (notice && !fresh.querySelector('.notice')) fresh.prepend(notice)
  fresh.querySelector('.timeline-box')?.scrollTo(left, top)
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true })
  enhance()
  markConnected()
  return true
}

/** Runs a refresh that was postponed while the user was busy. */
export const refreshIfPending = () =>
  isRefreshPending && setTimeout(() => isBusy() || refresh(), 300)
