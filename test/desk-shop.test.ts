/** The owner edits the shop on the desk: a draft, checks, a publication, and the way back. */
import assert from 'node:assert/strict'
import { mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import { table } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { formsOf, formTo, noticeOf, visibleTextOf } from './support/screen.ts'
import { openEditor, publishDraft, saveForm } from './support/shop-editor.ts'

const starters = 'menu/1-khoi-vi.yaml'

const entry = (index: number | 'new', list = 'dishes', part = 'menu', file = starters) =>
  `/shop/entry?${new URLSearchParams({ part, file, list, index: String(index) })}`

describe('the shop editor', () => {
  it('publishes a price that is typed as it is spoken, and changes nothing else in the file', async () => {
    const { app, owner, read } = await openEditor()
    const before = read(starters)
    const answer = await saveForm(owner, entry(0), { price: '155k' })
    assert.equal(answer.status, 303, visibleTextOf(await answer.text()))
    assert.equal(read(starters), before, 'nothing is written before it is published')
    const review = visibleTextOf(await owner.read('/shop/publish'))
    assert.match(review, /Giá của Chả rươi vỏ quýt 145\.000 ₫ → 155\.000 ₫/)
    const published = await publishDraft(owner)
    assert.equal(published.headers.get('location'), '/shop/publish?published')
    assert.equal(read(starters), before.replace('price: 145000', 'price: 155000'))
    const { price } = (await app.json('/api/offers/cha-ruoi')) as { price: { amount: number } }
    assert.equal(price.amount, 155_000)
    const history = visibleTextOf(await owner.read('/shop/publish'))
    assert.match(history, /Chị Lam Giá của Chả rươi vỏ quýt: 155\.000 ₫/)
  })

  it('shows an error beside its field, and saves nothing', async () => {
    const { owner } = await openEditor()
    const answer = await saveForm(owner, entry(0), { price: 'theo mùa', 'name.vi': 'Chả rươi' })
    assert.equal(answer.status, 422)
    const page = await answer.text()
    assert.match(page, /id="field-price-error">[^<]*theo mùa[^<]*chưa phải là số tiền/)
    assert.match(page, /name="price" type="text" value="theo mùa"/)
    assert.match(page, /name="name.vi" type="text" value="Chả rươi"/)
    assert.match(
      visibleTextOf(await owner.read('/shop/publish')),
      /Không có thay đổi nào chưa đăng/,
    )
  })

  it('does not remove a dish that a set meal contains, and says why', async () => {
    const { owner, read } = await openEditor()
    assert.match(read('set-meals.yaml'), /nem-ran-cua-be/)
    const page = await owner.read(entry(1))
    const answer = await owner.post('/shop/remove', formTo(page, '/shop/remove').fields)
    assert.equal(answer.status, 409)
    assert.match(noticeOf(await answer.text()), /nem-ran-cua-be/)
  })

  it('adds a dish with a name and a price, and moves it to another category', async () => {
    const { app, owner, read } = await openEditor()
    await saveForm(owner, entry('new'), { 'name.vi': 'Nộm sứa', price: '65.000' })
    const draft = await owner.read(`/shop/part?part=menu&file=${encodeURIComponent(starters)}`)
    assert.match(visibleTextOf(draft), /Nộm sứa 65\.000 ₫/)
    const [, index = ''] = /index=(\d+)"><b>Nộm sứa/.exec(draft) ?? []
    await saveForm(owner, entry(Number(index)), { category: 'menu/4-trang-mieng.yaml' })
    await publishDraft(owner)
    assert.doesNotMatch(read(starters), /Nộm sứa/)
    assert.match(read('menu/4-trang-mieng.yaml'), /- \{ name: Nộm sứa, price: 65000 \}\n/)
    assert.equal((await app.get('/api/offers/nom-sua')).status, 200)
  })

  it('puts a dish into a new category, and removes a category with its last dish', async () => {
    const { owner, read, app } = await openEditor()
    const answer = await saveForm(owner, entry('new'), {
      'name.vi': 'Nộm sứa',
      price: '65k',
      newCategory: 'Món nguội',
    })
    const file = 'menu/5-mon-nguoi.yaml'
    assert.match(answer.headers.get('location') ?? '', /5-mon-nguoi/, await answer.text())
    const part = visibleTextOf(
      await owner.read(`/shop/part?part=menu&file=${encodeURIComponent(file)}`),
    )
    assert.match(part, /Món nguội \(1\)/)
    await publishDraft(owner)
    assert.match(read(file), /name: Món nguội/)
    const { total } = await app.json('/api/offers?category=mon-nguoi')
    assert.equal(total, 1)

    await saveForm(owner, entry(0, 'dishes', 'menu', file), { category: starters })
    await publishDraft(owner)
    assert.equal((await owner.get(`/shop/part?part=menu&file=${file}`)).status, 303)
    assert.match(read(starters), /Nộm sứa/)
    assert.throws(() => read(file), /ENOENT/)
  })

  it('lets two owners edit one file, and reports what both have changed', async () => {
    const { app, owner, read } = await openEditor()
    const other = await addStaff(app, 'Anh Minh')
    await saveForm(owner, entry(0), { price: '155000' })
    await saveForm(other, entry(1), { price: '125000' })
    await publishDraft(other)
    await publishDraft(owner)
    assert.match(read(starters), /price: 155000/)
    assert.match(read(starters), /price: 125000/)

    await saveForm(owner, entry(0), { price: '165000' })
    await saveForm(other, entry(0), { price: '175000' })
    await publishDraft(owner)
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
    const { owner, read, replace } = await openEditor()
    await saveForm(owner, entry(0), { price: '155000' })
    replace(starters, 'category:\n', 'category: # by hand\n')
    await publishDraft(owner)
    assert.match(read(starters), /# by hand/)
    assert.match(read(starters), /price: 155000/)
  })

  it('returns to an earlier publication', async () => {
    const { owner, read } = await openEditor()
    const texts: string[] = []
    for (const price of ['155000', '165000', '175000']) {
      await saveForm(owner, entry(0), { price })
      await publishDraft(owner)
      texts.push(read(starters))
    }
    const page = await owner.read('/shop/publish')
    const [, oldest] = formsOf(page).filter(({ action }) => action === '/shop/publish/restore')
    await owner.post('/shop/publish/restore', oldest?.fields ?? {})
    assert.match(visibleTextOf(await owner.read('/shop/publish')), /175\.000 ₫ → 155\.000 ₫/)
    await publishDraft(owner)
    assert.equal(read(starters), texts[0])
  })

  it('takes back the only publication', async () => {
    const { owner, read } = await openEditor()
    const before = read(starters)
    await saveForm(owner, entry(0), { price: '155000', 'name.vi': 'Chả rươi' })
    await publishDraft(owner)
    const page = await owner.read('/shop/publish')
    assert.match(visibleTextOf(page), /Chả rươi \(\+1\) .*145\.000 ₫ → 155\.000 ₫/, 'all changes')
    const [restore] = formsOf(page).filter(({ action }) => action === '/shop/publish/restore')
    await owner.post('/shop/publish/restore', restore?.fields ?? {})
    await publishDraft(owner)
    assert.equal(read(starters), before)
  })

  it('names a new dish with its price, and counts what it does not name', async () => {
    const { owner } = await openEditor()
    const lines = Array.from({ length: 33 }, (_, index) => `Món thử ${'x'.repeat(index + 1)} 65k`)
    await owner.post('/shop/transfer', { lines: lines.join('\n') })
    const review = visibleTextOf(await owner.read('/shop/publish'))
    assert.match(review, /Món thử x thêm mới, 65\.000 ₫/)
    assert.match(review, /Số thay đổi khác trong tệp này 3/)
  })

  it('lists the bookings that would no longer fit before it publishes', async () => {
    const { app, owner, read } = await openEditor()
    const booked = await app.post('/api/booking', table)
    assert.equal(booked.status, 202, await booked.clone().text())
    const special = entry('new', 'special_days', 'hours', 'business.yaml')
    const typed = { from: '2026-11-20', to: '2026-11-20', 'reason.vi': 'Đám cưới' }
    const saved = await saveForm(owner, special, typed)
    assert.equal(saved.status, 303, visibleTextOf(await saved.text()))
    const page = await owner.read('/shop/publish')
    assert.match(visibleTextOf(page), /không còn khớp.*Ngày này đóng cửa \(Đám cưới\)/)
    await publishDraft(owner)
    assert.match(read('business.yaml'), /from: "2026-11-20"/)
    const { business } = app.appHost.shop()
    assert.ok(business.special_days.some(({ from }) => from === '2026-11-20'))
  })

  it('says why it cannot write to the folder, and keeps the draft', async () => {
    const { owner, folder, read } = await openEditor()
    await saveForm(owner, entry(0), { price: '155000' })
    const before = read(starters)
    // In the way of the new file, also for root, who may write everywhere.
    mkdirSync(`${folder}/menu/.1-khoi-vi.yaml.new`)
    const answer = await publishDraft(owner)
    assert.equal(answer.status, 409)
    assert.match(noticeOf(await answer.text()), /không ghi được vào thư mục nội dung/)
    assert.equal(read(starters), before)
    rmdirSync(`${folder}/menu/.1-khoi-vi.yaml.new`)
    assert.equal((await publishDraft(owner)).status, 303)
    assert.match(read(starters), /price: 155000/)
  })

  it('says that the folder is missing, and keeps the draft until it is back', async () => {
    const { owner, folder } = await openEditor()
    await saveForm(owner, entry(0), { price: '155000' })
    renameSync(folder, `${folder}-away`)
    for (const path of [
      '/shop',
      entry(0),
      '/shop/publish',
      '/shop/setup',
      '/shop/transfer/folder',
    ]) {
      const answer = await owner.get(path)
      assert.equal(answer.status, 409, path)
      assert.match(noticeOf(await answer.text()), /Không có thư mục nội dung/)
    }
    assert.equal((await owner.post('/shop/publish', {})).status, 409)
    assert.equal((await owner.get('/')).status, 200)
    renameSync(`${folder}-away`, folder)
    assert.equal((await publishDraft(owner)).status, 303)
  })

  it('says in the list which texts have no English yet', async () => {
    const { owner } = await openEditor()
    await saveForm(owner, entry('new'), { 'name.vi': 'Nộm sứa', price: '65.000' })
    const list = visibleTextOf(await owner.read('/shop/part?part=menu'))
    assert.match(list, /Nộm sứa 65\.000 ₫ · chưa có tiếng Anh/)
    assert.equal(list.match(/chưa có tiếng Anh/g)?.length, 1)
  })

  it('proposes the coming holidays beside the hours, and takes one into the draft', async () => {
    const { owner, read } = await openEditor()
    const hours = '/shop/part?part=hours'
    const page = await owner.read(hours)
    assert.match(visibleTextOf(page), /Ngày lễ sắp tới .*Tết Dương lịch 01\/01\/2027/)
    await owner.post('/shop/holiday', formTo(page, '/shop/holiday').fields)
    const next = visibleTextOf(await owner.read(hours))
    assert.doesNotMatch(next, /Ngày lễ sắp tới .*Tết Dương lịch 01\/01\/2027.* Nghỉ những ngày này/)
    assert.match(next, /01\/01\/2027 Tết Dương lịch/)
    await publishDraft(owner)
    assert.match(read('business.yaml'), /from: "2027-01-01", to: "2027-01-01"/)
    assert.match(read('business.yaml'), /^ {2}- from: "2026-12-24"$/m)
  })

  it('shows the contrast of each color, and refuses one that cannot be read', async () => {
    const { owner } = await openEditor()
    const look = '/shop/part?part=look'
    assert.match(visibleTextOf(await owner.read(look)), /Chữ phụ · nền \S+ [4-9],\d/)
    const answer = await saveForm(owner, look, { 'light.quiet': '#cccccc' }, '/shop/part')
    assert.equal(answer.status, 422)
    const page = await answer.text()
    assert.match(page, /id="field-light-quiet-error">/)
    assert.match(visibleTextOf(page), /Chữ phụ · nền \S+ 1,\d \(thấp quá\)/)
  })

  it('is for owners only, and a host marks what is sold out', async () => {
    const { app } = await openEditor('spa')
    const host = await addStaff(app, 'Bình', 'host')
    const screens = ['', 'part', 'entry', 'publish', 'preview', 'texts', 'text', 'transfer']
    const setup = ['setup', 'setup/name', 'online', 'transfer/offers', 'transfer/folder']
    for (const screen of [...screens, ...setup])
      assert.equal((await host.get(`/shop/${screen}`.replace(/\/$/, ''))).status, 403, screen)
    const actions = [
      'part',
      'entry',
      'remove',
      'move',
      'holiday',
      'text',
      'text/remove',
      'transfer',
    ]
    const others = ['publish', 'publish/discard', 'publish/restore', 'setup/name', 'setup-remove']
    for (const action of [...actions, ...others])
      assert.equal((await host.post(`/shop/${action}`, {})).status, 403, action)
    const marked = await host.post('/sold-out/today', { offer: 'co-vai-gay' })
    assert.equal(marked.headers.get('location'), '/sold-out#offer-co-vai-gay')
  })
})
