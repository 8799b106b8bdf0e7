/** A staff member at the desk, with a session cookie but without a browser. */
import assert from 'node:assert/strict'
import { type RunningShop, withoutCompression } from './shop.ts'

export type StaffClient = {
  name: string
  /** Of the session; changes with `confirm`. */
  readonly cookie: string
  /** Confirms the sign-in with the password, as a privileged action requires after ten minutes. */
  confirm(typed?: string): Promise<void>
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** The text of a screen, which must exist. */
  read(path: string): Promise<string>
  /** Sends a form as a page of the desk does. */
  post(path: string, fields: Record<string, string> | URLSearchParams): Promise<Response>
  json(path: string, body: object): Promise<Response>
}

/** The path of the inbox. */
export const inbox = '/'

export const password = 'ba con mèo trên mái nhà'

const own = { 'sec-fetch-site': 'same-origin' }

export function form(fields: Record<string, string> | URLSearchParams): RequestInit {
  return {
    method: 'POST',
    headers: { ...own, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  }
}

/** Joins with a link, as an owner or as a host. */
export async function addStaff(
  app: RunningShop,
  name: string,
  role: 'owner' | 'host' = 'owner',
): Promise<StaffClient> {
  const token = await app.appHost.staffAccess.createLink({ role, madeBy: 'terminal' })
  const answer = await fetch(`${app.deskUrl}/join/${token}`, form({ name, password }))
  assert.equal(answer.status, 303, await answer.text())
  return createStaffClient(app, name, cookieOf(answer))
}

export function cookieOf(answer: Response): string {
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  return cookie
}

export function createStaffClient(
  { deskUrl }: Pick<RunningShop, 'deskUrl'>,
  name: string,
  initialCookie: string,
): StaffClient {
  let cookie = initialCookie
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${deskUrl}${path}`, {
      redirect: 'manual',
      ...init,
      headers: withoutCompression({ cookie, ...(init.headers as Record<string, string>) }),
    })
  return {
    name,
    get cookie() {
      return cookie
    },
    async confirm(typed = password) {
      const answer = await request('/confirm', form({ password: typed }))
      assert.equal(answer.status, 303, await answer.text())
      cookie = cookieOf(answer)
    },
    get: (path, headers = {}) => request(path, { headers }),
    async read(path) {
      const answer = await request(path)
      assert.equal(answer.status, 200, path)
      return answer.text()
    },
    post: (path, fields) => request(path, form(fields)),
    json: (path, body) =>
      request(path, {
        method: 'POST',
        headers: { ...own, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

/** The recorded actions on a subject, in order. */
export async function audited(shop: RunningShop, subject: string): Promise<string[]> {
  const rows = await shop.store.read.all<{ actor: string; action: string; facts: string }>(
    'SELECT actor, action, facts FROM audit WHERE subject LIKE ? ORDER BY id',
    subject,
  )
  const names = new Map(
    (await shop.appHost.staffAccess.listMembers()).map(({ id, name }) => [`staff:${id}`, name]),
  )
  return rows.map(({ actor, action }) => `${names.get(actor) ?? actor} ${action}`)
}

/** Lines of the log that contain what it must not. */
export function logLinesWith(shop: RunningShop, pattern: RegExp): string[] {
  return shop.log
    .join('')
    .split('\n')
    .filter((line) => pattern.test(line))
}
