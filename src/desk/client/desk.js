/**
 * Enhancements of the desk: actions in place, automatic refresh, alerts for new requests, reading without a network and
 * keyboard shortcuts. All screens work without them.
 */
import './entry.js'
import './keyboard-shortcuts.js'
import './markdown-toolbar.js'
import './push.js'
import './search.js'
import './sheet.js'
import './stored-input.js'
import { markConnected, onReconnected } from './connection.js'
import { enhance } from './enhance.js'
import { listen } from './event-stream.js'
import { enableInPlace, sendStored } from './in-place.js'
import { clearOfflinePages, enableOfflineReading } from './offline-pages.js'
import { refresh, refreshIfPending } from './page-refresh.js'
import { scrollToNow } from './timeline.js'

const { live } = document.body.dataset
const timeline = document.querySelector('.timeline')

enhance()
if (timeline) scrollToNow(timeline)
if (live) {
  listen(live)
  enableInPlace()
  markConnected()
  onReconnected(refresh)
  onReconnected(sendStored)
  sendStored()
  enableOfflineReading()
  setInterval(refresh, 60_000)
  addEventListener('focusout', refreshIfPending)
  addEventListener('toggle', refreshIfPending, true)
  addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refresh())
} else clearOfflinePages()
