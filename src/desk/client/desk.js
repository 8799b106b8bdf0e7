/**
 * What the desk does beyond plain pages: it keeps itself up to date, calls out what is new, and
 * listens to keys. Everything works without it.
 */
import './keyboard-shortcuts.js'
import './push.js'
import { enhance } from './enhance.js'
import { listen } from './event-stream.js'
import { alive, catchUp, refresh } from './page-refresh.js'
import { showNow } from './timeline.js'

const { live } = document.body.dataset
const timeline = document.querySelector('.timeline')

enhance()
if (timeline) showNow(timeline)
if (live) {
  listen(live)
  alive()
  setInterval(refresh, 60_000)
  addEventListener('focusout', catchUp)
  addEventListener('toggle', catchUp, true)
  addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refresh())
}
