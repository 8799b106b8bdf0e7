/** Dragging a bar of the timeline, immediately with a mouse and after a short hold by touch. The timeline scrolls along. */
const holdMs = 350
const edge = 56
const slack = 6

/** `drop` gets the bar, the element below, the position of its start, and whether it moved along the row. */
export function enableDrag(timeline, drop) {
  timeline.addEventListener('pointerdown', (event) => {
    const bar = event.target.closest('.bar[data-version]')
    if (bar && event.button === 0) begin(timeline, bar, event, drop)
  })
  // A touch that has become a drag neither scrolls the page nor opens the menu of the link.
  const keepDragging = (event) => {
    if (event.target.closest?.('.bar.dragging')) event.preventDefault()
  }
  timeline.addEventListener('touchmove', keepDragging, { passive: false })
  timeline.addEventListener('contextmenu', keepDragging)
}

function begin(timeline, bar, { clientX: x, clientY: y, pointerType }, drop) {
  const box = timeline.closest('.timeline-box')
  const origin = { left: box.scrollLeft, top: box.scrollTop }
  const grabOffset = x - bar.getBoundingClientRect().left
  const quarter =
    bar.parentElement.clientWidth /
    Number(getComputedStyle(bar.parentElement).getPropertyValue('--quarters'))
  const isTouch = pointerType !== 'mouse'
  let isDragging = false
  let last = { x, y }

  const start = () => {
    isDragging = true
    bar.classList.add('dragging')
    scroll()
  }
  const hold = isTouch ? setTimeout(start, holdMs) : undefined

  const place = () => {
    const [dx, dy] = [
      last.x - x + box.scrollLeft - origin.left,
      last.y - y + box.scrollTop - origin.top,
    ]
    bar.style.setProperty('translate', `${dx}px ${dy}px`)
    return dx
  }
  /** Near an edge the box scrolls, so that rows out of sight can be reached. */
  const scroll = () => {
    if (!isDragging) return
    const { left, right, top, bottom } = box.getBoundingClientRect()
    const step = (position, from, to) =>
      position < from + edge ? -8 : position > to - edge ? 8 : 0
    const label = timeline.querySelector('.label').offsetWidth
    // A bar that was picked up near the side keeps its time until it is moved along the row.
    const isAlong = bar.dataset.seated === undefined && Math.abs(last.x - x) >= quarter
    box.scrollBy(
      isAlong ? step(last.x, left + label, Math.min(right, innerWidth)) : 0,
      step(last.y, Math.max(top, 0), Math.min(bottom, innerHeight)),
    )
    place()
    requestAnimationFrame(scroll)
  }
  const move = (event) => {
    const distance = Math.hypot(event.clientX - x, event.clientY - y)
    last = { x: event.clientX, y: event.clientY }
    if (!isDragging && distance > slack) {
      // By touch, a movement before the hold is a scroll.
      if (isTouch) return end()
      start()
    }
    if (isDragging) place()
  }
  const end = () => {
    clearTimeout(hold)
    isDragging = false
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', finish)
    removeEventListener('pointercancel', cancel)
  }
  const cancel = () => {
    end()
    bar.classList.remove('dragging')
    bar.style.removeProperty('translate')
  }
  const finish = (event) => {
    const wasDragging = isDragging
    const dx = wasDragging ? place() : 0
    end()
    if (!wasDragging) return
    suppressClick()
    const target = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((one) => !bar.contains(one))
    bar.classList.remove('dragging')
    bar.style.removeProperty('translate')
    // A drag to another row is rarely exact; less than a quarter hour means the same time.
    if (target) drop(bar, target, event.clientX - grabOffset + quarter / 2, Math.abs(dx) >= quarter)
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', finish)
  addEventListener('pointercancel', cancel)
}

/** The browser sends a click after the drop, which must not open the bar or the place below it. */
function suppressClick() {
  const cancelClick = (click) => {
    click.preventDefault()
    click.stopPropagation()
  }
  addEventListener('click', cancelClick, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', cancelClick, { capture: true }))
}
