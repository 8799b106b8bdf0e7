/** Staff of a running server, each signed in at a desk of one of its processes. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Colleague, colleague, cookieOf, form, password } from '../../test/support/desk.ts'
import type { Server } from './server.ts'

/** The first comes by the link of the first start, and invites the others. */
export async function hireAll(
  servers: readonly Server[],
  names: readonly string[],
): Promise<Colleague[]> {
  const [first] = servers
  const crew: Colleague[] = []
  for (const [place, name] of names.entries()) {
    const [owner] = crew
    const link = owner
      ? await (await owner.post('/team/invite', { role: 'host' })).text()
      : await firstLink(first as Server)
    const joined = await fetch(
      `${first?.deskUrl}/join/${tokenIn(link)}`,
      form({ name, password: `${password} ${place}` }),
    )
    if (joined.status !== 303) throw new Error(`${name} was not let in: ${joined.status}`)
    const desk = servers[place % servers.length] as Server
    crew.push(colleague(desk, name, cookieOf(joined)))
  }
  return crew
}

/** It is said a moment after the first answer. */
async function firstLink(server: Server): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    if (tokenIn(server.said()) !== '') return server.said()
    await pause(25)
  }
  throw new Error(`no link for the owner:\n${server.said()}`)
}

function tokenIn(text: string): string {
  return /\/join\/([\w-]+)/.exec(text)?.[1] ?? ''
}
