/** Clients of a shop: API, MCP tools, forms of the site, desk. */
import { createStaffClient, type StaffClient } from '../../test/support/desk.ts'
import type { Server } from '../support/server.ts'
import { firstPassword, signInStaff } from '../support/staff-sessions.ts'

type FormFields = Record<string, string | string[]>

export type ShopClients = {
  /** Sends a write to the API. */
  api(path: string, body: object, headers?: Record<string, string>): Promise<ApiResult>
  /** Calls a tool. */
  tool(name: string, toolArguments: object): Promise<ApiResult>
  /** Opens a page of the site and submits its form with these fields. */
  form(path: string, fields: FormFields): Promise<FormPage>
  next(page: FormPage, fields: FormFields): Promise<FormPage>
  /** Sends a form of the desk, and reads a page of it. */
  desk(path: string, fields: Record<string, string>): Promise<string>
  readDesk(path: string): Promise<string>
  server: Server
  /** The same clients from another network address, as the proxy of the shop reports it. */
  comingFrom(address: string): ShopClients
  /** The same clients after a restart. */
  reconnectTo(server: Server): ShopClients
}

type ApiResult = Record<string, unknown> & { code: string }

/** `cookie` is the draft that the browser keeps between the steps of a form. */
type FormPage = { text: string; address: string; cookie?: string | undefined }

/** The desk is used by an owner who signed in with the link of the first start. */
export async function openClients(server: Server): Promise<ShopClients> {
  const [mai] = await signInStaff([server], ['Mai'])
  if (!mai) throw new Error('The owner could not sign in.')
  return createClients(server, mai)
}

function createClients(
  server: Server,
  mai: StaffClient,
  /** Sent with every request of a guest. */
  origin: Record<string, string> = {},
): ShopClients {
  const site = `http://127.0.0.1:${server.port}`

  const api: ShopClients['api'] = async (path, body, headers) => {
    const { status, text } = await server.send('POST', path, body, { ...origin, ...headers })
    if (status >= 400) throw new Error(`${path} got status ${status}: ${text}`)
    return JSON.parse(text) as ApiResult
  }

  const next: ShopClients['next'] = async (page, fields) => {
    const hidden = /<input type="hidden" name="(\w+)" value="([^"]*)">/g
    const hiddenFields = [...page.text.matchAll(hidden)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1] ?? page.address
    const filled = Object.entries(fields).flatMap(([name, fieldValues]) =>
      [fieldValues].flat().map((value) => [name, value]),
    )
    const response = await fetch(`${site}${action.replaceAll('&amp;', '&')}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        origin: site,
        'sec-fetch-site': 'same-origin',
        ...origin,
        ...(page.cookie !== undefined && { cookie: page.cookie }),
      },
      body: new URLSearchParams([...hiddenFields, ...filled] as [string, string][]),
    })
    const text = await response.text()
    if (response.status >= 400) throw new Error(`${action} got status ${response.status}: ${text}`)
    const address = response.headers.get('location') ?? action
    const [cookie = page.cookie] = response.headers.get('set-cookie')?.split(';') ?? []
    const isStep = /[?&]step=|\/booking\?/.test(address)
    if (!isStep || cookie === undefined) return { text, address, cookie }
    const step = await server.send('GET', address, undefined, { ...origin, cookie })
    if (step.status >= 400) throw new Error(`${address} got status ${step.status}: ${step.text}`)
    return { text: step.text, address, cookie }
  }

  return {
    server,
    api,
    async tool(name, toolArguments) {
      const rpcMessage = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
      const response = await api('/mcp', {
        ...rpcMessage,
        params: { name, arguments: toolArguments },
      })
      const result = response.result as { isError?: boolean; structuredContent?: ApiResult }
      if (!result?.structuredContent || result.isError) throw new Error(JSON.stringify(response))
      return result.structuredContent
    },
    async form(path, fields) {
      const { text } = await server.send('GET', path, undefined, origin)
      return next({ text, address: path }, fields)
    },
    next,
    async desk(path, fields) {
      let response = await mai.post(path, fields)
      let text = await response.text()
      if (text.includes('action="/confirm"')) {
        await mai.confirm(firstPassword)
        response = await mai.post(path, fields)
        text = await response.text()
      }
      const isSignedOut = response.headers.get('location')?.startsWith('/sign-in')
      if (response.status >= 400 || isSignedOut) {
        throw new Error(`${path} got status ${response.status}: ${text}`)
      }
      return text
    },
    comingFrom: (address) => createClients(server, mai, { 'x-forwarded-for': address }),
    readDesk: async (path) => (await mai.get(path)).text(),
    reconnectTo: (other) => createClients(other, createStaffClient(other, mai.name, mai.cookie)),
  }
}
