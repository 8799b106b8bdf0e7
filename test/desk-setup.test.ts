/** The guided setup of a shop at the desk, without scripts: the way through its steps, errors, and the trade. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { listFiles } from '../src/content/files.ts'
import { sampleFolder } from '../src/content/sample.ts'
import { runInProcess } from './support/command.ts'
import { copyOf } from './support/content-errors.ts'
import { addStaff, form, password } from './support/desk.ts'
import { noticeOf, visibleTextOf } from './support/screen.ts'
import { trades } from './support/shop.ts'
import { openEditor, publishDraft, sendFile } from './support/shop-editor.ts'
import { answerStep, assertAnswered, hoursOf, ownAnswers } from './support/shop-setup.ts'

const overview = '/shop/setup'

describe('the setup of a shop', () => {
  it('is where the owner of a sample shop arrives after signing in, and hosts do not', async () => {
    const { app, owner } = await openEditor()
    let joined = 0
    const join = async (role: 'owner' | 'host') => {
      const token = await app.appHost.staffAccess.createLink({ role, madeBy: 'terminal' })
      const fields = form({ name: `${role} ${++joined}`, password })
      return (await fetch(`${app.deskUrl}/join/${token}`, fields)).headers.get('location')
    }
    assert.equal(await join('owner'), overview)
    assert.equal(await join('host'), '/')
    assert.match(visibleTextOf(await owner.read('/')), /Khách đang thấy tiệm mẫu Khói Lam/)
    const host = await addStaff(app, 'Bình', 'host')
    assert.equal((await host.get(overview)).status, 403)
    await answerStep(app, owner, 'name', ownAnswers.name)
    await publishDraft(owner)
    assert.doesNotMatch(visibleTextOf(await owner.read('/')), /tiệm mẫu/)
    assert.equal(await join('host'), '/')
  })

  it('goes on after a skipped step, and shows it as skipped to every owner', async () => {
    const { app, owner } = await openEditor()
    await assertAnswered(await owner.post('/shop/setup/name', { skip: 'yes' }), '/address')
    await answerStep(app, owner, 'phone', ownAnswers.phone)
    const text = visibleTextOf(await owner.read(overview))
    assert.match(text, /Tên tiệm đã bỏ qua, làm sau cũng được/)
    assert.match(text, /Xong 2 trên 9 bước/)
    assert.match(text, /Làm tiếp: Địa chỉ, bản đồ/)
    const other = await addStaff(app, 'Anh Hai')
    assert.match(visibleTextOf(await other.read(overview)), /Tên tiệm đã bỏ qua/)
  })

  it('says beside the field what is wrong, and keeps what was typed', async () => {
    const { app, owner } = await openEditor()
    const answer = await answerStep(app, owner, 'phone', { phone: '12345', email: 'a@b.example' })
    assert.equal(answer.status, 422)
    const page = await answer.text()
    assert.match(page, /id="field-phone"[^>]* value="12345"[^>]* aria-invalid="true"/)
    const map = { ...ownAnswers.address, map: 'https://maps.app.goo.gl/abc' }
    const short = await answerStep(app, owner, 'address', map)
    assert.equal(short.status, 422)
    const shown = await short.text()
    assert.match(noticeOf(shown), /Liên kết rút gọn/)
    assert.match(shown, /value="12 Hàng Điếu"/)
    assert.equal((await answerStep(app, owner, 'name', { name: '' })).status, 422)
    assert.equal((await answerStep(app, owner, 'offers', { lines: ' ' })).status, 422)
  })

  it('gives a day with other hours only those', async () => {
    const { app, owner, read } = await openEditor()
    const hours = {
      ...hoursOf([1, 2, 3, 4, 5, 6, 7], '06:00', '14:00'),
      'hours.count': '2',
      'hours.1.days': ['4'],
      'hours.1.periods.count': '2',
      'hours.1.periods.0.from': '06:00',
      'hours.1.periods.0.to': '14:00',
      'hours.1.periods.1.from': '17:00',
      'hours.1.periods.1.to': '21:00',
    }
    await assertAnswered(await answerStep(app, owner, 'hours', hours), '/places')
    await publishDraft(owner)
    const { hours: groups } = app.appHost.shop().business
    assert.deepEqual(
      groups.map(({ days }) => days),
      [[1, 2, 3, 5, 6, 7], [4]],
    )
    assert.doesNotMatch(read('policy.yaml'), /^services:/m)
    assert.doesNotMatch(read('business.yaml'), /^special_days:/m)
  })

  it('takes a CSV file, adds to what is there, and keeps the sample if the owner wants it', async () => {
    const { app, owner, read, list } = await openEditor()
    const bytes = Buffer.from('category;name_vi;price\r\nBún;Bún thang;75k\r\nKhởi vị;Nem;50k\r\n')
    const path = '/shop/setup/offers'
    const kept = await sendFile(app, owner, path, { lines: '' }, { name: 'table', bytes })
    await assertAnswered(kept, '/offers')
    assert.match(visibleTextOf(await owner.read(path)), /Đã có 2 mục của bạn/)
    await assertAnswered(
      await answerStep(app, owner, 'offers', { lines: 'Bún chả 60', sample: '' }),
      '/offers',
    )
    await publishDraft(owner)
    assert.match(read('menu/1-khoi-vi.yaml'), /name: Nem, price: 50000/)
    assert.match(read('menu/1-khoi-vi.yaml'), /id: cha-ruoi/)
    const [added = ''] = list().filter((file) => file.endsWith('-bun.yaml'))
    assert.match(read(added), /name: Bún thang, price: 75000/)
    assert.match(visibleTextOf(await owner.read(overview)), /Món: \d+ mục mẫu/)
  })

  it('says what is left before going online', async () => {
    const { app, owner } = await openEditor()
    const text = visibleTextOf(await owner.read('/shop/online'))
    for (const task of ['Tên miền', 'HTTPS', 'Email cho khách', 'Sao lưu', 'Hết nội dung mẫu'])
      assert.match(text, new RegExp(task))
    assert.match(text, /shop\.example/)
    const host = await addStaff(app, 'Bình', 'host')
    assert.equal((await host.get('/shop/online')).status, 403)
  })
})

describe('the trade in the setup', () => {
  const filesOf = (folder: string) =>
    new Map(
      listFiles(folder).files.map((file) => [file, readFileSync(join(folder, file), 'base64')]),
    )

  for (const trade of trades) {
    it(`leads to the same files as letan init ${trade}`, async () => {
      const [other = 'spa'] = trades.filter((one) => one !== trade)
      const { app, owner, folder } = await openEditor(other)
      const answer = await owner.post('/shop/setup/trade', { trade })
      await assertAnswered(answer, '/name')
      const target = join(copyOf(trade), 'new')
      const { code, output } = await runInProcess(['init', trade, target], {})
      assert.equal(code, 0, output)
      assert.deepEqual(filesOf(folder), filesOf(target))
      assert.equal(app.appHost.shop().trade, trade)
      assert.equal((await app.json('/api')).variant, trade)
      assert.match(visibleTextOf(await owner.read(overview)), /Xong 1 trên/)
    })
  }

  it('changes the same lines as an owner who edits the copy of letan init', async () => {
    const { app, owner, folder } = await openEditor('spa')
    await owner.post('/shop/setup/trade', { trade: 'restaurant' })
    await answerStep(app, owner, 'name', { name: 'Quán Bình An', 'tagline.vi': 'Cơm nhà' })
    await answerStep(app, owner, 'phone', {
      phone: '024 3933 2211',
      zalo: '',
      email: 'chao@binhan.example',
    })
    await publishDraft(owner)
    const sample = sampleFolder('restaurant')
    const changed = listFiles(folder).files.filter(
      (file) => !readFileSync(join(folder, file)).equals(readFileSync(join(sample, file))),
    )
    assert.deepEqual(changed, ['business.yaml'])
    const [own, original] = [folder, sample].map((one) =>
      readFileSync(join(one, 'business.yaml'), 'utf8').split('\n'),
    )
    assert.deepEqual(
      own?.filter((line) => !original?.includes(line)).map((line) => line.replace(/ +#.*/, '')),
      [
        'name: Quán Bình An',
        'tagline: Cơm nhà',
        'phone: "+84 24 3933 2211"',
        'email: chao@binhan.example',
      ],
    )
  })

  it('is refused with a reason once guests have booked, or the folder was changed', async () => {
    const { app, owner, folder } = await openEditor('restaurant')
    const guest = { name: 'Lan', phone: '0987 654 321', consent: true }
    const request = { date: '2026-11-19', time: '18:00', party_size: 2, ...guest }
    assert.equal((await app.post('/api/booking', request)).status, 202)
    assert.match(visibleTextOf(await owner.read('/shop/setup/trade')), /Đã có khách đặt chỗ/)
    await owner.post('/shop/setup/trade', { trade: 'spa' })
    assert.match(readFileSync(join(folder, 'business.yaml'), 'utf8'), /^trade: restaurant$/m)
    assert.equal(app.appHost.shop().trade, 'restaurant')
    const fresh = await openEditor('salon')
    fresh.write('business.yaml', fresh.read('business.yaml').replace('Sợi Nắng', 'Tóc Mây'))
    assert.match(visibleTextOf(await fresh.owner.read('/shop/setup/trade')), /Nội dung đã được sửa/)
  })
})
