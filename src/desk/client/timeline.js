/** Clicks on free places of the timeline, and moving bookings by drag and drop. */
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

const trackAt = (x, y) => document.elementsFromPoint(x, y).find((one) => one.matches('.track'))

/** Scrolls to the current time or the first booking. Called once, so that later scrolling is kept. */
export function scrollToNow(timeline) {
  const box = timeline.closest('.timeline-box')
  const first = timeline.querySelector('.row:not(.ruler) .now') ?? timeline.querySelector('.bar')
  if (!first) return
  const labelWidth = timeline.querySelector('.label').offsetWidth
  const leftOffset = labelWidth + (box.clientWidth - labelWidth) / 4
  box.scrollLeft =
    first.getBoundingClientRect().left - box.getBoundingClientRect().left - leftOffset
}

export function enableTimeline(timeline) {
  timeline.onclick = (event) => {
    const track = event.target.closest('.track')
    const resource = track?.closest('[data-resource]')?.dataset.resource
    if (!resource || event.target.closest('.bar')) return
    const start = startOf(timeline, cellAt(timeline, track, event.clientX))
    const query = new URLSearchParams({ resource, ...start })
    location.href = `/entry?${query}`
  }
  for (const bar of timeline.querySelectorAll('.bar[data-version]')) {
    bar.onpointerdown = (event) => {
      if (event.pointerType !== 'touch') drag(timeline, bar, event)
    }
  }
}

function drag(timeline, bar, { clientX: x, clientY: y, button }) {
  if (button !== 0) return
  const grabOffset = x - bar.getBoundingClientRect().left
  let isMoved = false
  const move = (event) => {
    isMoved ||= Math.hypot(event.clientX - x, event.clientY - y) > 6
    if (!isMoved) return
    bar.classList.add('dragging')
    bar.style.setProperty('translate', `${event.clientX - x}px ${event.clientY - y}px`)
  }
  const drop = (event) => {
    removeEventListener('pointermove', move)
    bar.classList.remove('dragging')
    if (!isMoved) return
    // The browser sends a click after the drop, which must not open the bar or the place below it.
    const cancelClick = (click) => {
      click.preventDefault()
      click.stopPropagation()
    }
    addEventListener('click', cancelClick, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', cancelClick, { capture: true }))
    const track = trackAt(event.clientX, event.clientY)
    const resource = track?.closest('[data-resource]')?.dataset.resource
    if (!resource) {
      bar.style.removeProperty('translate')
      return
    }
    const start = startOf(timeline, cellAt(timeline, track, event.clientX - grabOffset + 2))
    const form = document.getElementById('drop')
    const { version, party } = bar.dataset
    const next = `/timeline?date=${timeline.dataset.date}`
    const values = { version, party, ...start, resource, next }
    for (const [name, value] of Object.entries(values)) form.elements[name].value = value
    form.action = `${new URL(bar.href).pathname}/move`
    form.submit()
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', drop, { once: true })
}
