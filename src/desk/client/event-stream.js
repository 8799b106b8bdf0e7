/**
 * Listens to what happens. Of several desks in one browser one listens and tells the others, since a
 * browser has few connections for one host; when it is closed another goes on where it was.
 */
import { callOut } from './alerts.js'
import { alive, refresh } from './page-refresh.js'

const seen = new Set()
const others = new BroadcastChannel('desk')
const whereToAnswer = { booking: '/', order: '/orders', lead: '/leads' }
let last = ''

/** When anything was last heard, be it only that the stream is still there. */
let heard = 0

const hear = ({ id, text, kind }) => {
  alive()
  heard = performance.now()
  if (id === undefined || seen.has(id)) return
  seen.add(id)
  if (id > last) last = id
  if (text) callOut(text, whereToAnswer[kind.split('.')[0]])
  refresh()
}

/** What was passed on lately, for a desk that was just opened. */
const recent = []
const mostRecent = 100

const pass = (news) => {
  hear(news)
  others.postMessage(news)
  if (news.id !== undefined) recent.push(news)
  if (recent.length > mostRecent) recent.shift()
}

const answer = (since) => {
  for (const news of recent) if (news.id > since) others.postMessage(news)
}

/** Whoever was signed out is led to the door; a server that is away comes back. */
const tryAgain = async (address) => {
  const answer = await fetch('/', { method: 'HEAD' }).catch(() => undefined)
  if (answer?.redirected) location.reload()
  else open(address)
}

let source

const open = (address) => {
  source = new EventSource(last === '' ? address : `/live?since=${last}`)
  source.addEventListener('open', () => pass({}))
  source.addEventListener('beat', () => pass({}))
  source.addEventListener('reload', () => location.reload())
  source.addEventListener('news', ({ data, lastEventId }) =>
    pass({ id: lastEventId, ...JSON.parse(data) }),
  )
  source.addEventListener('error', () => {
    const banner = document.querySelector('.stale')
    if (banner) banner.hidden = false
    if (source.readyState === EventSource.CLOSED) setTimeout(() => tryAgain(address), 3000)
  })
}

export const listen = (address) => {
  others.addEventListener('message', ({ data }) =>
    data.since === undefined ? hear(data) : answer(data.since),
  )
  others.postMessage({ since: new URL(address, location.href).searchParams.get('since') })
  // Without TLS there are no locks, and each desk listens for itself.
  if (navigator.locks) takeTurns(address)
  else open(address)
}

const longSilence = 20_000

/** A tab that sleeps keeps its turn and hears nothing: whoever is looked at takes it over. */
const takeTurns = (address) => {
  let mine = false
  const wait = (options) =>
    navigator.locks
      .request('desk', options, () => {
        mine = true
        open(address)
        return new Promise(() => {})
      })
      .catch(() => {
        mine = false
        source?.close()
        wait({})
      })
  wait({})
  heard = performance.now()
  setInterval(() => {
    const silent = performance.now() - heard > longSilence
    if (!silent || mine || document.visibilityState !== 'visible') return
    heard = performance.now()
    wait({ steal: true })
  }, 5000)
}
