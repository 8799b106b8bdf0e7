/** The owner edits the shop on the desk: a draft, checks, a publication, and the way back. */
import assert from 'node:assert/strict'
import { mkdirSync, rmdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import { findTrade, openFolder } from '../src/variants/index.ts'
import { table } from './support/booking.ts'
import { copyOf, createFolderEditor } from './support/content-errors.ts'
import { addStaff, type StaffClient } from './support/desk.ts'
import { formsOf, formTo, noticeOf, visibleTextOf } from './support/screen.ts'
import { monday, startShop } from './support/shop.ts'

const starters = 'menu/1-khoi-vi.yaml'

async function open(trade = 'restaurant') {
  const folder = copyOf(trade)
  const shop = openFolder(findTrade(trade), folder)
  const app = await startShop(trade, { shop, contentFolder: folder, now: monday })
  const owner = await addStaff(app, 'Chị Lam')
  return { app, owner, folder, ...createFolderEditor(folder) }
}

const entry = (index: number | 'new', list = 'dishes', part = 'menu', file = starters) =>
  `/shop/entry?${new URLSearchParams({ part, file, list, index: String(index) })}`

/** Fills in the form of an entry and saves it. */
async function save(
  staff: StaffClient,
  screen: string,
  typed: Record<string, string>,
  action = '/shop/entry',
): Promise<Response> {
  const page = await staff.read(screen)
  const { shown: _shown, ...fields } = formTo(page, action).fields
  const body = new URLSearchParams({ ...fields, ...typed })
  for (const [, name = ''] of page.matchAll(/name="shown" value="([^"]+)"/g))
    body.append('shown', name)
  const boxes = /<input type="checkbox" name="([^"]+)" value="([^"]+)"[^>]* checked>/g
  const ticked = [...page.matchAll(boxes)].filter(([, name = '']) => !(name in typed))
  for (const [, name = ''] of ticked) body.delete(name)
  for (const [, name = '', value = ''] of ticked) body.append(name, value)
  return staff.post(action, body)
}

async function publish(staff: StaffClient): Promise<Response> {
  const { fields } = formTo(await staff.read('/shop/publish'), '/shop/publish')
  return staff.post('/shop/publish', fields)
}

describe('the shop editor', () => {
  it('publishes a price that is typed as it is spoken, and changes nothing else in the file', async () => {
    const { app, owner, read } = await open()
    const before = read(starters)
    const answer = await save(owner, entry(0), { price: '155k' })
    assert.equal(answer.status, 303, visibleTextOf(await answer.text()))
    assert.equal(read(starters), before, 'nothing is written before it is published')
    const review = visibleTextOf(await owner.read('/shop/publish'))
    assert.match(review, /Giá của Chả rươi vỏ quýt 145\.000 ₫ → 155\.000 ₫/)
    const published = await publish(owner)
    assert.equal(published.headers.get('location'), '/shop/publish?published')
    assert.equal(read(starters), before.replace('price: 145000', 'price: 155000'))
    const { price } = (await app.json('/api/offers/cha-ruoi')) as { price: { amount: number } }
    assert.equal(price.amount, 155_000)
    const history = visibleTextOf(await owner.read('/shop/publish'))
    assert.match(history, /Chị Lam Giá của Chả rươi vỏ quýt: 155\.000 ₫/)
  })

  it('shows an error beside its field, and saves nothing', async () => {
    const { owner } = await open()
    const answer = await save(owner, entry(0), { price: 'theo mùa', 'name.vi': 'Chả rươi' })
    assert.equal(answer.status, 422)
    const page = await answer.text()
    assert.match(page, /id="field-price-error">[^<]*theo mùa[^<]*chưa phải là số tiền/)
    assert.match(page, /name="price" type="text" value="theo mùa"/)
    assert.match(page, /name="name.vi" value="Chả rươi"/)
    assert.match(
      visibleTextOf(await owner.read('/shop/publish')),
      /Không có thay đổi nào chưa đăng/,
    )
  })

  it('does not remove a dish that a set meal contains, and says why', async () => {
    const { owner, read } = await open()
    assert.match(read('set-meals.yaml'), /nem-ran-cua-be/)
    const page = await owner.read(entry(1))
    const answer = await owner.post('/shop/remove', formTo(page, '/shop/remove').fields)
    assert.equal(answer.status, 409)
    assert.match(noticeOf(await answer.text()), /nem-ran-cua-be/)
  })

  it('adds a dish with a name and a price, and moves it to another category', async () => {
    const { app, owner, read } = await open()
    await save(owner, entry('new'), { 'name.vi': 'Nộm sứa', price: '65.000' })
    const draft = await owner.read(`/shop/part?part=menu&file=${encodeURIComponent(starters)}`)
    assert.match(visibleTextOf(draft), /Nộm sứa 65\.000 ₫/)
    const [, index = ''] = /index=(\d+)"><b>Nộm sứa/.exec(draft) ?? []
    await save(owner, entry(Number(index)), { category: 'menu/4-trang-mieng.yaml' })
    await publish(owner)
    assert.doesNotMatch(read(starters), /Nộm sứa/)
    assert.match(read('menu/4-trang-mieng.yaml'), /- \{ name: Nộm sứa, price: 65000 \}\n/)
    assert.equal((await app.get('/api/offers/nom-sua')).status, 200)
  })

  it('lets two owners edit one file, and reports what both have changed', async () => {
    const { app, owner, read } = await open()
    const other = await addStaff(app, 'Anh Minh')
    await save(owner, entry(0), { price: '155000' })
    await save(other, entry(1), { price: '125000' })
    await publish(other)
    await publish(owner)
    assert.match(read(starters), /price: 155000/)
    assert.match(read(starters), /price: 125000/)

    await save(owner, entry(0), { price: '165000' })
    await save(other, entry(0), { price: '175000' })
    await publish(owner)
    const page = await other.read('/shop/publish')
    assert.match(
      visibleTextOf(page),
      /đã được sửa ngoài bản nháp này, ở cùng chỗ\. Quầy không ghi đè/,
    )
    assert.equal(
      formsOf(page).some(({ buttons }) => buttons.includes('Đăng')),
      false,
    )
    assert.match(read(starters), /price: 165000/)
  })

  it('keeps what a text editor changed meanwhile', async () => {
    const { owner, read, replace } = await open()
    await save(owner, entry(0), { price: '155000' })
    replace(starters, 'category:\n', 'category: # by hand\n')
    await publish(owner)
    assert.match(read(starters), /# by hand/)
    assert.match(read(starters), /price: 155000/)
  })

  it('returns to an earlier publication', async () => {
    const { owner, read } = await open()
    const texts: string[] = []
    for (const price of ['155000', '165000', '175000']) {
      await save(owner, entry(0), { price })
      await publish(owner)
      texts.push(read(starters))
    }
    const page = await owner.read('/shop/publish')
    const [, oldest] = formsOf(page).filter(({ action }) => action === '/shop/publish/restore')
    await owner.post('/shop/publish/restore', oldest?.fields ?? {})
    assert.match(visibleTextOf(await owner.read('/shop/publish')), /175\.000 ₫ → 155\.000 ₫/)
    await publish(owner)
    assert.equal(read(starters), texts[0])
  })

  it('lists the bookings that would no longer fit before it publishes', async () => {
    const { app, owner, read } = await open()
    const booked = await app.post('/api/booking', table)
    assert.equal(booked.status, 202, await booked.clone().text())
    const special = entry('new', 'special_days', 'hours', 'business.yaml')
    const typed = { from: '2026-11-20', to: '2026-11-20', 'reason.vi': 'Đám cưới' }
    const saved = await save(owner, special, typed)
    assert.equal(saved.status, 303, visibleTextOf(await saved.text()))
    const page = await owner.read('/shop/publish')
    assert.match(visibleTextOf(page), /không còn khớp.*Ngày này đóng cửa \(Đám cưới\)/)
    await publish(owner)
    assert.match(read('business.yaml'), /from: "2026-11-20"/)
    const { business } = app.appHost.shop()
    assert.ok(business.special_days.some(({ from }) => from === '2026-11-20'))
  })

  it('says why it cannot write to the folder, and keeps the draft', async () => {
    const { owner, folder, read } = await open()
    await save(owner, entry(0), { price: '155000' })
    const before = read(starters)
    // In the way of the new file, also for root, who may write everywhere.
    mkdirSync(`${folder}/menu/.1-khoi-vi.yaml.new`)
    const answer = await publish(owner)
    assert.equal(answer.status, 409)
    assert.match(noticeOf(await answer.text()), /không ghi được vào thư mục nội dung/)
    assert.equal(read(starters), before)
    rmdirSync(`${folder}/menu/.1-khoi-vi.yaml.new`)
    assert.equal((await publish(owner)).status, 303)
    assert.match(read(starters), /price: 155000/)
  })

  it('is for owners only', async () => {
    const { app } = await open('spa')
    const host = await addStaff(app, 'Bình', 'host')
    for (const path of ['/shop', '/shop/part?part=contact', '/shop/publish'])
      assert.equal((await host.get(path)).status, 403, path)
  })
})
