/**
 * Service worker of the desk: shows push notifications, and the lists of today while there is no network. It stores only
 * pages that the server has marked for it, one for each screen, and deletes them when the member signs out.
 */
const pages = 'desk-pages'
const files = 'desk-files'
const offlinePath = '/offline'

/** If the network is silent, the stored page is shown after this time. */
const maxWaitMs = 6_000

/** A list of yesterday is of no use, and its guests should not stay on the device. */
const maxAgeMs = 16 * 3_600_000

/** When the network failed last. For some seconds the files of the page are then not requested again. */
let failedAtMs = 0
const failureLifetimeMs = 20_000

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  // Whether or not the network is there.
  if (pathname === '/sign-out' || pathname === '/sign-in') event.waitUntil(caches.delete(pages))
  if (request.method !== 'GET' || pathname === '/sign-in') return
  if (isFile(pathname)) event.respondWith(loadFile(request))
  else if (request.mode === 'navigate') event.respondWith(loadPage(event, pathname))
  else if (request.headers.get('accept') === 'text/html')
    event.respondWith(fetch(request).then((response) => storePage(event, pathname, response)))
})

const isFile = (path) =>
  /^\/(desk\.css|favicon\.(?:svg|png)|desk\.webmanifest|(client|fonts)\/.+)$/.test(path)

const fetchInTime = async (request, timeoutMs) => {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(timeoutMs) })
    failedAtMs = 0
    return response
  } catch (error) {
    failedAtMs = Date.now()
    throw error
  }
}

async function loadFile(request) {
  const cache = await caches.open(files)
  const stored = await cache.match(request, { ignoreVary: true })
  if (stored && Date.now() - failedAtMs < failureLifetimeMs) return stored
  try {
    const response = await fetchInTime(request, maxWaitMs)
    if (response.ok) await cache.put(request, response.clone())
    return response
  } catch (error) {
    if (stored) return stored
    throw error
  }
}

async function loadPage(event, pathname) {
  try {
    const response = await fetchInTime(event.request, maxWaitMs)
    return storePage(event, pathname, response)
  } catch (error) {
    const stored = (await findPage(pathname)) ?? (await findPage(offlinePath))
    if (stored) return stored
    throw error
  }
}

/** The server decides which pages can be stored. */
function storePage(event, pathname, response) {
  const isMarked = response.ok && !response.redirected && response.headers.has('Desk-Offline')
  if (isMarked) {
    const copy = response.clone()
    event.waitUntil(caches.open(pages).then((cache) => cache.put(pathname, copy)))
  }
  return response
}

async function findPage(pathname) {
  const cache = await caches.open(pages)
  const stored = await cache.match(pathname, { ignoreVary: true })
  if (!stored) return undefined
  const ageMs = Date.now() - Date.parse(stored.headers.get('Date') ?? '')
  if (ageMs < maxAgeMs) return stored
  await cache.delete(pathname)
  return undefined
}

addEventListener('push', (event) => {
  const { title, text, link, id } = event.data?.json() ?? {}
  if (!title) return
  event.waitUntil(
    registration.showNotification(title, {
      body: text,
      tag: id,
      icon: '/favicon.svg',
      data: { link },
      requireInteraction: true,
    }),
  )
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(clients.openWindow(event.notification.data.link ?? '/'))
})
