/** Resources that tests use, like a running shop: opened before the first test and closed after the last one. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, before } from 'node:test'
import { noteEnd, noteStart } from './running-tests.ts'

type Close = () => unknown

/** What to close after the tests, while a resource is being opened. */
const opening = new AsyncLocalStorage<Close[]>()

/** What to close for each resource of a file, in the order in which they are opened. One process may run several files. */
const resourcesByFile = new Map<string, Close[][]>()

/** Closes a resource after the tests of the file or suite, or after the test, that opened it. */
export function closeAfter(close: Close): void {
  const closing = opening.getStore()
  if (closing) closing.push(close)
  else
    after(async () => {
      await close()
    })
}

/** Settles when the hooks before the current one have ended. */
let prepared: Promise<unknown> = Promise.resolve()

/** Longer than the tests of a file take that do not need what could not be opened. */
const graceMs = 60_000

/** After a failed hook, Node runs no `after` hooks, and what is open would keep the file running forever. */
function endFile(): void {
  console.error(`${process.argv[1]} did not end after a hook failed`)
  process.exit(1)
}

/** A `before` hook that runs after those declared before it. Node starts the hooks of a file all together. */
export function prepare(run: () => unknown): void {
  before(() => {
    noteStart()
    const preparing = prepared.then(run).finally(noteEnd)
    prepared = preparing.catch(() => setTimeout(endFile, graceMs).unref())
    return preparing.then(() => {})
  })
}

/** Opens a resource in a `before` hook of the file or suite. It can be used only in hooks and tests. */
export function openBefore<Resource extends object>(open: () => Promise<Resource>): Resource {
  const { resource, openBeforeTests } = defineResource(open)
  openBeforeTests()
  return resource
}

/**
 * A resource of a support module. Each test file that uses it calls `openBeforeTests` and has its own: one process
 * may run several files, but loads the module once.
 */
export function defineResource<Resource extends object>(
  open: () => Promise<Resource>,
): { resource: Resource; openBeforeTests(): void } {
  let current: Resource | undefined
  const openBeforeTests = () =>
    openInHook(async () => {
      current = await open()
    })
  const opened = () => {
    if (!current) throw new Error('It is opened before the first test, and only tests can use it.')
    return current
  }
  const resource = new Proxy({} as Resource, {
    get: (_, name) => Reflect.get(opened(), name),
    set: (_, name, value) => Reflect.set(opened(), name, value),
    has: (_, name) => Reflect.has(opened(), name),
    ownKeys: () => Reflect.ownKeys(opened()),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(opened(), name)
      return found && { ...found, configurable: true }
    },
  })
  return { resource, openBeforeTests }
}

function openInHook(open: () => Promise<void>): void {
  const closing: Close[] = []
  const file = findDeclaringFile()
  const resources = resourcesByFile.get(file) ?? []
  resourcesByFile.set(file, resources)
  const index = resources.push(closing) - 1
  prepare(() => opening.run(closing, open))
  // Hooks run in the order of their declaration, but a shop closes before the mail server that it uses.
  after(async () => {
    for (const later of resources.slice(index).reverse()) {
      for (const close of later.splice(0).reverse()) await close()
    }
  })
}

/** The outermost file of the call: the one that declares the resource, not a helper. */
function findDeclaringFile(): string {
  return new Error('declared here').stack?.match(/file:\/\/[^\s):]+/g)?.at(-1) ?? ''
}
