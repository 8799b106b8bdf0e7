/** The doors of a shop as people use them: the API, the assistants' door, the site's forms, the desk. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Colleague, colleague } from '../../test/support/desk.ts'
import type { Server } from '../support/server.ts'
import { hireAll } from '../support/staff-sessions.ts'

export type Fields = Record<string, string | string[]>

export type Doors = {
  /** A write by a program. */
  api(path: string, body: object, headers?: Record<string, string>): Promise<Answered>
  /** A tool that an assistant calls. */
  tool(name: string, given: object): Promise<Answered>
  /** A page of the site, and what follows when its form is sent with these fields. */
  form(path: string, fields: Fields): Promise<Page>
  next(page: Page, fields: Fields): Promise<Page>
  /** What staff send from the desk, and what they see there. */
  desk(path: string, fields: Record<string, string>): Promise<string>
  look(path: string): Promise<string>
  server: Server
  /** The same people after a restart. */
  movedTo(server: Server): Doors
}

export type Answered = Record<string, unknown> & { code: string }

export type Page = { text: string; address: string }

/** The site takes no form back that was just given out. */
const youngestForm = 2_100

/** With somebody at the desk who came by the link of the first start. */
export async function openDoors(server: Server): Promise<Doors> {
  const [mai] = await hireAll([server], ['Mai'])
  if (!mai) throw new Error('nobody is at the desk')
  return doorsOf(server, mai)
}

function doorsOf(server: Server, mai: Colleague): Doors {
  const site = `http://127.0.0.1:${server.port}`

  const api: Doors['api'] = async (path, body, headers) => {
    const { status, text } = await server.send('POST', path, body, headers)
    if (status >= 400) throw new Error(`${path} answered ${status}: ${text}`)
    return JSON.parse(text) as Answered
  }

  const next: Doors['next'] = async (page, fields) => {
    const hidden = /<input type="hidden" name="(\w+)" value="([^"]*)">/g
    const kept = [...page.text.matchAll(hidden)].map(([, name = '', value = '']) => [name, value])
    const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1] ?? page.address
    const filled = Object.entries(fields).flatMap(([name, given]) =>
      [given].flat().map((value) => [name, value]),
    )
    await pause(youngestForm)
    const answer = await fetch(`${site}${action.replaceAll('&amp;', '&')}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: site, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams([...kept, ...filled] as [string, string][]),
    })
    const text = await answer.text()
    if (answer.status >= 400) throw new Error(`${action} answered ${answer.status}: ${text}`)
    return { text, address: answer.headers.get('location') ?? action }
  }

  return {
    server,
    api,
    async tool(name, given) {
      const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
      const answer = await api('/mcp', { ...asked, params: { name, arguments: given } })
      const result = answer.result as { isError?: boolean; structuredContent?: Answered }
      if (!result?.structuredContent || result.isError) throw new Error(JSON.stringify(answer))
      return result.structuredContent
    },
    async form(path, fields) {
      const { text } = await server.send('GET', path)
      return next({ text, address: path }, fields)
    },
    next,
    async desk(path, fields) {
      const answer = await mai.post(path, fields)
      const text = await answer.text()
      const outside = answer.headers.get('location')?.startsWith('/sign-in')
      if (answer.status >= 400 || outside) {
        throw new Error(`${path} answered ${answer.status}: ${text}`)
      }
      return text
    },
    look: async (path) => (await mai.get(path)).text(),
    movedTo: (other) => doorsOf(other, colleague(other, mai.name, mai.cookie)),
  }
}
