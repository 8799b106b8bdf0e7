/** Guests read pages and call the API without pause while the owner publishes. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { runInProcess } from '../support/command.ts'
import { prepareOwnShops } from '../support/own-shops.ts'
import { formTo } from '../support/screen.ts'

const { ownShop, openShop } = prepareOwnShops()

const publications = 10
const clients = 4

const paths = [
  '/',
  '/menu',
  '/menu/cha-ruoi',
  '/contact',
  '/api',
  '/api/offers?limit=50',
  '/api/offers/cha-ruoi',
  '/openapi.json',
  '/llms.txt',
  '/sitemap.xml',
]

it('fails no request while the owner publishes ten times', async (test) => {
  const { environment } = await ownShop('restaurant')
  const shop = await openShop(environment)
  const failures: string[] = []
  let requests = 0
  let isPublishing = true
  const read = async (first: number) => {
    for (let index = first; isPublishing; index++) {
      const path = paths[index % paths.length] ?? '/'
      const { status } = await shop.server
        .send('GET', path)
        .catch((error: unknown) => ({ status: String(error) }))
      requests++
      if (status !== 200) failures.push(`${path}: ${status}`)
    }
  }
  const readers = Array.from({ length: clients }, (_, index) => read(index * 3))
  const entry = '/shop/entry?part=menu&file=menu%2F1-khoi-vi.yaml&list=dishes&index=0'
  const post = async (screen: string, action: string, typed: Record<string, string>) => {
    const { fields } = formTo(await shop.screen(screen), action)
    const answer = await shop.press(action, { ...fields, ...typed })
    assert.equal(answer.status, 303, await answer.text())
  }
  try {
    for (let time = 1; time <= publications; time++) {
      const price = 100_000 + time * 1_000
      await post(entry, '/shop/entry', { 'shown[]': 'price', price: String(price) })
      await post('/shop/publish', '/shop/publish', {})
      const { text } = await shop.server.send('GET', '/api/offers/cha-ruoi')
      assert.ok(text.includes(String(price)), text)
    }
  } finally {
    isPublishing = false
    await Promise.all(readers)
  }
  test.diagnostic(`${requests} requests during ${publications} publications`)
  assert.deepEqual(failures, [])
  assert.ok(requests > publications * clients, `${requests} requests`)
  const { code, output } = await runInProcess(
    ['content', 'check', environment.CONTENT_DIR ?? ''],
    environment,
  )
  assert.equal(code, 0, output)
})
