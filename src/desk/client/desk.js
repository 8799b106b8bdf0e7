/**
 * What the desk does beyond plain pages: it keeps itself up to date, calls out what is new, and
 * listens to keys. Everything works without it.
 */
const { body } = document
const seen = new Set()

/* --- keeping up to date --- */

let stale
const wakeAfter = 25_000

const alive = () => {
  clearTimeout(stale)
  const banner = document.querySelector('.stale')
  if (banner) banner.hidden = true
  stale = setTimeout(() => {
    const shown = document.querySelector('.stale')
    if (shown) shown.hidden = false
  }, wakeAfter)
}

/** Somebody who is writing, dragging or reading what he opened is left alone until he is done. */
const isBusy = () => {
  const { activeElement: focused } = document
  const typing = focused?.closest('main') && /^(INPUT|TEXTAREA|SELECT)$/.test(focused.tagName)
  const held = 'main[data-stays], main details[open], dialog[open], .dragging'
  return Boolean(typing || document.querySelector(held))
}

let wanted = false
let underWay = false

const refresh = async () => {
  wanted = true
  if (underWay || !body.dataset.live) return
  underWay = true
  try {
    while (wanted) {
      wanted = false
      const address = new URL(location.href)
      address.searchParams.delete('did')
      address.searchParams.delete('of')
      const answer = await fetch(address, { headers: { accept: 'text/html' } })
      if (answer.redirected && new URL(answer.url).pathname === '/sign-in') return location.reload()
      if (answer.ok && !swap(await answer.text())) {
        wanted = true
        return
      }
    }
  } catch {
    wanted = true
  } finally {
    underWay = false
  }
}

/**
 * Puts the new content in place of the old one, and leaves the eye and the focus where they were. How
 * many wait is told to everybody; what somebody is busy with stays, and then the answer is false.
 */
const swap = (text) => {
  const next = new DOMParser().parseFromString(text, 'text/html')
  document.title = next.title
  const tabs = next.querySelector('.tabs')
  const tab = document.activeElement?.closest('.tabs a')?.getAttribute('href')
  if (tabs) document.querySelector('.tabs')?.replaceWith(tabs)
  if (tabs && tab) tabs.querySelector(`a[href="${tab}"]`)?.focus()
  if (isBusy()) return false
  const [old, fresh] = [document.querySelector('main'), next.querySelector('main')]
  if (!old || !fresh) return true
  const focus = document.activeElement?.closest('[id]')?.id
  const notice = old.querySelector('.notice')
  const box = old.querySelector('.timeline-box')
  const [left, top] = [box?.scrollLeft ?? 0, box?.scrollTop ?? 0]
  old.replaceWith(fresh)
  if (notice && !fresh.querySelector('.notice')) fresh.prepend(notice)
  fresh.querySelector('.timeline-box')?.scrollTo(left, top)
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true })
  enhance()
  alive()
  return true
}

const listen = () => {
  const source = new EventSource(body.dataset.live)
  source.addEventListener('open', alive)
  source.addEventListener('beat', alive)
  source.addEventListener('reload', () => location.reload())
  source.addEventListener('news', ({ data, lastEventId }) => {
    alive()
    if (seen.has(lastEventId)) return
    seen.add(lastEventId)
    const { text, kind } = JSON.parse(data)
    if (text) callOut(text, whereToAnswer[kind.split('.')[0]])
    refresh()
  })
  source.addEventListener('error', () => {
    const banner = document.querySelector('.stale')
    if (banner) banner.hidden = false
    // A desk that was signed out elsewhere is told by the door.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 3000)
  })
}

/* --- calling out --- */

let audio

const isBellOn = () => localStorage.getItem('bell') === 'on'

/** A browser lets a page sound only once it was touched, so every touch tries. */
const wake = () => {
  if (!isBellOn()) return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') audio.resume().catch(() => {})
}

const ring = () => {
  if (!isBellOn()) return
  wake()
  const start = audio.currentTime
  for (const [place, pitch] of [880, 1174.7, 1396.9].entries()) {
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()]
    tone.frequency.value = pitch
    loudness.gain.setValueAtTime(0.0001, start + place * 0.16)
    loudness.gain.exponentialRampToValueAtTime(0.35, start + place * 0.16 + 0.02)
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + place * 0.16 + 0.6)
    tone.connect(loudness).connect(audio.destination)
    tone.start(start + place * 0.16)
    tone.stop(start + place * 0.16 + 0.7)
  }
  body.dataset.rang = String(Number(body.dataset.rang ?? 0) + 1)
}

const whereToAnswer = { booking: '/', order: '/orders', lead: '/leads' }

const callOut = (text, href) => {
  const place = document.getElementById('news')
  if (!place) return
  const note = document.createElement('a')
  note.href = href
  note.textContent = text
  place.replaceChildren(note)
  setTimeout(() => note.remove(), 12_000)
  ring()
}

const bell = document.querySelector('.bell')

const showBell = () => bell.setAttribute('aria-pressed', String(isBellOn()))

if (bell) {
  bell.hidden = false
  showBell()
  bell.addEventListener('click', () => {
    const on = !isBellOn()
    localStorage.setItem('bell', on ? 'on' : 'off')
    showBell()
    if (on) ring()
  })
  for (const touch of ['pointerup', 'keydown']) addEventListener(touch, wake)
}

/* --- keys --- */

const cards = () => [...document.querySelectorAll('#waiting .card')]

const step = (by) => {
  const all = cards()
  const here = all.findIndex((card) => card.contains(document.activeElement))
  const next = all[Math.max(0, Math.min(all.length - 1, here < 0 ? 0 : here + by))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** Only in the chosen card, or on the page of one booking: nobody confirms what he did not choose. */
const press = (selector) => {
  const chosen = document.activeElement?.closest('.card') ?? document.querySelector('main .booking')
  chosen?.querySelector(selector)?.click()
}

const keys = {
  n: () => document.getElementById('line')?.focus(),
  '/': () => {
    const field = document.getElementById('q')
    if (field) field.focus()
    else location.href = '/search'
  },
  i: () => {
    location.href = '/'
  },
  t: () => {
    location.href = '/timeline'
  },
  d: () => {
    location.href = '/day'
  },
  j: () => step(1),
  k: () => step(-1),
  c: () => press('[data-act=confirm]'),
  o: () => press('h2 a'),
  z: () => document.querySelector('.notice [data-act=undo], main [data-act=undo]')?.click(),
  '?': () => document.getElementById('keys')?.showModal(),
}

addEventListener('keydown', (event) => {
  const { key, target } = event
  const writing = target.closest?.('input, textarea, select, dialog[open]')
  if (writing || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  const act = body.dataset.live && Object.hasOwn(keys, key) && keys[key]
  if (!act) return
  event.preventDefault()
  act()
})

/* --- what a page's parts do --- */

/** Called again for every part that was put in place anew. */
function enhance() {
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = false
    button.onclick = async () => {
      const text = document.getElementById(button.dataset.copy)?.textContent ?? ''
      await navigator.clipboard?.writeText(text)
      button.dataset.done = ''
      setTimeout(() => delete button.dataset.done, 2000)
    }
  }
  for (const button of document.querySelectorAll('[data-print]')) {
    button.hidden = false
    button.onclick = () => print()
  }
  for (const field of document.querySelectorAll('[data-submit]')) {
    // Whoever types a date says himself when it is complete.
    let typing = false
    field.onkeydown = () => {
      typing = true
    }
    field.onchange = () => typing || field.form.requestSubmit()
  }
  const timeline = document.querySelector('.timeline')
  if (timeline) makeMovable(timeline)
}

/* --- the timeline --- */

const cellAt = (timeline, track, x) => {
  const { left, width } = track.getBoundingClientRect()
  const quarters = Number(getComputedStyle(track).getPropertyValue('--quarters'))
  const cell = Math.floor(((x - left) / width) * quarters)
  return Number(timeline.dataset.from) + Math.max(0, Math.min(quarters - 1, cell))
}

const timeOf = (cell) => {
  const [hours, minutes] = [Math.floor(cell / 4) % 24, (cell % 4) * 15]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

const trackAt = (x, y) => document.elementsFromPoint(x, y).find((one) => one.matches('.track'))

/** Brings what matters now into a narrow window, once: afterwards the eye leads. */
function showNow(timeline) {
  const box = timeline.closest('.timeline-box')
  const first = timeline.querySelector('.row:not(.ruler) .now') ?? timeline.querySelector('.bar')
  if (!first) return
  const label = timeline.querySelector('.label').offsetWidth
  const room = label + (box.clientWidth - label) / 4
  box.scrollLeft = first.getBoundingClientRect().left - box.getBoundingClientRect().left - room
}

/** A tap on a free place enters a guest there; a bar that is dragged is moved. */
function makeMovable(timeline) {
  timeline.onclick = (event) => {
    const track = event.target.closest('.track')
    const resource = track?.closest('[data-resource]')?.dataset.resource
    if (!resource || event.target.closest('.bar')) return
    const time = timeOf(cellAt(timeline, track, event.clientX))
    const asked = new URLSearchParams({ resource, date: timeline.dataset.date, time })
    location.href = `/entry?${asked}`
  }
  for (const bar of timeline.querySelectorAll('.bar[data-version]')) {
    bar.onpointerdown = (event) => {
      if (event.pointerType !== 'touch') drag(timeline, bar, event)
    }
  }
}

function drag(timeline, bar, { clientX: x, clientY: y, button }) {
  if (button !== 0) return
  const grabbed = x - bar.getBoundingClientRect().left
  let moved = false
  const move = (event) => {
    moved ||= Math.hypot(event.clientX - x, event.clientY - y) > 6
    if (!moved) return
    bar.classList.add('dragging')
    bar.style.setProperty('translate', `${event.clientX - x}px ${event.clientY - y}px`)
  }
  const drop = (event) => {
    removeEventListener('pointermove', move)
    bar.classList.remove('dragging')
    if (!moved) return
    // The click that follows is neither a tap on the bar nor one on the place below it.
    const swallow = (click) => {
      click.preventDefault()
      click.stopPropagation()
    }
    addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    const track = trackAt(event.clientX, event.clientY)
    const resource = track?.closest('[data-resource]')?.dataset.resource
    if (!resource) {
      bar.style.removeProperty('translate')
      return
    }
    const time = timeOf(cellAt(timeline, track, event.clientX - grabbed + 2))
    const form = document.getElementById('drop')
    const { date } = timeline.dataset
    const { version, party } = bar.dataset
    const values = { version, party, date, time, resource, next: `/timeline?date=${date}` }
    for (const [name, value] of Object.entries(values)) form.elements[name].value = value
    form.action = `${new URL(bar.href).pathname}/move`
    form.submit()
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', drop, { once: true })
}

/* --- being told when the desk is closed --- */

const push = document.querySelector('[data-push]')

if (push && 'serviceWorker' in navigator && 'PushManager' in window) {
  push.hidden = false
  push.querySelector('button').addEventListener('click', async () => {
    const fault = push.querySelector('.fault')
    try {
      const { key } = await (await fetch('/push/key')).json()
      const worker = await navigator.serviceWorker.register('/push-worker.js')
      const subscription = await worker.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      })
      const answer = await fetch('/push/keep', {
        method: 'POST',
        body: JSON.stringify(subscription),
      })
      fault.textContent = answer.ok ? '✓' : String(answer.status)
    } catch (error) {
      fault.textContent = error.message
    }
  })
}

/* --- begin --- */

enhance()
const timeline = document.querySelector('.timeline')
if (timeline) showNow(timeline)
if (body.dataset.live) {
  listen()
  alive()
  setInterval(refresh, 60_000)
  const catchUp = () => wanted && setTimeout(() => isBusy() || refresh(), 300)
  addEventListener('focusout', catchUp)
  addEventListener('toggle', catchUp, true)
  addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refresh())
}
