/** The shop editor of the desk in a test: a copy of a sample shop, its owner, and the steps of a change. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findTrade, openFolder } from '../../src/variants/index.ts'
import { copyOf, createFolderEditor } from './content-errors.ts'
import { addStaff, type StaffClient } from './desk.ts'
import { formTo } from './screen.ts'
import { monday, type ShopOptions, startShop } from './shop.ts'

/** `content` has files in addition to those of the sample, by path. */
export async function openEditor(
  trade = 'restaurant',
  options: ShopOptions = {},
  content: Readonly<Record<string, string | Buffer>> = {},
) {
  const folder = copyOf(trade)
  for (const [path, bytes] of Object.entries(content)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  const shop = openFolder(findTrade(trade), folder)
  const app = await startShop(trade, { shop, contentFolder: folder, now: monday, ...options })
  const owner = await addStaff(app, 'Chị Lam')
  return { app, owner, folder, ...createFolderEditor(folder) }
}

/** Fills in the form of a screen and saves it. */
export async function saveForm(
  staff: StaffClient,
  screen: string,
  typed: Record<string, string>,
  action = '/shop/entry',
): Promise<Response> {
  const page = await staff.read(screen)
  const { 'shown[]': _shown, ...fields } = formTo(page, action).fields
  const body = new URLSearchParams({ ...fields, ...typed })
  for (const [, name = ''] of page.matchAll(/name="shown\[\]" value="([^"]+)"/g))
    body.append('shown[]', name)
  const boxes = /<input type="checkbox" name="([^"]+)" value="([^"]+)"[^>]* checked>/g
  const ticked = [...page.matchAll(boxes)].filter(([, name = '']) => !(name in typed))
  for (const [, name = ''] of ticked) body.delete(name)
  for (const [, name = '', value = ''] of ticked) body.append(name, value)
  return staff.post(action, body)
}

export async function publishDraft(staff: StaffClient): Promise<Response> {
  const { fields } = formTo(await staff.read('/shop/publish'), '/shop/publish')
  return staff.post('/shop/publish', fields)
}

/** Sends a form with a file, as a page of the desk does. */
export function sendFile(
  { deskUrl }: { deskUrl: string },
  { cookie }: Pick<StaffClient, 'cookie'>,
  path: string,
  fields: Record<string, string>,
  upload: { name: string; bytes?: Buffer | undefined },
): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  // A browser sends an empty file if none was chosen.
  body.append(upload.name, new File([new Uint8Array(upload.bytes ?? Buffer.alloc(0))], 'upload'))
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  return fetch(deskUrl + path, { method: 'POST', headers, body, redirect: 'manual' })
}

export async function assertSeeOther(answer: Response, location: string): Promise<void> {
  assert.equal(answer.headers.get('location'), location, await answer.text())
}
