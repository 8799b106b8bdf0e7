/** Small shops: what an owner leaves out leaves nothing behind. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import { book, guest } from './support/booking.ts'
import { createFolderEditor } from './support/content-errors.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { callTool, modern } from './support/mcp.ts'
import { visibleTextOf } from './support/screen.ts'
import { type RunningShop, startShop } from './support/shop.ts'
import { bilingualPhoStall, nailStudio, phoStall, twoPersonSpa } from './support/shop-folders.ts'
import { walkSite } from './support/walk-site.ts'

function openShop(trade: string, folder: () => string): RunningShop {
  return openBefore(() => startShop(trade, { shop: findTrade(trade).open(folder()) }))
}

const stall = openShop('restaurant', phoStall)
const studio = openShop('salon', nailStudio)
const spa = openShop('spa', twoPersonSpa)

/** Shows the place where the text occurs, not the whole page. */
function assertAbsent(text: string, pattern: RegExp, where: string): void {
  const found = pattern.exec(text)
  const around = found && text.slice(Math.max(0, found.index - 80), found.index + 80)
  assert.equal(around, null, where)
}

const friday = { ...guest, date: '2026-11-20', time: '18:00' }

async function toolsOf(app: RunningShop): Promise<{ name: string; inputSchema: object }[]> {
  const { body } = await modern(app, 'tools/list')
  return body.result?.tools as { name: string; inputSchema: object }[]
}

describe('a shop that states no VAT', () => {
  it('does not mention VAT on its pages, in its files and in its tools', async () => {
    for (const app of [stall, studio, spa]) {
      const pages = await walkSite(app, ['/', '/llms.txt', '/openapi.json'])
      for (const { path, text } of pages.values()) assertAbsent(text, /\bVAT\b/, path)
      assertAbsent(JSON.stringify(await toolsOf(app)), /\bVAT\b/, 'tools/list')
    }
  })
})

describe('what a phở stall leaves out', () => {
  it('has no page, no navigation entry and no entry in the lists for machines', async () => {
    for (const path of ['/faq', '/articles', '/team', '/set-meals', '/newsletter', '/about']) {
      assert.equal((await stall.get(path)).status, 404, path)
    }
    const lists = ['/', '/sitemap.xml', '/sitemap.md', '/llms.txt', '/openapi.json', '/menu']
    for (const path of lists) {
      const text = await (await stall.get(path)).text()
      assertAbsent(
        text,
        /\/(faq|articles|team|set-meals|newsletter|about)\b|\/api\/(subscribe|order)\b|team_id|exclude_allergens|max_spice/,
        path,
      )
    }
  })

  it('has a ready-made page about personal data, which says what is stored about a guest and why', async () => {
    const page = visibleTextOf(await (await stall.get('/privacy')).text())
    for (const said of [
      /gọi hay nhắn cho bạn lúc nào/,
      /nhắc bạn một lần/,
      /đã tới, huỷ hoặc không tới bao nhiêu lần/,
      /danh sách chờ, chúng tôi lưu .* để báo bạn khi có chỗ/,
      /\(IP\) chỉ được lưu ở dạng mã một chiều/,
      /số yêu cầu đang chờ trả lời của mỗi số điện thoại và email/,
    ])
      assert.match(page, said)
  })

  it('has no tool, argument or prompt', async () => {
    const tools = await toolsOf(stall)
    const names = tools.map(({ name }) => name)
    for (const absent of ['list_team', 'get_set_menus', 'list_faqs']) {
      assert.ok(!names.includes(absent), absent)
    }
    const schemas = JSON.stringify(tools.map(({ inputSchema }) => inputSchema))
    assert.doesNotMatch(schemas, /"(tag|team_id|set_menu_id|diet|max_spice|exclude_allergens)"/)
    const { body } = await modern(stall, 'prompts/list')
    assert.doesNotMatch(JSON.stringify(body.result), /"(diet|avoid)"/)
  })

  it('has ids from the names of the dishes, and one offer for its tables', () => {
    const ids = stall.shop.assortment.offers.map(({ id }) => id)
    assert.ok(ids.includes('pho-bo-tai'), ids.join(' '))
    assert.ok(ids.includes('bia-ha-noi'), ids.join(' '))
    assert.equal(stall.shop.assortment.offers.filter(({ kind }) => kind === 'table').length, 1)
  })

  it('offers tables on the days and at the times on which it is open', async () => {
    const sunday = (await stall.json('/api/availability?date=2026-11-22&party_size=2')) as {
      slots: { time: string }[]
    }
    const times = sunday.slots.map(({ time }) => time)
    assert.deepEqual([times[0], times.at(-1)], ['06:00', '19:30'])
    assert.ok(!times.includes('12:00'))
    const closed = await stall.json('/api/availability?date=2026-11-23&party_size=2')
    assert.equal(closed.open, false)
  })

  it('states that the allergens of a dish are not stated', async () => {
    const page = await (await stall.get('/menu/pho-ga')).text()
    assert.match(page, /Chưa ghi chất gây dị ứng, xin hỏi nhân viên/)
    const { structuredContent } = await callTool(stall, 'get_dish', { dish_id: 'pho-ga' })
    const dish = structuredContent?.dish as { allergens: unknown } | undefined
    assert.equal(dish?.allergens, null)
  })
})

describe('allergens that are not stated', () => {
  const app = openShop('restaurant', () =>
    phoStall({
      'menu/pho.yaml': `dishes:
  - { name: Phở bò, price: 55000 }
  - { name: Bánh lạc, price: 15000, allergens: [peanuts] }
  - { name: Trà đá, price: 5000, allergens: [] }
`,
      'set-meals.yaml': `sets:
  - name: Suất sáng
    guests: 1
    dishes: [{ dish: pho-bo, quantity: 1 }, { dish: tra-da, quantity: 1 }]
`,
    }),
  )

  it('never count as free of an allergen in filters of site, API and tools', async () => {
    const menu = await (await app.get('/menu?without=peanuts')).text()
    assert.match(menu, /Trà đá/)
    assert.doesNotMatch(menu, /<a href="\/menu\/(pho-bo|banh-lac)/)
    const page = (await app.json('/api/offers?exclude_allergens=peanuts')) as {
      offers: { id: string }[]
    }
    assert.deepEqual(
      page.offers.map(({ id }) => id),
      ['tra-da'],
    )
    const { structuredContent } = await callTool(app, 'get_menu', {
      exclude_allergens: ['peanuts'],
    })
    assert.equal(structuredContent?.total, 1)
  })

  it('of one dish are not stated for a set meal, and the guest is warned', async () => {
    const { structuredContent } = await callTool(app, 'get_set_menus', { locale: 'vi' })
    const sets = structuredContent?.sets as { allergens: unknown; dish_allergens: object }[]
    const [set] = sets
    assert.equal(set?.allergens, null)
    assert.deepEqual(set?.dish_allergens, { 'Phở bò': 'chưa ghi' })
    const { consent: _, ...contact } = friday
    const preview = await callTool(app, 'request_reservation', {
      ...contact,
      party_size: 1,
      set_menu_id: 'suat-sang',
      allergens: ['fish'],
    })
    assert.match(JSON.stringify(preview.structuredContent), /món chưa ghi chất gây dị ứng: Phở bò/)
  })
})

describe('a nail studio', () => {
  it('mentions no hair on pages, in tools, prompts and files for machines', async () => {
    const texts = [...(await walkSite(studio, ['/', '/en'])).values()]
      .filter(({ path }) => !path.startsWith('/docs') && !path.startsWith('/en/docs'))
      .map(({ path, text }) => [path, text] as const)
    const { body: tools } = await modern(studio, 'tools/list')
    const { body: prompts } = await modern(studio, 'prompts/list')
    const machine = [
      ['tools', JSON.stringify(tools)] as const,
      ['prompts', JSON.stringify(prompts)] as const,
    ]
    for (const [where, text] of [...texts, ...machine]) {
      assertAbsent(text, /\btóc\b|\bhair\b|\bnhuộm\b|patch.test/iu, where)
    }
  })

  it('asks nothing about health and has no filter without options', async () => {
    assert.deepEqual(studio.shop.booking.questions, [])
    const list = await (await studio.get('/services')).text()
    assert.doesNotMatch(list, /Bạn cần|Độ dài/)
    const openapi = await (await studio.get('/openapi.json')).text()
    assertAbsent(openapi, /"(length|tag|health)"/, 'openapi')
  })
})

describe('a tagline', () => {
  const app = openShop('restaurant', () => bilingualPhoStall('[vi]'))

  it('is the heading of the home page, and not repeated below it', async () => {
    const page = await (await app.get('/')).text()
    const main = visibleTextOf(page.slice(page.indexOf('<main'), page.indexOf('</main>')))
    assert.match(main, /^Phở bò từ sáng sớm /)
    assert.equal(main.split('Phở bò từ sáng sớm').length, 2)
    assert.match(main, / Phở Góc Phố, 12 phố Hàng Than, Hà Nội\./)
  })
})

describe('questions without ids and topics', () => {
  const app = openShop('restaurant', () =>
    phoStall({
      'faqs.yaml': `topics:
  - { id: gui-xe, name: Gửi xe }
faqs:
  - { question: Có bán chay không?, answer: Chưa có. }
  - { question: Có bán chay không?, answer: Ngày rằm thì có. }
  - { topic: gui-xe, question: Gửi xe ở đâu?, answer: Trước quán. }
`,
    }),
  )

  it('have ids from their texts, and belong to a topic of the program', async () => {
    const page = await (await app.get('/faq')).text()
    assert.match(visibleTextOf(page), /Gửi xe Gửi xe ở đâu\? .*Câu hỏi chung Có bán chay không\?/)
    const ids = [...page.matchAll(/<\/summary>\s*<div id="([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual(ids, ['gui-xe-o-dau', 'co-ban-chay-khong', 'co-ban-chay-khong-2'])
    const { structuredContent } = await callTool(app, 'list_faqs', { topic: 'chung' })
    assert.equal(structuredContent?.total, 2)
  })
})

describe('a studio without named people', () => {
  const spaAlone = openShop('spa', () => {
    const folder = twoPersonSpa()
    createFolderEditor(folder).remove('therapists.yaml')
    return folder
  })
  const staffed = openShop('salon', () =>
    nailStudio({ 'stylists.yaml': 'stylists:\n  - { name: Thu }\n  - { name: Vân }\n' }),
  )

  it('has no team page, and asks for no person in forms, API and tools', async () => {
    for (const [app, person] of [
      [studio, 'stylist'],
      [spaAlone, 'therapist'],
    ] as const) {
      assert.equal((await app.get('/team')).status, 404)
      assertAbsent(
        await (await app.get('/openapi.json')).text(),
        new RegExp(`"${person}_(id|gender)"|/team`),
        'openapi',
      )
      const tools = await toolsOf(app)
      assert.ok(!tools.some(({ name }) => name === `list_${person}s`))
      const schemas = JSON.stringify(tools.map(({ inputSchema }) => inputSchema))
      assertAbsent(schemas, new RegExp(`"${person}_(id|gender)"`), 'tools')
      const names = app.shop.bookingForm.steps.flatMap((step) => step.names)
      assert.deepEqual(names, ['category', 'offerId'])
    }
    assert.equal((await staffed.get('/team')).status, 200)
  })

  it('serves one guest at a time, by the shop itself', async () => {
    const request = { ...friday, time: '10:00', offerId: 'son-gel' }
    const { status, body } = await book(studio, request)
    assert.equal(status, 202, JSON.stringify(body))
    assert.deepEqual(body.stylist, { id: 'shop', name: 'Móng Xinh' })
    const other = { ...request, phone: '0987 654 321' }
    assert.equal((await book(studio, other)).status, 409)
    assert.equal((await book(staffed, request)).status, 202)
    assert.equal((await book(staffed, other)).status, 202)
    const hoa = await addStaff(studio, 'Hoa')
    assert.match(visibleTextOf(await hoa.read('/timeline?date=2026-11-20')), /Móng Xinh/)
  })
})

describe('treatments for two guests', () => {
  const couples = openShop('spa', () =>
    twoPersonSpa({
      'treatments/massage.yaml': `treatments:
  - { name: Massage chân, minutes: 60, price: 250000 }
  - { name: Massage cho hai người, minutes: 90, price: 800000, guests: 2, room: vip }
`,
      'rooms.yaml': `kinds:
  - { id: thuong, name: Phòng thường }
  - { id: vip, name: Phòng VIP }
rooms:
  - { name: Sen, kinds: [thuong] }
  - { name: Cúc, kinds: [vip], guests: 2 }
`,
    }),
  )

  it('name the kind of room that the shop has for them', async () => {
    assert.match(
      visibleTextOf(await (await couples.get('/booking')).text()),
      /cạnh nhau · Phòng VIP/,
    )
  })

  it('are not proposed by a spa without them', async () => {
    const query = 'offerId=massage-chan&date=2026-11-20&party_size=2'
    const response = await spa.get(`/api/availability?${query}`)
    assert.equal(response.status, 400)
    assert.match(await response.text(), /Hai người đến cùng lúc thì đặt hai lượt/)
  })
})

describe('a spa without booking rules that is open until 02:00', () => {
  const late = openShop('spa', () => {
    const about =
      '---\ntitle: Spa\ndescription: Spa.\nupdated: "2026-11-01"\n---\n\nLượt cuối {last_start}.\n'
    const folder = twoPersonSpa({ 'pages/about.vi.md': about })
    createFolderEditor(folder).replace('business.yaml', 'to: "20:00"', 'to: "02:00"')
    return folder
  })

  it('offers appointments that end before it closes', async () => {
    const { slots } = (await late.json(
      '/api/availability?date=2026-11-20&offerId=massage-chan',
    )) as { slots: { time: string; date?: string }[] }
    const { time, date } = slots.at(-1) ?? {}
    assert.deepEqual([slots[0]?.time, date, time], ['09:00', '2026-11-21', '01:00'])
    assert.match(await (await late.get('/about')).text(), /Lượt cuối 01:00\./)
  })
})

describe('what a spa sells besides treatments', () => {
  const withCards = openShop('spa', () =>
    twoPersonSpa({ 'gift-cards.yaml': 'cards:\n  - { name: Thẻ 500, amount: 500000 }\n' }),
  )

  it('is nothing without files about it: no page, operation, tool or prompt', async () => {
    for (const path of ['/gift-cards', '/memberships', '/gift-cards/order', '/api/order']) {
      assert.equal((await spa.get(path)).status, 404, path)
    }
    const names = (await toolsOf(spa)).map(({ name }) => name)
    assert.doesNotMatch(names.join(' '), /gift|membership|suggest/)
    const { body } = await modern(spa, 'prompts/list')
    assertAbsent(JSON.stringify(body.result), /gift/, 'prompts')
  })

  it('is only what it has: gift cards without memberships', async () => {
    assert.equal((await withCards.get('/gift-cards')).status, 200)
    assert.equal((await withCards.get('/memberships')).status, 404)
    const contact = { name: guest.name, phone: guest.phone, consent: '1' }
    const order = { kind: 'gift_card', amount: 500000, delivery: 'pick_up', ...contact }
    assert.equal((await withCards.post('/api/order', order)).status, 202)
    const membership = await withCards.post('/api/order', { kind: 'membership', ...contact })
    assert.equal(membership.status, 422)
    for (const { path, status } of (await walkSite(withCards, ['/', '/en'])).values()) {
      assert.equal(status, 200, path)
    }
  })
})
