/**
 * Stores what an owner types into a form of the shop editor on this device until it is saved, so that it is not lost when
 * the session ends, the connection drops or the page is closed. What is filled in again is announced and can be discarded.
 */
import { say, texts } from './notices.js'

const storageKey = 'stored-input'
const maxAgeMs = 24 * 3_600_000

const { member } = document.body.dataset
/** A browser does not let a script choose a file. */
const fieldSelector = 'input[name]:not([type=hidden], [type=file]), select[name], textarea[name]'

const readStored = () => JSON.parse(localStorage.getItem(storageKey) ?? 'null')
const dropStored = () => localStorage.removeItem(storageKey)

/** Which form it is: its address, and the entry that it is for. */
const idOf = (form) =>
  [form, ...form.querySelectorAll('input[type=hidden]:not([name=was])')]
    .map((one) => one.value ?? one.getAttribute('action'))
    .join(' ')

/** What the form was made from: another one means that the input was saved, or that the entry has changed. */
const versionOf = (form) => form.querySelector('[name=was]')?.value ?? ''

const isTicked = ({ type }) => type === 'checkbox' || type === 'radio'

const readInput = (field) => (isTicked(field) ? field.checked : field.value)

const readAll = (form) => [...form.querySelectorAll(fieldSelector)].map(readInput)

const keep = (form) => {
  const [id, version, values] = [idOf(form), versionOf(form), readAll(form)]
  localStorage.setItem(
    storageKey,
    JSON.stringify({ member, id, version, values, atMs: Date.now() }),
  )
}

const restore = (form, values) => {
  const fields = [...form.querySelectorAll(fieldSelector)]
  if (fields.length !== values.length || readAll(form).join() === values.join()) return
  for (const [index, field] of fields.entries()) {
    if (isTicked(field)) field.checked = values[index]
    else field.value = values[index]
  }
  announce(form)
}

const announce = (form) => {
  const line = document.createElement('p')
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: texts.discard,
  })
  button.onclick = () => {
    dropStored()
    form.reset()
    line.remove()
  }
  line.className = 'hint'
  line.append(`${texts.restored} `, button)
  form.before(line)
  say(texts.restored)
}

const form = document.querySelector('.edit-form')
const stored = readStored()
const isExpired = stored && !(Date.now() - stored.atMs < maxAgeMs)
if (isExpired) dropStored()
else if (stored && form && stored.member === member && stored.id === idOf(form)) {
  if (stored.version === versionOf(form)) restore(form, stored.values)
  else dropStored()
}
addEventListener('input', ({ target }) => {
  const changed = target.closest?.('.edit-form')
  if (changed) keep(changed)
})
