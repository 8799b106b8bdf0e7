/** The draft of an owner as the site would show it: for the owner only, and for reading only. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addStaff } from './support/desk.ts'
import { visibleTextOf } from './support/screen.ts'
import { openEditor, saveForm } from './support/shop-editor.ts'

const dish = `/shop/entry?${new URLSearchParams({
  ...{ part: 'menu', file: 'menu/1-khoi-vi.yaml', list: 'dishes', index: '0' },
})}`
const site = '/shop/preview/site'

describe('the preview of a draft', () => {
  it('shows the changes with the code of the site, and guests do not see them', async () => {
    const { app, owner } = await openEditor()
    await saveForm(owner, dish, { price: '157k' })
    assert.match(await owner.read('/shop/preview'), /<iframe[^>]* src="\/shop\/preview\/site\/"/)
    const answer = await owner.get(`${site}/menu`)
    assert.equal(answer.status, 200)
    const page = await answer.text()
    assert.match(visibleTextOf(page), /157\.000/)
    const links = [...page.matchAll(/ (?:href|src|action)="(\/[^"]*)"/g)].map(([, link]) => link)
    assert.ok(links.length > 10)
    assert.deepEqual(
      links.filter((link) => !link?.startsWith(`${site}/`)),
      [],
    )
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? []
    const css = await owner.get(style)
    assert.match(css.headers.get('content-type') ?? '', /^text\/css/)
    assert.doesNotMatch(await css.text(), /url\(["']?\/(?!shop\/preview)/)
    assert.doesNotMatch(visibleTextOf(await (await app.get('/menu')).text()), /157\.000/)
  })

  it('cannot be indexed, framed elsewhere, scripted or used to book', async () => {
    const { owner } = await openEditor()
    const answer = await owner.get(`${site}/booking`)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('x-robots-tag') ?? '', /noindex/)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /frame-ancestors 'self'/)
    assert.match(policy, /form-action 'none'/)
    assert.doesNotMatch(policy, /script-src/)
    assert.equal((await owner.post(`${site}/api/booking`, {})).status, 405)
  })

  it('is for the owner with the draft only', async () => {
    const { app, owner } = await openEditor()
    await saveForm(owner, dish, { price: '157k' })
    const other = await addStaff(app, 'Anh Minh')
    assert.doesNotMatch(visibleTextOf(await other.read(`${site}/menu`)), /157\.000/)
    const host = await addStaff(app, 'Bình', 'host')
    assert.equal((await host.get(`${site}/menu`)).status, 404)
    const stranger = await fetch(`${app.deskUrl}${site}/menu`, { redirect: 'manual' })
    assert.match(stranger.headers.get('location') ?? '', /sign-in/)
  })
})
