/** The view for assistants in a real browser, inside the official AppBridge, with calls to a running shop. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTooSmall, findViolations } from '../support/access.ts'
import { expectToolResult } from '../support/assistant.ts'
import { isTooWide, openBrowser } from '../support/browser.ts'
import { samples } from '../support/samples.ts'
import { openForEachTrade, type RunningShop, startShop, trades } from '../support/shop.ts'
import {
  allCapabilities,
  type HostOptions,
  type OpenView,
  openView,
} from '../support/widget/host.ts'

const browser = openBrowser()
const { skip } = browser
const apps = openForEachTrade((trade) => startShop(trade, { writeLimit: 10_000 }))

const friday = '2026-11-20'
const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678' }

/** The view after the model has asked for the free times of Friday. */
async function openTimes(
  app: RunningShop,
  trade: keyof typeof samples,
  options: HostOptions = {},
  args = {},
): Promise<OpenView> {
  const { checkTool, query } = samples[trade].tools
  const view = await openView(browser, app, checkTool, options)
  await view.callAsModel(checkTool, { ...query, ...args })
  await view.frame.locator('.time').first().waitFor()
  await view.frame.locator('.times[aria-busy=false]').waitFor()
  return view
}

async function fillContact({ frame }: OpenView, phone = guest.phone): Promise<void> {
  await frame.locator('#name').fill(guest.name)
  await frame.locator('#phone').fill(phone)
}

async function review({ frame }: OpenView): Promise<void> {
  await frame.locator('#review').click()
  await frame.locator('#agree').waitFor()
}

async function send({ frame }: OpenView): Promise<string> {
  await frame.locator('#agree').check()
  await frame.locator('#send').click()
  return (await frame.locator('.code').textContent()) ?? ''
}

const storedRow = (app: RunningShop, code: string) =>
  app.store.read.get(
    `SELECT date, time, party_size, status, source, name FROM bookings
     JOIN booking_guests ON booking_id = bookings.id WHERE code = ?`,
    code.replaceAll('-', ''),
  )

describe('the view', { skip }, () => {
  for (const trade of trades) {
    it(`books in the ${trade}, with the consent of the guest`, async () => {
      const view = await openTimes(apps[trade], trade)
      const { frame } = view
      const time = (await frame.locator('.time').nth(2).textContent()) ?? ''
      await frame.locator(`#time-${time.replace(':', '\\:')}`).check()
      await fillContact(view)
      await review(view)
      const readBack = await frame.locator('.ticket').textContent()
      assert.ok(readBack?.includes(guest.name) && readBack.includes(time), readBack ?? '')

      await frame.locator('#send').click()
      assert.match((await frame.locator('#problem').textContent()) ?? '', /Tick the box/)
      const calls = (await view.received()).calls.filter(({ arguments: { consent } }) => consent)
      assert.equal(calls.length, 0)

      const code = await send(view)
      const { date, party_size } = { party_size: 1, ...samples[trade].request, date: friday }
      assert.partialDeepStrictEqual(
        { ...(await storedRow(apps[trade], code)) },
        { date, time, party_size, status: 'pending', source: 'mcp letan-test', name: guest.name },
      )
      const status = await expectToolResult(apps[trade], 'get_booking_status', { code })
      assert.equal(status.status, 'pending')
      assert.match((await frame.locator('main').textContent()) ?? '', /Request sent/)

      const { contexts } = await view.received()
      assert.deepEqual(
        contexts.map(({ structuredContent }) => structuredContent),
        [{ code, status: 'pending', date, time }],
      )
      assert.doesNotMatch(JSON.stringify(contexts), /0912|Lan/)
      assert.deepEqual(view.errors, [])
    })
  }

  it('shows what the shop adds before the guest agrees', async () => {
    const view = await openTimes(apps.restaurant, 'restaurant')
    await view.frame.locator('#pick-0').selectOption({ label: '9 guests' })
    await view.frame.locator('.times[aria-busy=false] .time').first().waitFor()
    await view.frame.locator('.time input').first().check()
    await fillContact(view)
    await review(view)
    assert.match((await view.frame.locator('.notice').first().textContent()) ?? '', /deposit/)
    const code = await send(view)
    assert.partialDeepStrictEqual(
      { ...(await storedRow(apps.restaurant, code)) },
      { party_size: 9 },
    )
  })

  it('offers the nearest times if the chosen one is taken in the meantime', async () => {
    const app = await startShop('salon', { writeLimit: 10_000 })
    const view = await openTimes(app, 'salon')
    const { frame } = view
    const people = await frame.locator('#pick-0 option').allTextContents()
    assert.ok(people.length > 2, people.join())
    await frame.locator('#pick-0').selectOption({ index: 1 })
    await frame.locator('.times[aria-busy=false] .time').first().waitFor()
    assert.deepEqual(await frame.locator('#pick-0 option').allTextContents(), people)
    const input = frame.locator('.time input').nth(1)
    const time = await input.inputValue()
    await input.check()
    await fillContact(view)
    await review(view)
    const { calls } = await view.received()
    const { locale: _, ...args } = calls.at(-1)?.arguments ?? {}
    const rival = { ...args, name: 'Trần Quốc Bảo', phone: '0987654321', consent: true }
    const taken = await view.client.callTool({ name: 'request_appointment', arguments: rival })
    assert.ok(!taken.isError, JSON.stringify(taken.content))

    await frame.locator('#agree').check()
    await frame.locator('#send').click()
    assert.match((await frame.locator('#problem').textContent()) ?? '', /no longer free/)
    await frame.locator('#problem button').first().click()
    await frame.locator('.hour', { hasNotText: time }).waitFor()
    await frame.locator('#send[aria-disabled=false]').waitFor()
    assert.equal(await frame.locator('#problem').count(), 0)
    assert.equal(await frame.locator('#agree').isChecked(), false)
    const other = await frame.locator('.hour').textContent()
    const row = await storedRow(app, await send(view))
    assert.partialDeepStrictEqual({ ...row }, { time: other, name: guest.name })
  })

  it('marks the field that the shop rejects, and keeps what was written', async () => {
    const view = await openTimes(apps.restaurant, 'restaurant')
    const { frame } = view
    await frame.locator('.time input').first().check()
    await frame.locator('#review').click()
    assert.match((await frame.locator('#problem').textContent()) ?? '', /Write your name/)
    await fillContact(view, '12')
    await frame.locator('#review').click()
    await frame.locator('#phone[aria-invalid=true]').waitFor()
    assert.equal(await frame.locator('#name').inputValue(), guest.name)
    assert.equal(await frame.locator('#phone').evaluate((field) => field.matches(':focus')), true)
  })

  it('runs under the default policy of hosts, which blocks the network', async () => {
    const view = await openTimes(apps.restaurant, 'restaurant')
    assert.deepEqual(view.errors, [])
    const blocked = view.page.waitForEvent('console', (one) => one.text().startsWith('policy'))
    await view.frame.evaluate("void fetch('https://shop.example').catch(() => {})")
    assert.match((await blocked).text(), /^policy connect-src https:\/\/shop\.example/)
  })

  it('carries what only the assistant knows into the request', async () => {
    const view = await openView(browser, apps.restaurant, 'request_reservation')
    await view.callAsModel('request_reservation', {
      ...{ ...guest, date: friday, time: '19:30', party_size: 3, allergens: ['peanuts'] },
    })
    await view.frame.locator('#agree').waitFor()
    assert.match((await view.frame.locator('.ticket').textContent()) ?? '', /Peanuts/i)
    assert.match((await view.frame.locator('.consent').textContent()) ?? '', /sensitive|health/i)
  })
})

describe('messages of the host', { skip }, () => {
  it('leave the view waiting until the result arrives; partial input changes nothing', async () => {
    const { checkTool, query } = samples.restaurant.tools
    const view = await openView(browser, apps.restaurant, checkTool)
    const text = await view.frame.locator('main').textContent()
    await view.host('sendPartialInput', { date: friday, party_size: 7 })
    await view.host('sendInput', query)
    assert.equal(await view.frame.locator('main').textContent(), text)
    assert.deepEqual((await view.received()).calls, [])
  })

  it('report an error of the call, and the guest can still choose', async () => {
    const view = await openView(browser, apps.restaurant, 'check_table_availability')
    await view.callAsModel('check_table_availability', {
      ...{ date: '2026-11-23', weekday: 'friday', locale: 'en' },
    })
    await view.frame.locator('#problem button').first().waitFor()
    assert.match((await view.frame.locator('#problem').textContent()) ?? '', /Which day/)
  })

  it('report a question about the service, which the guest answers with a button', async () => {
    const view = await openView(browser, apps.salon, 'check_slots')
    const args = { service_id: 'balayage', date: friday, locale: 'en' }
    await view.callAsModel('check_slots', args)
    await view.frame.locator('#problem button', { hasText: 'medium hair' }).click()
    await view.frame.locator('.times[aria-busy=false] .time').first().waitFor()
    assert.match((await view.frame.locator('.subject').textContent()) ?? '', /medium hair$/)
    assert.equal(await view.frame.locator('#problem').count(), 0)
  })

  it('cancel the call, which is no error of the guest', async () => {
    const { checkTool, query } = samples.restaurant.tools
    const view = await openView(browser, apps.restaurant, checkTool)
    await view.host('sendInput', query)
    await view.host('sendCancelled', 'user action')
    await view.frame.locator('.time').first().waitFor()
    assert.match((await view.frame.locator('#problem').textContent()) ?? '', /stopped looking/)
  })

  it('change theme, variables and language one at a time', async () => {
    const view = await openTimes(apps.restaurant, 'restaurant')
    const { frame } = view
    const background = () =>
      frame.locator('body').evaluate((body) => {
        const { backgroundColor } = body.ownerDocument.defaultView.getComputedStyle(body)
        return backgroundColor
      })
    assert.equal(await background(), 'rgb(250, 245, 236)')
    await view.host('setContext', { theme: 'dark', locale: 'en', displayMode: 'inline' })
    await frame.locator('html[style*=dark]').waitFor()
    assert.equal(await background(), 'rgb(25, 20, 17)')
    const variables = { '--color-background-primary': 'rgb(1, 2, 3)' }
    await view.host('setContext', { theme: 'dark', locale: 'vi-VN', styles: { variables } })
    await frame.locator('html[lang=vi]').waitFor()
    assert.equal(await background(), 'rgb(1, 2, 3)')
    assert.match((await frame.locator('h1').textContent()) ?? '', /Đặt bàn/)
  })

  it('ask for a teardown, which is answered', async () => {
    const view = await openTimes(apps.restaurant, 'restaurant')
    assert.deepEqual(await view.host('teardown'), {})
  })

  it('get the height of the content', async () => {
    const view = await openTimes(apps.restaurant, 'restaurant')
    await view.page.waitForFunction(
      `hostApi.received.sizes.at(-1) === Math.ceil(document.querySelector('iframe').clientHeight)
       && hostApi.received.sizes.at(-1) > 400`,
    )
    const height = await view.frame
      .locator('body')
      .evaluate((body) => Math.ceil(body.getBoundingClientRect().height))
    assert.equal((await view.received()).sizes.at(-1), height)
  })
})

describe('a host that shows the forms of the server', { skip }, () => {
  const sendByForm = async (answersForms: 'accept' | 'decline') => {
    const view = await openTimes(apps.spa, 'spa', { answersForms })
    await view.frame.locator('.time input').nth(4).check()
    await fillContact(view)
    await view.frame.locator('#review').click()
    return view
  }

  it('has asked for the consent already, so that the request is sent', async () => {
    const view = await sendByForm('accept')
    const code = (await view.frame.locator('.code').textContent()) ?? ''
    assert.partialDeepStrictEqual({ ...(await storedRow(apps.spa, code)) }, { name: guest.name })
    assert.equal((await view.received()).contexts.length, 1)
  })

  it('sends nothing if the guest does not agree there', async () => {
    const view = await sendByForm('decline')
    assert.match((await view.frame.locator('#problem').textContent()) ?? '', /nothing was sent/)
    assert.equal(await view.frame.locator('#name').inputValue(), guest.name)
  })
})

describe('a host that limits the view', { skip }, () => {
  it('may refuse a call; the guest tries again', async () => {
    const { checkTool, query } = samples.restaurant.tools
    const view = await openView(browser, apps.restaurant, checkTool, { refusesCalls: true })
    await view.callAsModel(checkTool, query)
    await view.frame.locator('#retry').waitFor()
    assert.match((await view.frame.locator('#problem').textContent()) ?? '', /did not allow this/)
    assert.match(
      await view.frame.locator('#ask-text').inputValue(),
      /^Book a table, 4 guests, Friday/,
    )
    await view.page.evaluate('hostApi.refusesCalls = false')
    await view.frame.locator('#retry').click()
    await view.frame.locator('.times[aria-busy=false] .time').first().waitFor()
    await view.frame.locator('#problem').waitFor({ state: 'detached' })
    assert.deepEqual(view.errors, [])
  })

  it('may refuse to send; the guest learns that the result is unknown, and sends again', async () => {
    const view = await openTimes(apps.restaurant, 'restaurant')
    await view.frame.locator('.time input').nth(3).check()
    await fillContact(view)
    await review(view)
    await view.page.evaluate('hostApi.refusesCalls = true')
    await view.frame.locator('#agree').check()
    await view.frame.locator('#send').click()
    assert.match((await view.frame.locator('#problem').textContent()) ?? '', /unknown whether/)
    await view.page.evaluate('hostApi.refusesCalls = false')
    assert.match(await send(view), /^BAN-/)
  })

  it('passes on no calls: the guest writes to the assistant', async () => {
    const { serverTools: _, ...capabilities } = allCapabilities
    const view = await openTimes(apps.restaurant, 'restaurant', { capabilities })
    await view.frame.locator('.time input').first().check()
    const text = await view.frame.locator('#ask-text').inputValue()
    assert.match(text, /^Book a table, 4 guests, Friday 20 November 2026 at \d\d:\d\d\.$/)
    await view.frame.locator('#ask').click()
    await view.frame.getByText('Sent to the assistant.').first().waitFor()
    const { messages, calls } = await view.received()
    assert.deepEqual(messages, [{ role: 'user', content: [{ type: 'text', text }] }])
    assert.deepEqual(calls, [])
  })

  it('passes on no calls and does not answer messages: the guest copies the text', async () => {
    const { serverTools: _, ...capabilities } = allCapabilities
    const options = { capabilities, answersMessages: false }
    const view = await openTimes(apps.salon, 'salon', options)
    await view.frame.locator('#ask').click()
    await view.frame.locator('#copy').click()
    await view.frame.getByText('Copied.').waitFor()
    assert.match((await view.frame.locator('.ask').textContent()) ?? '', /could not be sent/)
  })

  it('passes on neither calls nor messages: the text can be copied', async () => {
    const view = await openTimes(apps.spa, 'spa', { capabilities: {} })
    assert.equal(await view.frame.locator('#ask').count(), 0)
    assert.match(await view.frame.locator('#ask-text').inputValue(), /Which times are free\?$/)
    await view.frame.locator('#copy').click()
    await view.frame.getByText('Copied.').waitFor()
  })
})

describe('the view for every guest', { skip }, () => {
  it('can be used with the keyboard alone', async () => {
    const view = await openTimes(apps.restaurant, 'restaurant')
    const { page, frame } = view
    const focused = () => frame.evaluate('document.activeElement.id') as Promise<string>
    const tabTo = async (id: string) => {
      for (let count = 0; count < 15 && (await focused()) !== id; count++) {
        await page.keyboard.press('Tab')
      }
      assert.equal(await focused(), id)
    }
    await frame.locator('#language').focus()
    await tabTo('pick-0')
    await tabTo(`day-${friday}`)
    await page.keyboard.press('ArrowRight')
    await frame.locator('#times', { hasText: 'Saturday 21 November' }).waitFor()
    await frame.locator('.times[aria-busy=false] .time').first().waitFor()
    assert.equal(await focused(), 'day-2026-11-21')
    await page.keyboard.press('Tab')
    await frame.locator('.time input:focus').waitFor()
    await page.keyboard.press('Space')
    await frame.locator('#name').waitFor()
    await tabTo('name')
    await page.keyboard.type(guest.name)
    await tabTo('phone')
    await page.keyboard.type(guest.phone)
    await page.keyboard.press('Enter')
    await frame.locator('#agree').waitFor()
    assert.equal(await focused(), 'heading')
    await tabTo('agree')
    await page.keyboard.press('Space')
    await tabTo('send')
    await page.keyboard.press('Enter')
    assert.match((await frame.locator('.code').textContent()) ?? '', /^BAN-/)
    assert.equal(await focused(), 'heading')
  })

  it('switches the language everywhere, also of what the shop says', async () => {
    const view = await openTimes(apps.spa, 'spa')
    const { frame } = view
    const main = frame.locator('main')
    await frame.locator('.time input').first().check()
    await fillContact(view)
    await review(view)
    await frame.locator('#language').click()
    await frame.locator('.consent', { hasText: 'Tôi đồng ý' }).waitFor()
    assert.match((await main.textContent()) ?? '', /Xem lại trước khi gửi.*Giờ Việt Nam/s)
    await send(view)
    assert.match((await main.textContent()) ?? '', /Đã gửi yêu cầu/)
    await frame.locator('#language').click()
    await frame.locator('.lead', { hasText: /The front desk|Staff|Status/ }).waitFor()
  })

  for (const [turn, trade] of trades.entries()) {
    for (const [index, theme] of (['light', 'dark'] as const).entries()) {
      // Each trade in both themes and both languages, and each theme in both languages.
      const locale = (turn + index) % 2 === 0 ? 'vi' : 'en'
      it(`has no barrier at 320 px: ${trade}, ${theme}, ${locale}`, async () => {
        const view = await openTimes(apps[trade], trade, { width: 320, theme, locale })
        const { frame } = view
        const check = async (screen: string) => {
          assert.deepEqual(await findViolations(frame), [], screen)
          const targets = 'button, select, label:has(input), input:not(label input), a'
          assert.deepEqual(await findTooSmall(frame, targets, { width: 44, height: 44 }), [])
          assert.equal(await isTooWide(frame), false, screen)
        }
        await frame.locator('.time input').first().check()
        await fillContact(view)
        await check('choose')
        await review(view)
        await check('review')
        await send(view)
        await check('sent')
        assert.deepEqual(view.errors, [])
      })
    }
  }

  it('does not move what is already there when times arrive', async () => {
    const view = await openTimes(apps.restaurant, 'restaurant', { width: 320 })
    // On the page: choosing a day may scroll a frame that was not resized yet.
    // From the root, because the title is drawn again when times arrive.
    const top = () =>
      view.frame
        .locator('html')
        .evaluate(
          (html) =>
            html.querySelector('#times').getBoundingClientRect().top -
            html.getBoundingClientRect().top,
        )
    const before = await top()
    await view.frame.locator('#day-2026-11-21').check()
    await view.frame.locator('#times', { hasText: '21 November' }).waitFor()
    await view.frame.locator('.times[aria-busy=false] .time').first().waitFor()
    assert.equal(await top(), before)
  })
})
