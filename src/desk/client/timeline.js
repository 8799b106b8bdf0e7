/** Clicks on free places of the timeline, and moving bookings: by dragging, or by a tap on the bar and on its target. */
import { addressWithoutFlash } from './address.js'
import { enableDrag } from './timeline-drag.js'

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

/** The calendar date and time of a cell; after midnight it is the next day. */
const startOf = (timeline, cell) => {
  const { date, nextDate } = timeline.dataset
  return { date: cell < 96 ? date : nextDate, time: timeOf(cell) }
}

const resourceOf = (element) => element?.closest('[data-resource]')?.dataset.resource

/** Scrolls to the current time, or to the first booking. */
export function scrollToNow(timeline) {
  const box = timeline.closest('.timeline-box')
  const first = timeline.querySelector('.now') ?? timeline.querySelector('.bar')
  if (!first) return
  const { left, width } = first.parentElement.getBoundingClientRect()
  const quarter =
    width / Number(getComputedStyle(first.parentElement).getPropertyValue('--quarters'))
  // About one hour before it stays visible, from a full hour on.
  const start = Math.max(0, Math.round((first.getBoundingClientRect().left - left) / quarter) - 4)
  box.scrollLeft = (start - (start % 4)) * quarter
}

/** This address, which may not name the day. */
const pageOf = ({ dataset: { date } }) =>
  location.pathname === '/timeline' ? addressWithoutFlash(location.href) : `/timeline?date=${date}`

const fill = (form, values) => {
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value
}

const submitMove = (timeline, bar, values) => {
  const form = document.getElementById('drop')
  const { version, party, date, time } = bar.dataset
  fill(form, { version, party, date, time, swap: '', next: pageOf(timeline), ...values })
  form.action = `${new URL(bar.href).pathname}/move`
  form.dataset.about = bar.querySelector('b').textContent
  form.requestSubmit()
}

/** On another booking the two swap; on a row it is moved there. */
const moveTo = (timeline, bar, target, start) => {
  const resource = resourceOf(target)
  const other = target.closest('.bar[data-version]')
  if (other && other.dataset.code !== bar.dataset.code) {
    const { code, version } = other.dataset
    submitMove(timeline, bar, { resource, swap: `${code} ${version}` })
  } else if (resource) {
    submitMove(timeline, bar, { resource, ...('seated' in bar.dataset ? {} : start) })
  }
}

const select = (timeline, bar) => {
  const dock = document.getElementById('move-dock')
  for (const one of timeline.querySelectorAll('.selected')) one.classList.remove('selected')
  dock.hidden = !bar
  timeline.classList.toggle('choosing', Boolean(bar))
  if (!bar) return
  const { version, date, time, until, code } = bar.dataset
  for (const one of timeline.querySelectorAll(`[data-code="${code}"]`))
    one.classList.add('selected')
  dock.querySelector('[data-name]').textContent = bar.querySelector('b').textContent
  dock.querySelector('[data-when]').textContent = `${time}–${until}`
  dock.querySelector('[data-open]').href = bar.href
  const form = dock.querySelector('form')
  fill(form, { version, date, time, until, next: pageOf(timeline) })
  form.action = `${new URL(bar.href).pathname}/move`
  dock.querySelector('[data-close]').onclick = () => select(timeline, undefined)
  keepVisible(timeline, bar, dock)
}

/** The dock must not cover the row of the bar, and every other row can be scrolled above it. */
const keepVisible = (timeline, bar, dock) => {
  const box = timeline.closest('.timeline-box')
  const { top } = dock.getBoundingClientRect()
  const covered = Math.max(0, box.getBoundingClientRect().bottom - top) + 16
  box.style.setProperty('--covered', `${covered}px`)
  const hidden = bar.getBoundingClientRect().bottom + 8 - top
  if (hidden > 0) box.scrollBy(0, hidden)
}

/** Those that can be dragged already: the page is enhanced again after each refresh. */
const timelines = new WeakSet()

let isTouch = false

export function enableTimeline(timeline) {
  const { refused } = timeline.dataset
  if (refused) {
    for (const one of timeline.querySelectorAll(`[data-code="${refused}"]`))
      one.classList.add('refused')
  }
  timeline.onpointerdown = (event) => {
    isTouch = event.pointerType !== 'mouse'
  }
  timeline.onclick = (event) => {
    const bar = event.target.closest('.bar')
    const selected = timeline.querySelector('.selected')
    const track = event.target.closest('.track')
    const resource = resourceOf(track)
    const start = track && startOf(timeline, cellAt(timeline, track, event.clientX))
    if (selected && resource) {
      event.preventDefault()
      if (bar?.dataset.code === selected.dataset.code) return select(timeline, undefined)
      // On another row the time stays.
      const isOwnRow = Boolean(track.querySelector('.selected'))
      return moveTo(timeline, selected, event.target, isOwnRow ? start : {})
    }
    if (bar) {
      if (!isTouch || !bar.dataset.version) return
      event.preventDefault()
      return select(timeline, bar)
    }
    if (resource) location.href = `/entry?${new URLSearchParams({ resource, ...start })}`
  }
  if (timelines.has(timeline)) return
  timelines.add(timeline)
  enableDrag(timeline, (bar, target, x, isOtherTime) => {
    const track = target.closest('.track')
    if (!track) return
    const isOwnRow = track === bar.closest('.track')
    if (isOwnRow && !isOtherTime) return
    moveTo(timeline, bar, target, isOtherTime ? startOf(timeline, cellAt(timeline, track, x)) : {})
  })
}
