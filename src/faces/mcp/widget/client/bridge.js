/** Messages between the view and its host: JSON-RPC 2.0 over postMessage (MCP Apps, 2026-01-26). */

/** What the host said in its answer to `ui/initialize`, and since then. */
export const host = { capabilities: {}, context: {} }

const pending = new Map()
let lastId = 0

const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')

const notify = (method, params = {}) => post({ method, params })

/** Rejects if the host refuses, or does not answer within the time limit. */
export function request(method, params, timeoutMs) {
  const id = ++lastId
  return new Promise((resolve, reject) => {
    const timer = timeoutMs && setTimeout(() => settle({ error: {} }), timeoutMs)
    const settle = ({ error, result }) => {
      clearTimeout(timer)
      pending.delete(id)
      if (error) reject(new Error(error.message))
      else resolve(result ?? {})
    }
    pending.set(id, settle)
    post({ id, method, params })
  })
}

/** `listeners` are the notifications of the host by method. */
export async function connect(listeners) {
  addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || data?.jsonrpc !== '2.0') return
    const { id, method, params = {} } = data
    if (method === undefined) pending.get(id)?.(data)
    else if (id === undefined) listeners[method]?.(params)
    else answer(id, method)
  })
  const { hostCapabilities, hostContext } = await request('ui/initialize', {
    appInfo: { name: 'letan-booking', version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline'] },
    protocolVersion: '2026-01-26',
  })
  host.capabilities = hostCapabilities ?? {}
  applyContext(hostContext ?? {})
  notify('ui/notifications/initialized')
  reportSize()
}

/** Nothing has to be saved before the host removes the view. */
function answer(id, method) {
  if (method === 'ui/resource-teardown' || method === 'ping') post({ id, result: {} })
  else post({ id, error: { code: -32601, message: 'Method not found' } })
}

/** A change contains only what is new. */
export function applyContext(change) {
  Object.assign(host.context, change)
  const root = document.documentElement
  const { theme, styles, safeAreaInsets } = host.context
  if (theme) root.style.colorScheme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value)
  }
  for (const [side, size] of Object.entries(safeAreaInsets ?? {})) {
    root.style.setProperty(`--inset-${side}`, `${size}px`)
  }
}

/** The language of the host: Vietnamese, or else English. */
export const hostLocale = () =>
  /^vi\b/i.test(host.context.locale ?? navigator.language) ? 'vi' : 'en'

function reportSize() {
  let timer
  new ResizeObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const { height } = document.body.getBoundingClientRect()
      notify('ui/notifications/size-changed', { height: Math.ceil(height) })
    }, 100)
  }).observe(document.body)
}
