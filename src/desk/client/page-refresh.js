/** Keeps the page up to date, without taking anything out of somebody's hands. */
import { enhance } from './enhance.js'

let staleTimer
const staleAfterMs = 25_000

export const alive = () => {
  clearTimeout(staleTimer)
  const banner = document.querySelector('.stale')
  if (banner) banner.hidden = true
  staleTimer = setTimeout(() => {
    const shown = document.querySelector('.stale')
    if (shown) shown.hidden = false
  }, staleAfterMs)
}

/** Somebody who is writing, dragging or reading what he opened is left alone until he is done. */
export const isBusy = () => {
  const { activeElement: focused } = document
  const typing = focused?.closest('main') && /^(INPUT|TEXTAREA|SELECT)$/.test(focused.tagName)
  const busySelector = 'main[data-stays], main details[open], dialog[open], .dragging'
  return Boolean(typing || document.querySelector(busySelector))
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
      if (response.ok && !swap(await response.text())) {
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

/** New requests appear beside the one that somebody has in hand; those that were answered leave. */
const bringCards = (next) => {
  const [here, there] = [document, next].map((one) => one.querySelector('#waiting'))
  if (!here || !there) return
  const isInUse = (card) => card.contains(document.activeElement) || card.querySelector('[open]')
  for (const card of [...here.children]) {
    if (!isInUse(card) && !next.getElementById(card.id)) card.remove()
  }
  for (const card of [...there.children]) {
    if (!document.getElementById(card.id)) here.append(document.adoptNode(card))
  }
}

/**
 * Puts the new content in place of the old one, and leaves the eye and the focus where they were. How
 * many wait is told to everybody; what somebody is busy with stays, and then the answer is false.
 */
const swap = (text) => {
  const next = new DOMParser().parseFromString(text, 'text/html')
  document.title = next.title
  const tabs = next.querySelector('.tabs')
  const tab = document.activeElement?.closest('.tabs a')?.getAttribute('href')
  if (tabs) document.querySelector('.tabs')?.replaceWith(tabs)
  if (tabs && tab) tabs.querySelector(`a[href="${tab}"]`)?.focus()
  if (isBusy()) {
    bringCards(next)
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
  alive()
  return true
}

/** What came while somebody was busy is shown once he is done. */
export const catchUp = () => isRefreshPending && setTimeout(() => isBusy() || refresh(), 300)
