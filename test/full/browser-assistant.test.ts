/** An assistant in the browser calls the forms of the site as tools (WebMCP); the guest agrees and sends. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, guest, rowCounts } from '../support/booking.ts'
import { launchBrowser, type Page, startBrowserShop } from '../support/browser.ts'
import {
  missingTools,
  openPageTools,
  type PageTools,
  toolArguments,
} from '../support/browser-tools.ts'
import { waitForNavigation } from '../support/input-methods.ts'
import { samples } from '../support/samples.ts'

const browser = await launchBrowser(toolArguments)
const restaurant = await startBrowserShop('restaurant')
const spa = await startBrowserShop('spa')
const skip = browser.skip || (await missingTools(await browser.newPage(), restaurant.address))

async function openPage(address: string): Promise<{ page: Page; tools: PageTools }> {
  const page = await browser.newPage()
  const tools = await openPageTools(page)
  await page.goto(address)
  return { page, tools }
}

/** The text that the assistant reads: the content of the page that the tool leads to. */
function textOf(result: unknown): string {
  const [page] = (typeof result === 'string' ? JSON.parse(result) : result) as {
    '@type': string
    text: string
  }[]
  assert.equal(page?.['@type'], 'WebPage')
  assert.ok(page.text.length > 20, page.text)
  return page.text
}

const namesOf = async (tools: PageTools) => (await tools.list()).map(({ name }) => name)

const parametersOf = async (tools: PageTools) =>
  (await tools.list()).flatMap(({ inputSchema }) => Object.keys(inputSchema.properties))

/** On the review: no tool can agree or send, so the guest does. */
async function agreeAndSend(page: Page, tools: PageTools): Promise<void> {
  assert.deepEqual(await namesOf(tools), [])
  assert.equal(await page.locator('#consent').isChecked(), false)
  await page.locator('#consent').check()
  const send = page.getByRole('main').getByRole('button').first()
  await waitForNavigation(page, () => send.click())
}

describe('assistant in the browser', { skip }, () => {
  it('books a table for a guest who agrees and sends', async () => {
    const before = await rowCounts(restaurant)
    const { page, tools } = await openPage(`${restaurant.address}/en/booking`)
    assert.deepEqual(await parametersOf(tools), ['party_size', 'table_type', 'date', 'time'])

    const chosen = await tools.call('choose_day_and_time', { party_size: '4', date: '2026-11-20' })
    assert.match(textOf(chosen), /### Free times on Friday 20 November 2026[\s\S]*18:30/)
    const [timeTool] = await tools.list()
    assert.ok(timeTool?.inputSchema.properties.time?.enum?.includes('18:30'))

    const form = await tools.call('choose_day_and_time', { time: '18:30' })
    assert.match(textOf(form), /`name`: Your name[\s\S]*`allergens`/)
    assert.deepEqual(await namesOf(tools), ['request_booking'])
    const parameters = await parametersOf(tools)
    assert.deepEqual(parameters, [
      ...['name', 'phone', 'allergens', 'allergy_details', 'occasion', 'note', 'email'],
    ])

    // Sent immediately: the token of the page is younger than two seconds.
    const input = { name: guest.name, phone: guest.phone, allergens: ['peanuts', 'fish'] }
    const review = textOf(await tools.call('request_booking', input))
    assert.match(review, /Review before sending[\s\S]*Fish, Peanuts[\s\S]*Not sent yet/)
    assert.deepEqual(await rowCounts(restaurant), before)

    await agreeAndSend(page, tools)
    assert.match(page.url(), /\/en\/booking\/BAN-/)
    const row = await restaurant.store.read.get(
      `SELECT date, time, party_size, status, source, name, consent_text FROM bookings
       JOIN booking_guests ON booking_id = bookings.id ORDER BY created_at DESC`,
    )
    assert.partialDeepStrictEqual(
      { ...row },
      {
        ...{ date: '2026-11-20', time: '18:30', party_size: 4 },
        ...{ status: 'pending', source: 'web', name: guest.name },
      },
    )
  })

  it('gets a text that says what to correct', async () => {
    const { tools } = await openPage(`${restaurant.address}/en/booking`)
    const closed = await tools.call('choose_day_and_time', { party_size: '2', date: '2026-11-23' })
    assert.match(textOf(closed), /We are closed on Monday/)
    await tools.call('choose_day_and_time', { date: '2026-11-20', time: '18:30' })
    const rejected = textOf(await tools.call('request_booking', { name: 'Lan', phone: '12' }))
    assert.match(rejected, /correct the marked fields[\s\S]*`phone`.*Write a Vietnamese number/)
  })

  it('finds a booking by its code', async () => {
    const { code } = (await book(restaurant, { ...samples.restaurant.request, time: '19:30' })).body
    const { page, tools } = await openPage(`${restaurant.address}/en/my-booking`)
    assert.deepEqual(await parametersOf(tools), ['code'])
    const text = textOf(await tools.call('look_up_my_booking', { code }))
    assert.ok(text.includes(code) && text.includes(`/en/booking/${code}/change`), text)
    assert.match(page.url(), new RegExp(`/en/booking/${code}$`))
    assert.doesNotMatch(text, new RegExp(guest.name))
  })

  for (const [kind, input] of [
    ['move', { date: '2026-11-25', time: '11:00' }],
    ['cancel', {}],
  ] as const) {
    it(`requests a change (${kind}) for a guest who agrees and sends`, async () => {
      const date = kind === 'move' ? '2026-11-21' : '2026-11-22'
      const { code } = (await book(restaurant, { ...samples.restaurant.request, date })).body
      const { page, tools } = await openPage(`${restaurant.address}/en/booking/${code}/change`)
      assert.ok(!(await parametersOf(tools)).includes('consent'))
      const prepared = textOf(await tools.call('ask_to_change_a_booking', { kind, ...input }))
      assert.match(prepared, /`phone_last4`/)
      await page.getByLabel('Last four digits of the phone number').fill('5678')
      restaurant.clock.now += 5_000
      await page.locator('#consent').check()
      await page
        .getByRole('button', { name: kind === 'move' ? 'Ask for' : 'Ask to cancel' })
        .click()
      await page.waitForURL(new RegExp(`/en/booking/${code}$`))
      const row = await restaurant.store.read.get(
        `SELECT c.kind, c.source FROM booking_changes c
         JOIN bookings b ON b.id = c.booking_id WHERE b.code = ?`,
        code.replaceAll('-', ''),
      )
      assert.deepEqual({ ...row }, { kind, source: 'web' })
    })
  }

  it('can send a form in which a field named website is filled in, without that field', async () => {
    const { page, tools } = await openPage(`${restaurant.address}/en/booking`)
    await tools.call('choose_day_and_time', { party_size: '2', date: '2026-11-26', time: '18:30' })
    const input = { name: guest.name, phone: guest.phone }
    await assert.rejects(tools.call('request_booking', { ...input, website: 'x' }), /website/)
    await page.locator('form[toolname=request_booking]').evaluate((form) => {
      const field = form.ownerDocument.createElement('input')
      field.setAttribute('name', 'website')
      field.setAttribute('value', 'https://lan.example')
      form.append(field)
    })
    const review = textOf(await tools.call('request_booking', input))
    assert.match(review, /Not sent yet/)
    await agreeAndSend(page, tools)
    assert.match(page.url(), /\/en\/booking\/BAN-/)
  })

  it('chooses a treatment and one of several kinds of therapist', async () => {
    const { tools } = await openPage(`${spa.address}/en/booking?offerId=co-vai-gay`)
    const [tool] = await tools.list()
    assert.deepEqual(Object.keys(tool?.inputSchema.properties ?? {}), ['choice', 'date', 'time'])
    const choices = tool?.inputSchema.properties.choice?.enum ?? []
    assert.ok(choices.includes('therapist=any') && choices.length > 2, choices.join(' '))
    const choice = choices.find((one) => one.startsWith('therapist_id='))
    const times = await tools.call('choose_day_and_time', { choice, date: '2026-11-20' })
    assert.match(textOf(times), /Free times on Friday 20/)
  })

  it('reads a description of every parameter', async () => {
    const { page, tools } = await openPage(`${spa.address}/en/gift-cards/order`)
    for (const path of ['/gift-cards/order', '/contact/call-back', '/newsletter', '/my-booking']) {
      await page.goto(`${spa.address}/en${path}`)
      const [tool] = await tools.list()
      assert.ok(tool && tool.description.length > 30, path)
      for (const [name, { description }] of Object.entries(tool.inputSchema.properties))
        assert.ok(description, `${path} ${name}`)
    }
  })
})
