/** tools.yaml: the owner turns tools off, adds texts to them, and leaves arguments out. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Shop } from '../src/domain/trade/trade.ts'
import { describeApp } from '../src/server/described-app.ts'
import { findTrade } from '../src/variants/index.ts'
import { runInProcess } from './support/command.ts'
import { copyOf, createFolderEditor } from './support/content-errors.ts'
import { callTool, modern } from './support/mcp.ts'
import { base, type RunningShop, startShop, type TradeName, trades } from './support/shop.ts'
import { blockEvening, friday, waiting } from './support/waitlist.ts'

function writeSettings(trade: string, settings: string): string {
  const folder = copyOf(trade)
  createFolderEditor(folder).write('tools.yaml', settings)
  return folder
}

function openWith(trade: string, settings: string): Shop {
  return findTrade(trade).open(writeSettings(trade, settings))
}

const startWith = (trade: string, settings: string) =>
  startShop(trade, { shop: openWith(trade, settings) })

async function readTools(app: RunningShop): Promise<Record<string, unknown>[]> {
  const { body } = await modern(app, 'tools/list')
  return body.result?.tools as Record<string, unknown>[]
}

/** Everything that an assistant can read before a call, as one text. */
async function readDescriptions(app: RunningShop): Promise<string> {
  const lists = await Promise.all(
    ['tools/list', 'prompts/list', 'server/discover'].map(
      async (method) => (await modern(app, method)).text,
    ),
  )
  const paths = [
    '/llms.txt',
    '/AGENTS.md',
    '/ai.md',
    '/en/ai.md',
    '/mcp/server-card',
    '/.well-known/agent-skills/index.json',
    '/.well-known/agent-skills/ask-about-offers/SKILL.md',
    '/.well-known/agent-skills/request-a-booking/SKILL.md',
    '/.well-known/agent-skills/reach-the-staff/SKILL.md',
  ]
  const files = await Promise.all(paths.map(async (path) => (await app.get(path)).text()))
  return [...lists, ...files].join('\n')
}

function firstService({ shop }: RunningShop): string | undefined {
  return shop.assortment.offers.find(({ bookable }) => bookable)?.id
}

const offered: Record<TradeName, readonly string[]> = {
  restaurant: ['get_reservation_policy', 'request_cancellation', 'submit_contact_request'],
  spa: ['suggest_treatment', 'request_gift_card', 'list_gift_options', 'list_therapists'],
  salon: ['list_services', 'check_slots', 'request_appointment', 'list_faqs'],
}

describe('a tool that is off', () => {
  for (const trade of trades) {
    it(`is mentioned nowhere in the ${trade}, and cannot be called`, async () => {
      const names = offered[trade]
      const app = await startWith(
        trade,
        `tools:\n${names.map((name) => `  - name: ${name}\n    off: true\n`).join('')}`,
      )
      const text = await readDescriptions(app)
      for (const name of names) {
        assert.ok(!text.includes(name), `${name} in …${text.split(name)[0]?.slice(-200)}`)
        const { body } = await modern(app, 'tools/call', { name, arguments: {} })
        assert.equal(body.error?.code, -32602)
      }
    })
  }

  it('is not proposed where a time is full', async () => {
    const app = await startWith('restaurant', 'tools:\n  - name: join_waitlist\n    off: true\n')
    await blockEvening(app)
    const evening = { date: friday, party_size: 2, locale: 'en' }
    const full = await callTool(app, 'check_table_availability', { ...evening, around: '18:00' })
    assert.match(JSON.stringify(full), /is full/)
    const { name, phone } = waiting
    const request = { ...evening, time: '18:00', name, phone, consent: true }
    const taken = await callTool(app, 'request_reservation', request)
    assert.match(JSON.stringify(taken), /slot-taken/)
    assert.doesNotMatch(JSON.stringify([full, taken]), /join_waitlist/)
  })

  it('is not named in the note for a large party, or in the error for the page of a booking', async () => {
    const names = ['get_reservation_policy', 'request_cancellation', 'get_business_info']
    const app = await startWith(
      'restaurant',
      `tools:\n${names.map((name) => `  - name: ${name}\n    off: true\n`).join('')}`,
    )
    const party = { date: friday, party_size: 10, locale: 'en' }
    const free = await callTool(app, 'check_table_availability', party)
    assert.match(JSON.stringify(free), /has rules of its own for deposit and cancellation\./)
    const page = await callTool(app, 'read_page', { path: '/booking/BAN-7K3M-9Q2X-4D' })
    assert.match(JSON.stringify(page), /get_booking_status/)
    const discovered = (await modern(app, 'server/discover')).text
    const text = JSON.stringify([free, page, discovered])
    for (const name of [...names, 'undefined']) assert.ok(!text.includes(name), name)
  })

  it('takes its prompt with it', async () => {
    const app = await startWith('spa', 'tools:\n  - name: request_gift_card\n    off: true\n')
    const { text } = await modern(app, 'prompts/list')
    assert.ok(!text.includes('give_a_gift_card'))
    assert.ok(text.includes('book_a_treatment'))
  })
})

describe('a text in tools.yaml', () => {
  it('is the end of the description, and is shown in both languages on /ai', async () => {
    const app = await startWith(
      'spa',
      'tools:\n  - name: check_slots\n    text:\n      en: The garden room is heated.\n      vi: Phòng vườn có sưởi.\n',
    )
    const tool = (await readTools(app)).find(({ name }) => name === 'check_slots')
    assert.match(String(tool?.description), / The garden room is heated\.$/)
    assert.ok((await (await app.get('/en/ai.md')).text()).includes('The garden room is heated.'))
    assert.ok((await (await app.get('/ai.md')).text()).includes('Phòng vườn có sưởi.'))
  })
})

describe('an argument that is left out', () => {
  const settings = 'tools:\n  - name: request_appointment\n    without: [health]\n'
  const details = {
    date: '2026-11-18',
    time: '14:00',
    name: 'Nguyễn Thị Lan',
    phone: '0912345678',
    locale: 'en',
  }

  it('is not in the schema, and is rejected in a call', async () => {
    const app = await startWith('spa', settings)
    const tool = (await readTools(app)).find(({ name }) => name === 'request_appointment')
    const schema = tool?.inputSchema as { properties: object }
    assert.ok(!('health' in schema.properties))
    assert.ok(!('health_details' in schema.properties))
    assert.ok('note' in schema.properties)
    const ownWords = await callTool(app, 'request_appointment', {
      ...details,
      service_id: firstService(app),
      health_details: 'I am five months pregnant.',
    })
    assert.equal(ownWords.isError, true)
    const answer = await callTool(app, 'request_appointment', {
      ...details,
      service_id: firstService(app),
      health: ['pregnant'],
      consent: true,
    })
    assert.equal(answer.isError, true)
  })

  it('is asked by phone, which the result says in place of “no health conditions reported”', async () => {
    const app = await startWith('spa', settings)
    const { structuredContent, content } = await callTool(app, 'request_appointment', {
      ...details,
      service_id: firstService(app),
      consent: true,
    })
    assert.equal(structuredContent?.status, 'pending')
    assert.doesNotMatch(String(structuredContent?.read_back), /health condition/)
    assert.match(
      content.map(({ text }) => text).join('\n'),
      /Staff will ask about this by phone: health\./,
    )
  })
})

describe('hide_payment', () => {
  it('leaves gift cards and memberships out of lists, prices, search, pages and resources', async () => {
    const app = await startWith('spa', 'hide_payment: true\ntools: []\n')
    const cards = app.shop.assortment.offers.filter(({ kind }) =>
      ['gift_card', 'membership'].includes(kind),
    )
    assert.ok(cards.length > 0)
    const answers = await Promise.all([
      callTool(app, 'list_offerings', { query: 'membership', locale: 'en' }),
      callTool(app, 'list_offerings', { query: 'gift card', locale: 'en' }),
      callTool(app, 'get_pricing', { locale: 'en' }),
      callTool(app, 'search_content', { query: 'membership', locale: 'en' }),
    ])
    assert.ok(answers.every(({ isError }) => !isError))
    const text = JSON.stringify([answers, (await modern(app, 'resources/list')).body.result])
    for (const { path, name } of cards) {
      assert.ok(!text.includes(path), path)
      assert.ok(!text.includes(name.en), name.en)
    }
    assert.ok(!text.includes(`${base}/gift-cards`))
    const page = await callTool(app, 'read_page', { path: '/gift-cards' })
    assert.equal(page.isError, true)
    assert.equal((await app.get('/gift-cards')).status, 200)
  })
})

describe('content check of tools.yaml', () => {
  const mistakes: [name: string, settings: string, expected: RegExp][] = [
    [
      'an unknown tool',
      'tools:\n  - name: request_giftcard\n    off: true\n',
      /tools\.yaml line 2, .*"request_giftcard".*request_gift_card/,
    ],
    [
      'an unknown argument',
      'tools:\n  - name: request_appointment\n    without:\n      - helth\n',
      /tools\.yaml line 4, .*"helth".*health/,
    ],
    [
      'a required argument',
      'tools:\n  - name: request_appointment\n    without: [phone]\n',
      /tools\.yaml line 3, .*"phone"/,
    ],
    [
      'a tool with two entries',
      'tools:\n  - name: list_faqs\n    off: true\n  - name: list_faqs\n    off: false\n',
      /tools\.yaml line 4: the tool "list_faqs" has two entries; write one entry for each tool/,
    ],
  ]
  for (const [name, settings, expected] of mistakes) {
    it(`names ${name}, with what exists`, async () => {
      const folder = writeSettings('spa', settings)
      const { code, output } = await runInProcess(['content', 'check', folder], {})
      assert.equal(code, 1)
      assert.match(output, expected)
      const vietnamese = await runInProcess(['content', 'check', folder, '--lang', 'vi'], {})
      assert.match(vietnamese.output, /tools\.yaml dòng \d+[,:] .*; hãy viết /)
    })
  }

  it('accepts a folder without the file', () => {
    const options = { baseUrl: base, writeLimit: 5 }
    assert.doesNotThrow(() => describeApp(findTrade('spa').open(copyOf('spa')), options))
  })
})
