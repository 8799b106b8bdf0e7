/** Long results in parts: pages with their sections, and people with the details of a few. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectToolResult } from './support/assistant.ts'
import { openForEachTrade, startShop } from './support/shop.ts'

const apps = openForEachTrade((trade) => startShop(trade))

type Part = { markdown: string; parts: number; sections?: Record<string, string> }

describe('the parts of a page', () => {
  const read = (path: string, part: number) =>
    expectToolResult<Part>(apps.restaurant, 'read_page', { path, part })

  it('are announced by the heading with which each begins', async () => {
    const first = await read('/en/policy', 1)
    assert.ok(first.parts > 1)
    const sections = Object.entries(first.sections ?? {})
    assert.ok(sections.length > 0)
    for (const [part, heading] of sections) {
      const { markdown } = await read('/en/policy', Number(part))
      const title = /^#+ (.+)$/m.exec(markdown)?.[1]
      assert.ok(title?.startsWith(heading.replace(/…$/, '')), `${part}: ${title}`)
    }
    assert.equal((await read('/en/policy', first.parts)).sections, undefined)
  })

  it('end with no heading whose text is in the next part', async () => {
    const { parts } = await read('/en/faq', 1)
    for (let part = 1; part <= parts; part++) {
      const { markdown } = await read('/en/faq', part)
      const lines = markdown.trimEnd().split('\n')
      assert.doesNotMatch(lines.at(-1) ?? '', /^#/, `part ${part}`)
    }
  })

  it('are one for a short page, without sections', async () => {
    const { parts, sections } = await read('/en/contact/call-back', 1)
    assert.deepEqual([parts, sections], [1, undefined])
  })
})

describe('list_team', () => {
  type Person = { id: string; name: string; bio: string }
  const list = async (args: object) =>
    (await expectToolResult<{ people: Person[] }>(apps.restaurant, 'list_team', args)).people

  it('has one sentence about each person, and the whole bio of one', async () => {
    const people = await list({ locale: 'en' })
    assert.ok(people.length > 3)
    for (const { id, name, bio } of people) {
      assert.match(bio, /^[^.!?]+[.!?]$/, id)
      const [one, ...others] = await list({ team_id: id, locale: 'en' })
      assert.deepEqual([one?.name, others], [name, []])
      assert.ok(one?.bio.startsWith(bio) && one.bio.length > bio.length, id)
      const [named] = await list({ person: name, locale: 'en' })
      assert.equal(named?.id, id)
    }
  })
})

describe('the people of an appointment trade', () => {
  type Person = { days?: string; iso_weekdays: number[]; services?: string[] }

  it('are listed with ISO weekdays, and a few of them with the days in words', async () => {
    const list = async (args: object) =>
      (await expectToolResult<{ stylists: Person[] }>(apps.salon, 'list_stylists', args)).stylists
    const all = await list({})
    assert.ok(all.length > 3)
    assert.ok(all.every(({ days, services }) => days === undefined && services?.length))
    const some = await list({ service_id: 'highlight' })
    assert.ok(some.length > 0 && some.length <= 3)
    assert.ok(some.every(({ days, services }) => days && services === undefined))
  })
})
