/** What staff must ask the guest first is stored and shown, whether or not the guest ticked a box. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { book, guest } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openBefore, prepare } from './support/lifetime.ts'
import { openReceiver } from './support/receivers.ts'
import { partOf, visibleTextOf } from './support/screen.ts'
import { loadSampleShop, startShop } from './support/shop.ts'

/** A salon that speaks to every guest who wants color. */
function loadCarefulSalon() {
  const shop = loadSampleShop('salon')
  const requiresStaffCall: typeof shop.booking.requiresStaffCall = ({ offerId }) =>
    offerId === 'phu-bac-ngan'
  return { ...shop, booking: { ...shop.booking, requiresStaffCall } }
}

const receiver = openBefore(() => openReceiver())
prepare(() => receiver.respondWith({ status: 200, body: { ok: true, result: {} } }))
const app = openBefore(() =>
  startShop('salon', {
    shop: loadCarefulSalon(),
    writeLimit: 100,
    notifications: {
      ZALO_BOT_TOKEN: 'zalo:secret',
      ZALO_CHATS: 'chat-1',
      ZALO_API_URL: receiver.url,
    },
  }),
)
const hoa = openBefore(() => addStaff(app, 'Hoa'))

const friday = { ...guest, date: '2026-11-20', time: '10:00' }

/** The card of the inbox, the screen of the booking, and the page behind the link in the message to staff. */
async function readScreens(offerId: string): Promise<string[]> {
  const { body } = await book(app, { ...friday, offerId })
  await app.dispatch()
  const message = String(receiver.received.at(-1)?.json().text)
  const [link = ''] = /http\S+\/act\/\S+/.exec(message) ?? []
  const card = partOf(await hoa.read('/'), `id="b-${body.code.replaceAll('-', '')}"`, '</article>')
  const pages = [card, await hoa.read(`/bookings/${body.code}`), await (await fetch(link)).text()]
  return pages.map(visibleTextOf)
}

it('a service that staff must speak about is marked although no box was ticked', async () => {
  const [card = '', screen = '', link = ''] = await readScreens('phu-bac-ngan')
  assert.match(card, /Cần hỏi khách trước/)
  assert.match(screen, /Cần hỏi khách trước/)
  assert.match(screen, /thử thuốc sau tai trước khi nhuộm/)
  assert.match(link, /xin xem ở quầy trước khi xác nhận/)
})

it('a service that needs no call is not marked', async () => {
  const pages = await readScreens('cat-nu')
  for (const page of pages) {
    assert.match(page, /10:00/)
    assert.doesNotMatch(page, /Cần hỏi khách trước|thử thuốc|trước khi xác nhận/)
  }
})
