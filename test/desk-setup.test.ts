/** The guided setup of a shop at the desk, without scripts: every step, skipping, the sample's leftovers, the trade. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { listFiles } from '../src/content/files.ts'
import { sampleFolder } from '../src/content/sample.ts'
import { runInProcess } from './support/command.ts'
import { copyOf } from './support/content-errors.ts'
import { addStaff, form, password } from './support/desk.ts'
import { formsOf, noticeOf, visibleTextOf } from './support/screen.ts'
import { type TradeName, trades } from './support/shop.ts'
import { openEditor, publishDraft, sendFile } from './support/shop-editor.ts'
import { answerStep, assertAnswered, hoursOf, ownAnswers } from './support/shop-setup.ts'

const overview = '/shop/setup'

/** The places of a trade, and lines of its first offers. */
const tradeAnswers: Record<TradeName, { places: Record<string, string>; lines: string }> = {
  restaurant: {
    places: { 'seats.2': '3', 'seats.4': '4' },
    lines: 'Phở gà 55k\nPhở bò 65k\nĐỒ UỐNG\nTrà đá 5k',
  },
  spa: {
    places: {
      'person.0': 'Hạnh',
      'person.0.gender': 'female',
      'person.1': 'Tú',
      'person.1.gender': 'male',
      places: '2',
    },
    lines: 'Massage chân 60 phút 250k\nMassage toàn thân 90 phút 400k\nGội đầu 120k',
  },
  salon: {
    places: { 'person.0': 'Long', places: '2' },
    lines: "Cắt tóc nam 30' 100k\nGội sấy 45 phút 80k\nNhuộm 1h30 450k",
  },
}

async function answerAll(trade: TradeName, setup: Awaited<ReturnType<typeof openEditor>>) {
  const { app, owner } = setup
  const { places, lines } = tradeAnswers[trade]
  for (const [step, next] of [
    ['name', 'address'],
    ['address', 'phone'],
    ['phone', 'hours'],
    ['hours', 'places'],
  ] as const)
    await assertAnswered(await answerStep(app, owner, step, ownAnswers[step]), `/${next}`)
  await assertAnswered(await answerStep(app, owner, 'places', places), '/languages')
  await assertAnswered(await answerStep(app, owner, 'languages', { languages: 'vi' }), '/offers')
  const offers = await answerStep(app, owner, 'offers', { lines, minutes: '60', sample: 'remove' })
  await assertAnswered(offers, '/offers')
  await assertAnswered(
    await answerStep(app, owner, 'look', { palette: 'sea', display: 'lora' }),
    '',
  )
}

describe('the setup of a shop', () => {
  for (const trade of trades) {
    it(`turns the sample into a shop of the owner that takes bookings, ${trade}`, async () => {
      const setup = await openEditor(trade)
      const { app, owner, read, list } = setup
      await answerAll(trade, setup)
      const page = visibleTextOf(await owner.read(overview))
      assert.match(page, /Phở Gà Hàng Điếu/)
      assert.doesNotMatch(page, /của tiệm mẫu/)
      await publishDraft(owner)
      const business = read('business.yaml')
      for (const text of ['name: Phở Gà Hàng Điếu', 'latitude: 21.0335', 'zalo.me/84912345678'])
        assert.ok(business.includes(text), `${text} in ${business}`)
      assert.deepEqual(
        list().filter((file) => /^(articles\/|set-meals|memberships|faqs)/.test(file)),
        [],
      )
      const home = await (await app.get('/')).text()
      assert.match(home, /Phở Gà Hàng Điếu/)
      assert.doesNotMatch(home, /Khói Lam|Vườn Sương|Sợi Nắng/)
      const offers = (await app.json('/api/offers?limit=50')).offers as { id: string }[]
      const own = offers.filter(({ id }) => !id.startsWith('dat-ban'))
      assert.equal(own.length, 3, JSON.stringify(offers))
      const what = trade === 'restaurant' ? { party_size: 2 } : { offerId: own[0]?.id }
      const guest = { name: 'Lan', phone: '0987 654 321', consent: true }
      const request = { date: '2026-11-19', time: '09:00', ...what, ...guest }
      const answer = await app.post('/api/booking', request)
      assert.equal(answer.status, 202, await answer.text())
    })
  }

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
    const { app, owner, read } = await openEditor()
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
    assert.match(read('menu/5-bun.yaml'), /name: Bún thang, price: 75000/)
    assert.match(visibleTextOf(await owner.read(overview)), /Món: \d+ mục mẫu/)
  })

  for (const trade of trades) {
    it(`lists what is left of the sample until it is removed, ${trade}`, async () => {
      const { app, owner } = await openEditor(trade)
      const { lines } = tradeAnswers[trade]
      const offers = await answerStep(app, owner, 'offers', { lines, minutes: '60', sample: '' })
      await assertAnswered(offers, '/offers')
      const before = visibleTextOf(await owner.read(overview))
      assert.match(before, /Tên .* bài viết mẫu .* hình vẽ mẫu/)
      const removals = async () =>
        formsOf(await owner.read(overview)).filter(({ action }) => action === '/shop/setup-remove')
      for (let rest = await removals(); rest.length > 0; rest = await removals()) {
        const answer = await owner.post('/shop/setup-remove', rest[0]?.fields ?? {})
        assert.equal(answer.status, 303, noticeOf(await answer.text()))
      }
      for (const step of ['name', 'address', 'phone'] as const)
        await answerStep(app, owner, step, ownAnswers[step])
      assert.match(visibleTextOf(await owner.read(overview)), /Còn [12] chỗ của tiệm mẫu/)
      await answerStep(app, owner, 'places', tradeAnswers[trade].places)
      assert.doesNotMatch(visibleTextOf(await owner.read(overview)), /chỗ của tiệm mẫu/)
      await publishDraft(owner)
      assert.doesNotMatch(visibleTextOf(await owner.read('/shop')), /tiệm mẫu/)
    })
  }

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
