/**
 * Actions that could not be sent. They are stored on this device until they are sent, each once, in their order: a key
 * tells the server that it may have received one before.
 */
const storageKey = 'unsent'

/** Later, the evening that the action belonged to is over. */
const maxAgeMs = 12 * 3_600_000

const readAll = () => JSON.parse(localStorage.getItem(storageKey) ?? '[]')

const writeAll = (entries) => {
  if (entries.length > 0) localStorage.setItem(storageKey, JSON.stringify(entries))
  else localStorage.removeItem(storageKey)
}

/** Those of this member; another member must not send them under their own name. */
const isOfMember = ({ member }) => member === document.body.dataset.member
const isExpired = ({ atMs }) => Date.now() - atMs > maxAgeMs

export const listUnsent = () => readAll().filter((entry) => isOfMember(entry) && !isExpired(entry))

export const countUnsent = () => listUnsent().length

/** The same tap twice is one action. */
export const storeUnsent = (entry) => {
  const entries = readAll()
  const isStored = entries.some(({ path, body }) => path === entry.path && body === entry.body)
  if (isStored) return
  writeAll([...entries, { ...entry, member: document.body.dataset.member, atMs: Date.now() }])
}

export const dropUnsent = (dropped) => writeAll(readAll().filter(({ key }) => key !== dropped))

export const clearUnsent = () => localStorage.removeItem(storageKey)

/** Removes what is too old, or belongs to another member. The result is what this member has lost. */
export const expireUnsent = () => {
  const entries = readAll()
  writeAll(entries.filter((entry) => isOfMember(entry) && !isExpired(entry)))
  return entries.filter((entry) => isOfMember(entry) && isExpired(entry))
}

/** In one tab at a time, and stops at the first that cannot be sent. */
export const sendUnsent = async (send) => {
  const sendAll = async () => {
    for (const entry of listUnsent()) {
      const isSent = await send(entry)
      if (!isSent) return
      dropUnsent(entry.key)
    }
  }
  // The Web Locks API requires TLS; without it the key alone prevents that something happens twice.
  if (!navigator.locks) return sendAll()
  await navigator.locks.request('unsent', { ifAvailable: true }, (lock) => lock && sendAll())
}
