/** Creates and replaces elements of the page. */

export const byId = (id) => document.getElementById(id)

const ownProperties = ['checked', 'value', 'selected']

/** Properties with "on" are listeners; those that are undefined or false, and such children, are left out. */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
    else if (ownProperties.includes(key)) element[key] = value
    else element.setAttribute(key, value === true ? '' : value)
  }
  element.append(...children.flat(9).filter((child) => child !== undefined && child !== false))
  return element
}

/** The focus and the position of the day strip stay where they are. */
export function replaceContent(root, children) {
  const focused = document.activeElement?.id
  const left = byId('strip')?.scrollLeft
  root.replaceChildren(...children)
  if (left !== undefined) byId('strip')?.scrollTo(left, 0)
  if (focused) byId(focused)?.focus({ preventScroll: true })
}
