import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { statusLabels } from '../src/domain/booking/status.ts'
import { problemCodes, problemTable } from '../src/kernel/problem-table.ts'
import { book } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { type Contract, readContract } from './support/openapi.ts'
import { openReceiver } from './support/receivers.ts'
import { samples } from './support/samples.ts'
import { languages, openForEachTrade, type RunningShop, startShop, trades } from './support/shop.ts'

const receiver = openBefore(() => openReceiver())
const secret = `whsec_${Buffer.from('the secret of these tests').toString('base64')}`
const apps = openForEachTrade((trade) =>
  startShop(trade, {
    writeLimit: 100,
    notifications: { WEBHOOKS: `${receiver.url}/hook`, WEBHOOK_SECRET: secret },
  }),
)

type Language = (typeof languages)[number]

async function readDocs(app: RunningShop, locale: Language): Promise<string> {
  const response = await app.get(locale === 'en' ? '/en/docs.md' : '/docs.md')
  assert.equal(response.status, 200)
  // Markdown escapes underscores and similar characters.
  return (await response.text()).replaceAll('\\', '')
}

/** The text of one section of level two. */
function sectionOf(page: string, title: string): string {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${title}\n`))
  assert.ok(section, `section ${title}`)
  return section
}

/** The cells of all table rows. */
function rowsOf(text: string): string[][] {
  return [...text.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) =>
    row.split(' | ').map((cell) => cell.trim()),
  )
}

const firstCells = (text: string) => rowsOf(text).map(([first]) => first ?? '')

/** "[Offer](#offer)" → "Offer" */
const withoutLink = (cell: string) => cell.replace(/^\[(.*)\]\(.*\)$/, '$1')

type Schema = {
  description?: string
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
}

/** Names as the documentation writes them: "slots[].time". */
function fieldNames(schema: Schema, prefix = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const nested = field.items
      ? fieldNames(field.items, `${path}[].`)
      : fieldNames(field, `${path}.`)
    return [path, ...nested]
  })
}

const titles = {
  vi: {
    authentication: 'Xác thực',
    endpoints: 'Các địa chỉ',
    resources: 'Tài nguyên và trường',
    states: 'Trạng thái và chuyển đổi',
    events: 'Sự kiện (webhook)',
    errors: 'Lỗi',
    limits: 'Giới hạn',
    versioning: 'Phiên bản',
  },
  en: {
    authentication: 'Authentication',
    endpoints: 'Endpoints',
    resources: 'Resources and their fields',
    states: 'States and transitions',
    events: 'Events (webhooks)',
    errors: 'Errors',
    limits: 'Limits',
    versioning: 'Versioning',
  },
}

for (const trade of trades) {
  for (const locale of languages) {
    describe(`the documentation of the ${trade}, ${locale}`, () => {
      const app = apps[trade]
      const sectionTitles = titles[locale]
      let page = ''
      let document: Contract['document']
      let schemas: Record<string, Schema>
      before(async () => {
        page = await readDocs(app, locale)
        document = (await readContract(app)).document
        schemas = document.components.schemas as Record<string, Schema>
      })

      it('has every section of the interface', () => {
        for (const title of Object.values(sectionTitles)) sectionOf(page, title)
      })

      it('lists every resource with every field that OpenAPI describes', () => {
        const resources = sectionOf(page, sectionTitles.resources).split(/^### /m)
        for (const [name, schema] of Object.entries(schemas)) {
          const text = resources.find((one) => one.startsWith(`${name}\n`))
          assert.ok(text, name)
          assert.deepEqual(firstCells(text).slice(2), fieldNames(schema), name)
        }
      })

      it('describes each field', () => {
        for (const row of rowsOf(sectionOf(page, sectionTitles.resources))) {
          const [name = '', type = '', , description] = row
          assert.ok(description || type.startsWith('['), `${name} has no description`)
        }
      })

      it('has the values and the labels of the states that the API sends', async () => {
        const rows = rowsOf(sectionOf(page, sectionTitles.states))
        for (const [status, label] of Object.entries(statusLabels)) {
          assert.ok(
            rows.some((row) => row[0] === status && row[1] === label[locale]),
            status,
          )
        }
        const { body } = await book(app, { ...samples[trade].request, ...guest, locale })
        const status = await app.json(`/api/booking/${body.code}?locale=${locale}`)
        assert.ok(rows.some((row) => row[0] === status.status && row[1] === status.status_label))
      })

      it('has every transition: who, from, to, and what the guest gets', () => {
        const rows = rowsOf(sectionOf(page, sectionTitles.states)).map((row) => row.slice(0, 5))
        for (const row of transitions[locale]) {
          assert.ok(
            rows.some((one) => one.join(' | ') === row),
            row,
          )
        }
        const events = firstCells(sectionOf(page, sectionTitles.events))
        const bookingEvents = events.filter((type) => type.startsWith('booking.'))
        const bookingRows = sectionOf(page, sectionTitles.states).split(/^### /m)[1] ?? ''
        const rowsWithoutStates = rowsOf(bookingRows).length - 4 - Object.keys(statusLabels).length
        assert.equal(rowsWithoutStates, bookingEvents.length)
      })

      it('has each endpoint with its parameters and its body', () => {
        const endpoints = sectionOf(page, sectionTitles.endpoints).split(/^### /m)
        for (const [path, methods] of Object.entries(document.paths)) {
          for (const [method, operation] of Object.entries(methods)) {
            const name = `${method.toUpperCase()} ${path}`
            const text = endpoints.find((one) => one.startsWith(`${name}\n`))
            assert.ok(text, name)
            const documented = firstCells(text)
            const own = (operation.parameters ?? []) as { name?: string }[]
            const body = operation.requestBody?.content['application/json']?.schema as
              | Schema
              | undefined
            const names = own.flatMap((one) => one.name ?? [])
            for (const field of [...names, ...fieldNames(body ?? {})]) {
              assert.ok(documented.includes(field), `${name} ${field}`)
            }
          }
        }
      })

      it('has every error with its status and what the caller should do', () => {
        const rows = rowsOf(sectionOf(page, sectionTitles.errors)).slice(2)
        assert.deepEqual(
          rows.map(([type = '', ...cells]) => [withoutLink(type), ...cells]),
          problemCodes.map((code) => {
            const { status, meaning, remedy } = problemTable[code]
            return [code, String(status), meaning[locale], remedy[locale]]
          }),
        )
      })

      it('states the limits that the API enforces', () => {
        const limits = sectionOf(page, sectionTitles.limits)
        for (const value of ['100', '16 KiB', 'Idempotency-Key', '"writes";q=100;w=3600']) {
          assert.ok(limits.includes(value), value)
        }
        assert.ok(limits.includes(String(app.shop.booking.horizonDays)))
      })

      it('is the same page as HTML', async () => {
        const html = await (await app.get(locale === 'en' ? '/en/docs' : '/docs')).text()
        for (const [id, title] of Object.entries(sectionTitles)) {
          assert.ok(html.includes(`<h2 id="${id}">${title}</h2>`), id)
        }
        const anchors = [...html.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor)
        assert.ok(anchors.length > 10)
        for (const anchor of anchors) assert.ok(html.includes(`id="${anchor}"`), anchor)
      })

      it('contains a signed event that a receiver can verify', () => {
        const events = sectionOf(page, sectionTitles.events)
        const key = Buffer.from(/whsec_([\w+/=]+)\n/.exec(events)?.[1] ?? '', 'base64')
        const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(events)?.[1] ?? ''
        const body = /^\{"type":.*\}$/m.exec(events)?.[0] ?? ''
        const signed = `${header('webhook-id')}.${header('webhook-timestamp')}.${body}`
        const expected = createHmac('sha256', key).update(signed).digest('base64')
        assert.equal(header('webhook-signature'), `v1,${expected}`)
      })
    })
  }
}

/** Those that change the status of a booking, and the request that only staff can turn into a change. */
const transitions = {
  vi: [
    'Yêu cầu mới | khách | – | pending (chờ) | email ngay',
    'Đặt tại quầy | nhân viên | – | confirmed (đã xác nhận) | email',
    'Đã xác nhận | nhân viên | pending (chờ) | confirmed (đã xác nhận) | email',
    'Đã từ chối | nhân viên | pending (chờ) | cancelled (đã huỷ) | email',
    'Không ai trả lời kịp | tự động | pending (chờ) | cancelled (đã huỷ) | email ngay',
    'Khách xin đổi hoặc huỷ | khách | pending (chờ), confirmed (đã xác nhận) | giữ nguyên | –',
    'Đã huỷ | nhân viên | pending (chờ), confirmed (đã xác nhận) | cancelled (đã huỷ) | email',
  ],
  en: [
    'New request | guest | – | pending | email immediately',
    'Entered at the desk | staff | – | confirmed | email',
    'Confirmed | staff | pending | confirmed | email',
    'Declined | staff | pending | cancelled | email',
    'Not answered in time | automatic | pending | cancelled | email immediately',
    'Change requested | guest | pending, confirmed | unchanged | –',
    'Cancelled | staff | pending, confirmed | cancelled | email',
  ],
}

const guest = { name: 'Đặng Quỳnh Như', phone: '0912 345 678', consent: '1' }

describe('the documentation of events', () => {
  it('names every event and every field that webhooks receive', async () => {
    const app = apps.restaurant
    const events = sectionOf(await readDocs(app, 'en'), titles.en.events)
    const types = rowsOf(events).map(([type]) => type)
    const { body } = await book(app, { ...samples.restaurant.request, ...guest })
    const code = String(body.code)
    const action = (version: number) => ({ code, version, actor: 'mai' })
    await app.post('/api/lead', guest)
    const change = { kind: 'cancel', phone_last4: '5678', consent: '1' }
    await app.post(`/api/booking/${code}/change`, change)
    await app.desk.resolveChangeRequest(action(2))
    await app.desk.confirm(action(3))
    await app.desk.undo(action(4))
    await app.desk.deposit({ ...action(5), newState: 'waived', amount: 200_000 })
    await app.desk.note({ ...action(6), note: 'x' })
    await app.desk.decline({ ...action(7), reason: 'x' })
    await app.dispatch()

    const received = receiver.received.filter(({ path }) => path === '/hook')
    const seen = new Set<string>()
    for (const message of received) {
      const { type, data, ...rest } = message.json() as { type: string; data: object }
      assert.deepEqual(Object.keys(rest), ['timestamp'])
      assert.ok(types.includes(type), type)
      seen.add(type)
      for (const name of Object.keys(data)) assert.ok(types.includes(name), `${type} ${name}`)
    }
    for (const type of ['requested', 'change_requested', 'settled', 'confirmed', 'reopened']) {
      assert.ok(seen.has(`booking.${type}`), type)
    }
    assert.ok(seen.has('lead.requested') && seen.has('booking.deposit_waived'))
  })

  it('names order events only for a shop that has orders', async () => {
    assert.match(await readDocs(apps.spa, 'en'), /order\.paid/)
    assert.doesNotMatch(await readDocs(apps.restaurant, 'en'), /order\.paid/)
  })
})
