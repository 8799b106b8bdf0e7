/** Forms of the site, as a browser without scripts sends them. */
import assert from 'node:assert/strict'
import type { RunningShop } from './shop.ts'

/** `cookie` is what the browser has stored so far. */
export type FormPage = {
  status: number
  text: string
  location: string | null
  cookie?: string | undefined
}

export async function openPage(app: RunningShop, path: string, cookie?: string): Promise<FormPage> {
  const response = await app.get(path, cookie === undefined ? {} : { headers: { cookie } })
  return { status: response.status, text: await response.text(), location: null, cookie }
}

/** A step of a form, such as the review; other redirects lead to the result. */
function isStep(location: string): boolean {
  return /[?&]step=|\/booking\?/.test(location)
}

/** Submits the form of the page with a button and the input of the guest, and follows a redirect to a step of the form. */
export async function pressButton(
  app: RunningShop,
  page: FormPage,
  typed: Record<string, string | string[]>,
  button: Record<string, string> = {},
): Promise<FormPage> {
  const body = new URLSearchParams()
  const hidden = /<input type="hidden" name="(\w+)" value="([^"]*)">/g
  for (const [, name = '', value = ''] of page.text.matchAll(hidden)) {
    body.append(name, value.replaceAll('&quot;', '"').replaceAll('&#39;', "'"))
  }
  for (const [name, value] of Object.entries({ ...typed, ...button })) {
    for (const one of [value].flat()) body.append(name, one)
  }
  const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1] ?? ''
  app.clock.now += 5_000
  const response = await app.get(action.replaceAll('&amp;', '&'), {
    method: 'POST',
    body,
    headers: {
      origin: `http://127.0.0.1:${app.port}`,
      'sec-fetch-site': 'same-origin',
      ...(page.cookie !== undefined && { cookie: page.cookie }),
    },
  })
  const [cookie = page.cookie] = response.headers.get('set-cookie')?.split(';') ?? []
  const location = response.headers.get('location')
  if (location && isStep(location)) return openPage(app, location, cookie)
  return { status: response.status, text: await response.text(), location, cookie }
}

/** Sends fields as a form of the site does. Returns the address that the response leads to. */
export async function sendFields(
  app: RunningShop,
  path: string,
  fields: Record<string, string>,
): Promise<string> {
  const response = await app.get(path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://shop.example',
    },
    body: new URLSearchParams(fields).toString(),
  })
  assert.equal(response.status, 303)
  return response.headers.get('location') ?? ''
}
