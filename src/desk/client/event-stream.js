/**
 * Receives the events of the desk. Browsers limit the connections per host, so only one tab opens the stream
 * and forwards its events to the others. When that tab is closed, another one continues after the last event.
 */
import { announce } from './alerts.js'
import { markConnected, markLost, onLost } from './connection.js'
import { refresh } from './page-refresh.js'

const seenIds = new Set()
const tabChannel = new BroadcastChannel('desk')
const pathByKind = { booking: '/', order: '/orders', lead: '/leads' }
let lastEventId = ''

/** When anything was last received, heartbeats included. */
let lastReceivedMs = 0

const receive = ({ id, text, kind }) => {
  markConnected()
  lastReceivedMs = performance.now()
  if (id === undefined || seenIds.has(id)) return
  seenIds.add(id)
  if (id > lastEventId) lastEventId = id
  if (text) announce(text, pathByKind[kind.split('.')[0]])
  refresh()
}

/** Recently forwarded events, for tabs that are opened later. */
const recentEvents = []
const maxRecentEvents = 100

const publish = (event) => {
  receive(event)
  tabChannel.postMessage(event)
  if (event.id !== undefined) recentEvents.push(event)
  if (recentEvents.length > maxRecentEvents) recentEvents.shift()
}

const resendSince = (id) => {
  for (const event of recentEvents) if (event.id > id) tabChannel.postMessage(event)
}

/** Reloads the page if the session has ended, which leads to the sign-in page. */
const reconnect = async (address) => {
  const signal = AbortSignal.timeout(5_000)
  const response = await fetch('/', { method: 'HEAD', signal }).catch(() => undefined)
  if (response?.redirected) return location.reload()
  source?.close()
  connect(address)
}

let source

/** When the stream was last requested. */
let connectedMs = 0

const connect = (address) => {
  connectedMs = performance.now()
  source = new EventSource(lastEventId === '' ? address : `/live?since=${lastEventId}`)
  source.addEventListener('open', () => {
    clearTimeout(replaceTimer)
    publish({})
  })
  source.addEventListener('beat', () => publish({}))
  source.addEventListener('reload', () => location.reload())
  source.addEventListener('news', ({ data, lastEventId: id }) =>
    publish({ id, ...JSON.parse(data) }),
  )
  const opened = source
  source.addEventListener('error', () => {
    // The browser reconnects by itself, unless the server has refused the stream.
    if (opened.readyState === EventSource.CLOSED) setTimeout(() => reconnect(address), 3000)
    markLost()
  })
}

const minReplaceMs = 3_000
let replaceTimer

/**
 * A lost connection is replaced: the browser would wait for minutes for a silent one, and events on an old one do not
 * prove that new requests arrive.
 */
const replace = (address) => {
  clearTimeout(replaceTimer)
  if (!source) return
  const waitMs = connectedMs + minReplaceMs - performance.now()
  if (waitMs > 0) {
    replaceTimer = setTimeout(replace, waitMs, address)
    return
  }
  source.close()
  connect(address)
}

export const listen = (address) => {
  tabChannel.addEventListener('message', ({ data }) =>
    data.since === undefined ? receive(data) : resendSince(data.since),
  )
  onLost(() => replace(address))
  addEventListener('online', () => source && reconnect(address))
  tabChannel.postMessage({ since: new URL(address, location.href).searchParams.get('since') })
  // The Web Locks API requires TLS; without it every tab opens its own stream.
  if (navigator.locks) connectInOneTab(address)
  else connect(address)
}

const idleTimeoutMs = 10_000

/** A suspended tab keeps its lock but receives nothing; a visible tab then takes over the lock. */
const connectInOneTab = (address) => {
  let hasLock = false
  const requestLock = (options) =>
    navigator.locks
      .request('desk', options, () => {
        hasLock = true
        connect(address)
        return new Promise(() => {})
      })
      .catch(() => {
        hasLock = false
        source?.close()
        source = undefined
        requestLock({})
      })
  requestLock({})
  lastReceivedMs = performance.now()
  setInterval(() => {
    const isIdle = performance.now() - lastReceivedMs > idleTimeoutMs
    if (!isIdle || hasLock || document.visibilityState !== 'visible') return
    lastReceivedMs = performance.now()
    requestLock({ steal: true })
  }, 2000)
}
