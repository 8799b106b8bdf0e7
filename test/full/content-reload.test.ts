/** The content folder of an owner, changed while the shop is running. */
import assert from 'node:assert/strict'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { runInProcess } from '../support/command.ts'
import { day, guest, type OpenedShop, prepareOwnShops } from '../support/own-shops.ts'
import { until } from '../support/until.ts'

const { ownShop, openShop } = prepareOwnShops()

const showsContent = (shop: OpenedShop, expected: RegExp) =>
  until(async () => expected.test(await shop.screen('/content')), String(expected))

describe('content change while the shop is running', { concurrency: 3 }, () => {
  it('is published completely or not at all', async () => {
    const { folder, environment, change } = await ownShop('restaurant')
    const shop = await openShop(environment)
    const name = async () => (await shop.json('/api')).name
    assert.equal(await name(), 'Khói Lam')

    change('business.yaml', 'name: Khói Lam', 'name: Khói Xanh')
    await until(async () => (await name()) === 'Khói Xanh', 'the new name')
    assert.match((await shop.server.send('GET', '/')).text, /Khói Xanh/)

    change('business.yaml', 'name: Khói Xanh', 'name: Khói Tím')
    change('menu/1-khoi-vi.yaml', /price: \d+/, 'price: cheap')
    await showsContent(
      shop,
      /menu\/1-khoi-vi\.yaml dòng \d+<\/b><br>giá của Chả rươi vỏ quýt: &quot;cheap&quot; chưa phải là số tiền; hãy viết số/,
    )
    await shop.press('/account/language', { locale: 'en' })
    assert.match(
      await shop.screen('/content'),
      /<br>the price of Chả rươi vỏ quýt: &quot;cheap&quot; is not an amount of money; write a whole number/,
    )
    await shop.press('/account/language', { locale: 'vi' })
    assert.match(await shop.screen('/'), /href="\/content"[^>]*>Thư mục nội dung có lỗi/)
    assert.doesNotMatch(await shop.screen('/content'), /href="\/content"[^>]*>Thư mục nội dung có/)
    assert.equal(await name(), 'Khói Xanh')
    const isLogged = () =>
      shop.server.log.some(({ event, first }) => event === 'content rejected' && first)
    await until(async () => isLogged(), 'the log line')

    change('menu/1-khoi-vi.yaml', /price: cheap/, 'price: 98765')
    await until(async () => (await name()) === 'Khói Tím', 'the fixed content')
    assert.match((await shop.server.send('GET', '/api/offers?limit=50')).text, /98765/)
    assert.doesNotMatch(await shop.screen('/'), /Thư mục nội dung có lỗi/)

    mkdirSync(join(folder, '.git'))
    writeFileSync(join(folder, '.git/index'), 'version control data')
    const served = () => shop.server.log.filter(({ event }) => /content/.test(event)).length
    const isLoadLogged = () =>
      shop.server.log.findLast(({ event }) => /content/.test(event))?.event === 'content loaded'
    await until(isLoadLogged, 'the log line of the fixed content')
    const before = served()
    await pause(4_500)
    assert.equal(served(), before, 'hidden files are ignored')
    change('business.yaml', 'name: Khói Tím', 'name: Khói Nâu')
    await until(async () => (await name()) === 'Khói Nâu', 'a change beside them')

    rmSync(folder, { recursive: true })
    await showsContent(shop, /không có thư mục này/)
    assert.equal(await name(), 'Khói Nâu')
    assert.equal((await shop.server.send('GET', '/menu')).status, 200)
  })

  it('with errors is reported, and the shop continues with the old content', async () => {
    const { folder, environment, change, check } = await ownShop('restaurant')
    const shop = await openShop(environment)
    const name = async () => (await shop.json('/api')).name
    const rejections = () =>
      shop.server.log.flatMap(({ event, first }) => (event === 'content rejected' ? [first] : []))

    symlinkSync('/nowhere', join(folder, 'notes'))
    change('business.yaml', 'name: Khói Lam', 'name: Khói Xanh')
    await until(async () => (await name()) === 'Khói Xanh', 'a change while a note exists')
    assert.deepEqual(rejections(), [])
    assert.equal((await check()).code, 0)

    symlinkSync('/nowhere', join(folder, 'menu/9-moi.yaml'))
    change('business.yaml', 'name: Khói Xanh', 'name: Khói Tím')
    await showsContent(shop, /menu\/9-moi\.yaml dòng 1<.*không đọc được tệp \(ENOENT\)/)
    await until(async () => rejections().length > 0, 'the log line')
    assert.match(String(rejections().at(-1)), /^menu\/9-moi\.yaml line 1: the file cannot be read/)
    assert.equal(await name(), 'Khói Xanh')
    const { code, output } = await check()
    assert.equal(code, 1)
    assert.match(
      output,
      /1 thing needs a change.*\n {2}menu\/9-moi\.yaml line 1: the file cannot be/,
    )
    rmSync(join(folder, 'menu/9-moi.yaml'))
    await until(async () => (await name()) === 'Khói Tím', 'what waited behind it')

    renameSync(folder, `${folder}-away`)
    await showsContent(shop, /<b>thư mục<\/b><br>không có thư mục này/)
    assert.match(await shop.screen('/'), /Thư mục nội dung có lỗi/)
    await until(async () => rejections().length > 1, 'the log line')
    assert.match(String(rejections().at(-1)), /^the folder: the folder does not exist/)
    writeFileSync(folder, 'a file in its place')
    await showsContent(shop, /không đọc được thư mục \(ENOTDIR\)/)
    rmSync(folder)
    assert.equal(await name(), 'Khói Tím')
    renameSync(`${folder}-away`, folder)
    await showsContent(shop, /Đang dùng đúng thư mục/)
  })

  it('with an unknown tool in tools.yaml is reported, and a known tool disappears', async () => {
    const { folder, environment } = await ownShop('spa')
    const shop = await openShop(environment)
    const file = join(folder, 'tools.yaml')
    const isListed = async () => {
      const { tools } = await shop.json('/mcp/server-card')
      return (tools as { name: string }[]).some(({ name }) => name === 'request_gift_card')
    }
    writeFileSync(file, 'tools:\n  - name: request_giftcard\n    off: true\n')
    await showsContent(shop, /tools\.yaml dòng 2<.*request_giftcard/)
    assert.ok(await isListed())
    writeFileSync(file, 'tools:\n  - name: request_gift_card\n    off: true\n')
    await until(async () => !(await isListed()), 'the list without the tool')
  })

  it('waits if upcoming bookings conflict, and lists them', async () => {
    const { environment, change, check } = await ownShop('restaurant')
    const [shop, other] = [await openShop(environment), await openShop(environment)]
    const code = await shop.book({ ...guest, date: day, time: '18:30', party_size: 2 })
    const isOpen = async ({ json }: OpenedShop) =>
      (await json(`/api/availability?date=${day}`)).open

    const closed = `special_days:\n  - { from: "${day}", to: "${day}", reason: { vi: "Nghỉ cưới", en: "A wedding" } }`
    change('business.yaml', 'special_days:', closed)
    await showsContent(
      shop,
      new RegExp(`Nội dung mới đang chờ.*${code}.*Ngày này đóng cửa \\(Nghỉ cưới\\)`, 's'),
    )
    assert.equal(await isOpen(shop), true)
    const { output, code: ended } = await check()
    assert.equal(ended, 2)
    const conflictPattern = `1 upcoming booking conflicts with it:\\n  ${code} .*That day is closed \\(A wedding\\)`
    assert.match(output, new RegExp(conflictPattern))
    const vietnamese = await runInProcess(['content', 'check', environment.CONTENT_DIR], {
      ...environment,
      LC_ALL: 'vi_VN.UTF-8',
    })
    assert.match(vietnamese.output, /Có 1 lượt đặt sắp tới không còn khớp:\n.* khách: .*Nghỉ cưới/)

    const fingerprint = /name="fingerprint" value="([^"]+)"/.exec(
      await shop.screen('/content'),
    )?.[1]
    await shop.press('/content/accept', { fingerprint: 'another' })
    assert.equal(await isOpen(shop), true)
    await shop.press('/content/accept', { fingerprint: fingerprint ?? '' })
    await until(async () => !(await isOpen(shop)), 'the day is closed')
    await until(async () => !(await isOpen(other)), 'the day is closed in the other process')
    assert.match(await shop.screen('/content'), new RegExp(`không khớp.*${code}`, 's'))
    assert.match(await shop.screen(`/bookings/${code}`), /Nguyễn Thị Lan/)
  })

  it('can be reverted, and is published automatically once the conflicting bookings are gone', async () => {
    const { environment, change, check } = await ownShop('spa')
    const shop = await openShop(environment)
    const request = { ...guest, date: day, time: '10:00', offerId: 'co-vai-gay' }
    const code = await shop.book({ ...request, therapist_id: 'quoc-bao' })
    change('therapists.yaml', /- id: quoc-bao/, '- id: nguoi-moi')
    const conflictPattern =
      'Kỹ thuật viên Quốc Bảo không còn trong therapists\\.yaml; hãy dời lượt này ở quầy'
    await showsContent(shop, new RegExp(`${code}.*${conflictPattern}`, 's'))
    // The folder does not contain the names of people who were removed from it.
    const { output } = await check()
    assert.match(
      output,
      /Therapist "quoc-bao" is no longer in therapists\.yaml; move this booking on/,
    )
    change('therapists.yaml', /- id: nguoi-moi/, '- id: quoc-bao')
    await showsContent(shop, /Đang dùng đúng thư mục/)

    change('therapists.yaml', /- id: quoc-bao/, '- id: nguoi-moi')
    await showsContent(shop, /đang chờ/)
    const declined = await runInProcess(['bookings', 'decline', code, 'Bảo', 'nghỉ'], environment)
    assert.equal(declined.code, 0, declined.output)
    await showsContent(shop, /Đang dùng đúng thư mục/)
  })
})
