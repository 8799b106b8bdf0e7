/**
 * Changes an element of the page into a new version of it. Elements that both have stay the same, so that focus, scroll
 * position, open disclosures and typed text are not lost.
 */
export function morph(current, fresh) {
  copyAttributes(current, fresh)
  const children = [...fresh.childNodes]
  const freshKeys = new Set(children.map(keyOf))
  const keyed = new Map()
  for (const child of [...current.childNodes]) {
    const key = keyOf(child)
    if (key && !freshKeys.has(key)) child.remove()
    else if (key) keyed.set(key, child)
  }
  let position = skipMessages(current.firstChild)
  for (const child of children) {
    const key = keyOf(child)
    const match = key ? keyed.get(key) : findUnkeyed(position, child)
    if (!match || !isSameKind(match, child)) {
      current.insertBefore(document.adoptNode(child), position)
      continue
    }
    keyed.delete(key)
    position = removeUnkeyed(position, match)
    if (match === position) position = skipMessages(match.nextSibling)
    else current.insertBefore(match, position)
    if (match.nodeType === Node.ELEMENT_NODE) morph(match, child)
    else if (match.data !== child.data) match.data = child.data
  }
  while (position) position = removeAndContinue(position)
}

const rowSelector = 'tr, li, article'

/** What an element of a list is about, so that it is found again at another position. */
const keyOf = (node) => {
  if (node.nodeType !== Node.ELEMENT_NODE) return ''
  const { key, resource, code } = node.dataset ?? {}
  const known = node.getAttribute('id') || key || resource || code
  if (known || !node.matches(rowSelector)) return known ?? ''
  return node.querySelector('a[href^="/bookings/"]')?.getAttribute('href') ?? ''
}

const isText = (node) => node?.nodeType === Node.TEXT_NODE

/** The first class says what an element is, the others in which state. */
const kindOf = (node) => node.getAttribute?.('class')?.split(' ')[0]

const isSameKind = (match, child) =>
  match.nodeName === child.nodeName &&
  keyOf(match) === keyOf(child) &&
  match.type === child.type &&
  (keyOf(child) !== '' || kindOf(match) === kindOf(child))

/** The next element of the same kind, but not beyond one that has its own place. */
const findUnkeyed = (position, child) => {
  if (isText(child)) return isText(position) ? position : undefined
  for (let node = position; node; node = skipMessages(node.nextSibling)) {
    if (isSameKind(node, child)) return node
    if (keyOf(node)) return undefined
  }
  return undefined
}

/** What is no longer there is removed, so that what follows need not be moved, which would lose its focus. */
const removeUnkeyed = (position, match) => {
  let next = position
  while (next && next !== match && !keyOf(next)) next = removeAndContinue(next)
  return next
}

/** A message about an action is shown until the next one, and no part of the page. */
const skipMessages = (node) => {
  let next = node
  while (next?.classList?.contains('flash')) next = next.nextSibling
  return next
}

const removeAndContinue = (node) => {
  const next = skipMessages(node.nextSibling)
  node.remove()
  return next
}

/** What the user has opened stays open. */
const isOfUser = (element, name) => name === 'open' && /^(DETAILS|DIALOG)$/.test(element.nodeName)

const copyAttributes = (current, fresh) => {
  for (const { name } of [...current.attributes])
    if (!fresh.hasAttribute(name) && !isOfUser(current, name)) current.removeAttribute(name)
  for (const { name, value } of fresh.attributes)
    if (current.getAttribute(name) !== value && !isOfUser(current, name))
      current.setAttribute(name, value)
}
