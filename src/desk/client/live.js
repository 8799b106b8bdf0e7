/**
 * Listens to what happens. Of several desks in one browser one listens and tells the others, since a
 * browser has few connections for one host; when it is closed another goes on where it was.
 */
import { callOut } from './bell.js'
import { alive, refresh } from './page.js'

const seen = new Set()
const others = new BroadcastChannel('desk')
const whereToAnswer = { booking: '/', order: '/orders', lead: '/leads' }
let last = ''

const hear = ({ id, text, kind }) => {
  alive()
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

const open = (address) => {
  const source = new EventSource(last === '' ? address : `/live?since=${last}`)
  source.addEventListener('open', () => pass({}))
  source.addEventListener('beat', () => pass({}))
  source.addEventListener('reload', () => location.reload())
  source.addEventListener('news', ({ data, lastEventId }) =>
    pass({ id: lastEventId, ...JSON.parse(data) }),
  )
  source.addEventListener('error', () => {
    const banner = document.querySelector('.stale')
    if (banner) banner.hidden = false
    // A desk that was signed out elsewhere is told by the door.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 3000)
  })
}

export const listen = (address) => {
  others.addEventListener('message', ({ data }) =>
    data.since === undefined ? hear(data) : answer(data.since),
  )
  others.postMessage({ since: new URL(address, location.href).searchParams.get('since') })
  const forEver = () => {
    open(address)
    return new Promise(() => {})
  }
  // Without TLS there are no locks, and each desk listens for itself.
  if (navigator.locks) navigator.locks.request('desk', forEver)
  else forEver()
}
