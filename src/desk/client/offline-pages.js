/** Stores the lists of today on this device, so that they can be read without a network. */

import { texts } from './notices.js'

/** The service worker stores these pages whenever it loads them. */
const paths = (texts.offlinePaths ?? '').split(' ')
const intervalMs = 5 * 60_000
const startDelayMs = 2_000
const storageKey = 'offline-pages'

export const enableOfflineReading = () => {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.register('/service-worker.js').catch(() => {})
  setTimeout(storePages, startDelayMs)
  setInterval(storePages, intervalMs)
}

/** Not with every page that is opened: only if the stored pages are some minutes old. */
const storePages = async () => {
  await controlled()
  const storedAtMs = Number(sessionStorage.getItem(storageKey) ?? 0)
  if (Date.now() - storedAtMs < intervalMs - startDelayMs) return
  sessionStorage.setItem(storageKey, String(Date.now()))
  for (const path of paths) await fetch(path, { headers: { accept: 'text/html' } }).catch(() => {})
}

/** Until then the requests of this page do not reach the worker. */
const controlled = () =>
  navigator.serviceWorker.controller ??
  new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
  })

/** On a page for signing in: the reader of this page is not signed in. */
export const clearOfflinePages = () => {
  sessionStorage.removeItem(storageKey)
  globalThis.caches?.delete('desk-pages')
}
