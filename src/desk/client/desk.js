/**
 * Enhancements of the desk: automatic refresh, alerts for new requests and keyboard shortcuts. All screens
 * work without them.
 */
import './entry.js'
import './keyboard-shortcuts.js'
import './push.js'
import './search.js'
import './sheet.js'
import { enhance } from './enhance.js'
import { listen } from './event-stream.js'
import { markConnected, refresh, refreshIfPending } from './page-refresh.js'
import { scrollToNow } from './timeline.js'

const { live } = document.body.dataset
const timeline = document.querySelector('.timeline')

enhance()
if (timeline) scrollToNow(timeline)
if (live) {
  listen(live)
  markConnected()
  setInterval(refresh, 60_000)
  addEventListener('focusout', refreshIfPending)
  addEventListener('toggle', refreshIfPending, true)
  addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refresh())
}
