/**
 * Stores what an owner types into a form of the shop editor on this device until it is saved, so that it is not lost when
 * the session ends, the connection drops or the page is closed.
 */
const storageKey = 'stored-input'
const maxAgeMs = 24 * 3_600_000

const form = document.querySelector('.edit-form')
const member = document.body.dataset.member
/** A browser does not let a script choose a file. */
const fieldSelector = 'input[name]:not([type=hidden], [type=file]), select[name], textarea[name]'

const readStored = () => JSON.parse(localStorage.getItem(storageKey) ?? 'null')
const dropStored = () => localStorage.removeItem(storageKey)

/** Of the entry as the page shows it: another one means that the input was saved, or is of another entry. */
const version = () =>
  [...form.querySelectorAll('[name=file], [name=list], [name=index], [name=was]')]
    .map(({ value }) => value)
    .join(' ')

const isTicked = ({ type }) => type === 'checkbox' || type === 'radio'

const readInput = (field) => (isTicked(field) ? field.checked : field.value)

const keep = () => {
  const values = [...form.querySelectorAll(fieldSelector)].map(readInput)
  localStorage.setItem(
    storageKey,
    JSON.stringify({ member, version: version(), values, atMs: Date.now() }),
  )
}

const restore = ({ values }) => {
  const fields = [...form.querySelectorAll(fieldSelector)]
  if (fields.length !== values.length) return
  for (const [index, field] of fields.entries()) {
    if (isTicked(field)) field.checked = values[index]
    else field.value = values[index]
  }
}

const stored = readStored()
const isUsable =
  stored &&
  stored.member === member &&
  form &&
  stored.version === version() &&
  Date.now() - stored.atMs < maxAgeMs
if (isUsable) restore(stored)
// On the list of the part the owner has saved the entry, or has left it on purpose.
else if (stored && (form || location.pathname.startsWith('/shop'))) dropStored()
form?.addEventListener('input', keep)
