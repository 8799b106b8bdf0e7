/**
 * Listens to what happens. Of several desks in one browser one listens and tells the others, since a
 * browser has few connections for one host; when it is closed another goes on where it was.
 */
import { callOut } from './alerts.js'
import { alive, refresh } from './page-refresh.js'

const seenIds = new Set()
const tabChannel = new BroadcastChannel('desk')
const pathByKind = { booking: '/', order: '/orders', lead: '/leads' }
let last = ''

/** When anything was last heard, be it only that the stream is still there. */
let lastReceivedMs = 0

const receive = ({ id, text, kind }) => {
  alive()
  lastReceivedMs = performance.now()
  if (id === undefined || seenIds.has(id)) return
  seenIds.add(id)
  if (id > last) last = id
  if (text) callOut(text, pathByKind[kind.split('.')[0]])
  refresh()
}

/** What was passed on lately, for a desk that was just opened. */
const recent = []
const maxRecentEvents = 100

const publish = (event) => {
  receive(event)
  tabChannel.postMessage(event)
  if (event.id !== undefined) recent.push(event)
  if (recent.length > maxRecentEvents) recent.shift()
}

const resendSince = (since) => {
  for (const event of recent) if (event.id > since) tabChannel.postMessage(event)
}

/** Whoever was signed out is led to the door; a server that is away comes back. */
const reconnect = async (address) => {
  const response = await fetch('/', { method: 'HEAD' }).catch(() => undefined)
  if (response?.redirected) location.reload()
  else connect(address)
}

let source

const connect = (address) => {
  source = new EventSource(last === '' ? address : `/live?since=${last}`)
  source.addEventListener('open', () => publish({}))
  source.addEventListener('beat', () => publish({}))
  source.addEventListener('reload', () => location.reload())
  source.addEventListener('news', ({ data, lastEventId }) =>
    publish({ id: lastEventId, ...JSON.parse(data) }),
  )
  source.addEventListener('error', () => {
    const banner = document.querySelector('.stale')
    if (banner) banner.hidden = false
    if (source.readyState === EventSource.CLOSED) setTimeout(() => reconnect(address), 3000)
  })
}

export const listen = (address) => {
  tabChannel.addEventListener('message', ({ data }) =>
    data.since === undefined ? receive(data) : resendSince(data.since),
  )
  tabChannel.postMessage({ since: new URL(address, location.href).searchParams.get('since') })
  // Without TLS there are no locks, and each desk listens for itself.
  if (navigator.locks) connectInOneTab(address)
  else connect(address)
}

const silenceTimeoutMs = 20_000

/** A tab that sleeps keeps its turn and hears nothing: whoever is looked at takes it over. */
const connectInOneTab = (address) => {
  let mine = false
  const wait = (options) =>
    navigator.locks
      .request('desk', options, () => {
        mine = true
        connect(address)
        return new Promise(() => {})
      })
      .catch(() => {
        mine = false
        source?.close()
        wait({})
      })
  wait({})
  lastReceivedMs = performance.now()
  setInterval(() => {
    const silent = performance.now() - lastReceivedMs > silenceTimeoutMs
    if (!silent || mine || document.visibilityState !== 'visible') return
    lastReceivedMs = performance.now()
    wait({ steal: true })
  }, 5000)
}
