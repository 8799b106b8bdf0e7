/** Whether the desk reaches the server, and the banner that is shown while it does not. */
import { countUnsent } from './unsent.js'

/** The server sends a heartbeat every two seconds. */
const maxSilenceMs = 7_000

let silenceTimer
let isLost = false
const reconnected = []
const lost = []

/** Called when the connection is back. */
export const onReconnected = (listener) => reconnected.push(listener)

/** Called when the connection is lost, and repeatedly until it is back. */
export const onLost = (listener) => lost.push(listener)

/** Something was received. Silence after it means that the connection is lost. */
export const markConnected = () => {
  waitForSilence()
  if (!isLost) return
  isLost = false
  showBanner()
  for (const listener of reconnected) listener()
}

export const markLost = () => {
  isLost = true
  showBanner()
  waitForSilence()
  for (const listener of lost) listener()
}

const waitForSilence = () => {
  clearTimeout(silenceTimer)
  silenceTimer = setTimeout(markLost, maxSilenceMs)
}

/** The banner is in the top layer, so that no dialog, dock or bar covers it. */
export const showBanner = () => {
  const banner = document.querySelector('.stale')
  if (!banner) return
  const [unsent, asOf] = ['[data-unsent]', '[data-as-of]'].map((one) => banner.querySelector(one))
  const count = countUnsent()
  unsent.hidden = count === 0
  unsent.querySelector('b').textContent = String(count)
  asOf.textContent = document.querySelector('main')?.dataset.asOf ?? ''
  banner.hidden = !isLost
  if (isLost) raise(banner)
}

/** What was opened last is on top: a banner that is shown again covers a dialog that was opened meanwhile. */
const raise = (banner) => {
  if (!banner.showPopover) return
  const isOpen = banner.matches(':popover-open')
  if (isOpen && !document.querySelector('dialog[open]')) return
  if (isOpen) banner.hidePopover()
  banner.showPopover()
}

addEventListener('offline', () => document.body.dataset.live && markLost())

/** A dialog may have been opened over the banner. */
const raiseOverDialog = () =>
  setTimeout(() => isLost && document.querySelector('dialog[open]') && showBanner())

for (const gesture of ['click', 'keydown']) addEventListener(gesture, raiseOverDialog)
