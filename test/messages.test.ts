/** Messages about bookings: to staff, to guests and to programs, at each trade. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { channels } from '../src/channels/channels.ts'
import type { ChannelMessage } from '../src/kernel/channel.ts'
import { book } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import {
  checkCalendar,
  createMessageCollector,
  deskUrl,
  fullRequestOf,
  guest,
  offersOf,
  secrets,
  statusPatterns,
} from './support/message-collector.ts'
import { samples } from './support/samples.ts'
import { base, languages, loadSampleShop, startShop, trades } from './support/shop.ts'

for (const trade of trades) {
  for (const locale of languages) {
    describe(`${trade}, ${locale}: messages about a booking`, () => {
      const app = openBefore(() => startShop(trade, { writeLimit: 10_000 }))
      const { business } = loadSampleShop(trade)
      const { request, storedRow, responseDeadline, otherTimes } = samples[trade]
      const [otherTime, thirdTime] = otherTimes
      let offer = ''
      let collectMessages: ReturnType<typeof createMessageCollector>
      before(() => {
        offer = offersOf(app)(storedRow.offer_id)[locale]
        collectMessages = createMessageCollector(app, locale)
      })
      let code = ''
      let version = 0
      const nextAction = () => ({ code, version: version++, actor: 'mai' })
      const requestBooking = async (more: object = {}) => {
        const { status, body } = await book(app, { ...fullRequestOf(trade), locale, ...more })
        assert.equal(status, 202)
        code = body.code
        version = 1
      }
      const requestChange = async (body: object) => {
        const path = `/api/booking/${code}/change`
        const response = await app.post(path, { phone_last4: '5678', consent: '1', ...body })
        assert.ok(response.ok, await response.text())
        version++
      }

      /** Checks that apply to every email to a guest about a booking. */
      const checkMail = (mails: ChannelMessage[] | undefined, status: string): ChannelMessage => {
        assert.equal(mails?.length, 1)
        const [mail] = mails
        assert.ok(mail)
        assert.equal(mail.to, guest.email)
        assert.ok(mail.title.startsWith(`${business.name}: `) && mail.title.endsWith(code))
        const page = `${base}${locale === 'en' ? '/en' : ''}/booking/${code}`
        assert.equal(mail.link, page)
        const { street } = business.address
        for (const part of [offer, street, code, page, business.phone]) {
          assert.ok(mail.text.includes(part), `${part} in\n${mail.text}`)
        }
        assert.match(mail.text, /20\/11\/2026, |20 November 2026, /)
        assert.match(mail.text, /^(Chào bạn|Hello),\n\n/)
        assert.match(mail.text, /Đây có phải địa chỉ của bạn không|Is this your address/)
        // The address is not confirmed, so nothing in it was typed, except the address itself.
        assert.doesNotMatch(JSON.stringify({ ...mail, to: '' }), secrets)
        assert.doesNotMatch(mail.text, /undefined|null|NaN/)
        assert.deepEqual(mail.facts, {})
        checkCalendar(mail, code, status)
        return mail
      }

      const checkStaff = (
        messages: Record<string, ChannelMessage[]>,
        kind: string,
      ): ChannelMessage => {
        for (const { name, audience } of channels) {
          if (audience !== 'staff') continue
          assert.deepEqual(
            messages[name]?.map((message) => message.kind),
            [kind],
            name,
          )
        }
        const { zalo, webhook } = messages
        assert.ok(zalo?.[0] && webhook?.[0])
        const facts = webhook[0].facts
        assert.deepEqual(
          [facts.code, facts.party_size, (facts.offer as { name: string }).name],
          [code, storedRow.party_size, offer],
        )
        return zalo[0]
      }

      const nothingPrivate = (messages: Record<string, ChannelMessage[]>) => {
        const { 'guest-mail': _mail, ...others } = messages
        assert.doesNotMatch(JSON.stringify(others), secrets)
      }

      it('a request tells staff the details and the deadline, and the guest that it is pending', async () => {
        await requestBooking()
        const messages = await collectMessages()
        nothingPrivate(messages)
        const mail = checkMail(messages['guest-mail'], 'TENTATIVE')
        assert.match(mail.text, statusPatterns.pending)
        assert.doesNotMatch(`${mail.title} ${mail.text}`, statusPatterns.confirmed)
        const staffMessage = checkStaff(messages, 'booking.requested')
        const guests = storedRow.party_size
        const title = {
          vi: `Yêu cầu mới: ${guests} khách, T6 20/11 ${request.time}, ${offer}`,
          en: `New request: ${guests} guest${guests > 1 ? 's' : ''}, Fri 20 Nov ${request.time}, ${offer}`,
        }
        assert.equal(staffMessage.title, title[locale])
        assert.ok(staffMessage.text.includes(responseDeadline[locale]), staffMessage.text)
        assert.match(staffMessage.text, /: (the )?API\n/)
        assert.match(
          staffMessage.link ?? '',
          /^https:\/\/desk\.example\/act\/[0-9a-f-]+\.[\w-]{43}$/,
        )
        assert.ok(messages.email?.[0]?.text.startsWith(staffMessage.title))
        const facts = messages.webhook?.[0]?.facts
        assert.deepEqual(
          [facts?.status, facts?.date, facts?.version, facts?.source],
          ['pending', '2026-11-20', 1, 'api'],
        )
      })

      it('a confirmation contains the accepted terms', async () => {
        await app.desk.confirm(nextAction())
        const messages = await collectMessages()
        nothingPrivate(messages)
        const mail = checkMail(messages['guest-mail'], 'CONFIRMED')
        assert.match(mail.title, statusPatterns.confirmed)
        assert.doesNotMatch(mail.text, statusPatterns.pending)
        assert.deepEqual(messages.zalo, [])
        assert.equal(messages.webhook?.[0]?.kind, 'booking.confirmed')
        assert.equal(messages.webhook?.[0]?.facts.status, 'confirmed')
      })

      it('a change request tells staff the new time', async () => {
        const time = otherTime
        await requestChange({ kind: 'move', date: '2026-11-21', time, note: guest.note })
        const messages = await collectMessages()
        nothingPrivate(messages)
        assert.deepEqual(messages['guest-mail'], [])
        const staffMessage = checkStaff(messages, 'booking.change_requested')
        assert.match(staffMessage.title, /^(Khách xin đổi giờ|New time requested): /)
        assert.ok(
          staffMessage.text.includes(`${{ vi: 'T7 21/11', en: 'Sat 21 Nov' }[locale]} ${time}`),
        )
        assert.match(staffMessage.link ?? '', /\/act\//)
        assert.deepEqual(messages.webhook?.[0]?.facts.change, {
          kind: 'move',
          date: '2026-11-21',
          time,
        })
      })

      it('a move contains the old and the new time', async () => {
        const before = request.time
        await app.desk.move({ ...nextAction(), date: '2026-11-20', time: otherTime })
        const messages = await collectMessages()
        nothingPrivate(messages)
        const mail = checkMail(messages['guest-mail'], 'CONFIRMED')
        const day = { vi: 'Thứ Sáu 20/11/2026', en: 'Friday 20 November 2026' }[locale]
        const both = { vi: 'từ % sang #.', en: 'from % to #.' }[locale]
        const words = both.replace('%', `${day}, ${before}`).replace('#', `${day}, ${otherTime}`)
        assert.ok(mail.text.includes(words), mail.text)
        assert.match(mail.text, statusPatterns.confirmed)
        assert.equal(messages.webhook?.[0]?.facts.to, `2026-11-20 ${otherTime}`)
      })

      it('a proposal of other times lists them and explains how to answer', async () => {
        const targets = [
          { date: '2026-11-21', time: '11:00' },
          { date: '2026-11-22', time: '12:30' },
        ]
        await app.desk.offer({ ...nextAction(), targets })
        const messages = await collectMessages()
        nothingPrivate(messages)
        const { text } = checkMail(messages['guest-mail'], 'CONFIRMED')
        assert.match(text, /- (Thứ Bảy 21\/11\/2026|Saturday 21 November 2026), 11:00–/)
        assert.match(text, /- (Chủ nhật|Chủ Nhật|Sunday) 22.*, 12:30–/)
        assert.deepEqual(messages.webhook?.[0]?.facts.times, [
          '2026-11-21 11:00',
          '2026-11-22 12:30',
        ])
        const offers = messages.webhook?.[0]?.facts.offers as { starts_at: string }[]
        assert.deepEqual(
          offers.map(({ starts_at }) => starts_at.slice(0, 16)),
          ['2026-11-21T11:00', '2026-11-22T12:30'],
        )
      })

      it('a cancellation contains the reason unless the guest requested it', async () => {
        await app.desk.cancel({ ...nextAction(), reason: 'Ống nước vỡ.' })
        const messages = await collectMessages()
        nothingPrivate(messages)
        const mail = checkMail(messages['guest-mail'], 'CANCELLED')
        assert.match(mail.text, /(Lý do|Reason): Ống nước vỡ\./)
        assert.doesNotMatch(JSON.stringify(messages.webhook), /Ống nước/)

        await requestBooking({ time: otherTime })
        await app.desk.confirm(nextAction())
        await collectMessages()
        await requestChange({ kind: 'cancel' })
        const [staffMessage] = (await collectMessages()).zalo ?? []
        assert.match(staffMessage?.title ?? '', /^(Khách xin huỷ|Cancellation requested): /)
        await app.desk.cancel({ ...nextAction(), reason: 'khách xin' })
        const { text } = checkMail((await collectMessages())['guest-mail'], 'CANCELLED')
        assert.match(text, /Theo yêu cầu của bạn|As you requested/)
        assert.doesNotMatch(text, /khách xin/)
      })

      it('a declined request contains the reason, and a reversal is sent too', async () => {
        await requestBooking({ time: otherTime })
        await collectMessages()
        await app.desk.decline({ ...nextAction(), reason: 'Hôm đó có tiệc.' })
        const rejected = checkMail((await collectMessages())['guest-mail'], 'CANCELLED')
        assert.match(rejected.text, /(Lý do|Reason): Hôm đó có tiệc\./)
        assert.ok(rejected.text.includes(`${base}${locale === 'en' ? '/en' : ''}/booking `))
        await app.desk.undo(nextAction())
        const again = await collectMessages()
        nothingPrivate(again)
        const mail = checkMail(again['guest-mail'], 'TENTATIVE')
        assert.match(mail.title, /lại đang chờ|pending again/)
        assert.match(mail.text, statusPatterns.pending)
        assert.doesNotMatch(`${mail.title} ${mail.text}`, statusPatterns.confirmed)
        assert.equal(again.webhook?.[0]?.facts.undone, 'declined')
      })

      it('a move of a pending request never states that it is confirmed', async () => {
        await app.desk.move({ ...nextAction(), date: '2026-11-20', time: thirdTime })
        const mail = checkMail((await collectMessages())['guest-mail'], 'TENTATIVE')
        assert.match(mail.text, statusPatterns.pending)
        assert.doesNotMatch(`${mail.title} ${mail.text}`, statusPatterns.confirmed)
        await app.desk.offer({ ...nextAction(), targets: [{ date: '2026-11-21', time: '11:00' }] })
        const other = checkMail((await collectMessages())['guest-mail'], 'TENTATIVE')
        assert.doesNotMatch(`${other.title} ${other.text}`, statusPatterns.confirmed)
      })

      it('an expired request sends the guest an apology and asks staff to call', async () => {
        const { now } = app.clock
        app.clock.now = Date.UTC(2026, 10, 20, 14)
        assert.equal(await app.desk.expire(), 1)
        const messages = await collectMessages()
        app.clock.now = now
        nothingPrivate(messages)
        const mail = checkMail(messages['guest-mail'], 'CANCELLED')
        assert.match(mail.text, /xin lỗi|sorry/)
        const staffMessage = checkStaff(messages, 'booking.expired')
        assert.equal(staffMessage.link, `${deskUrl}/bookings/${code}`)
        assert.match(staffMessage.text, /Nên gọi|call the guest/)
      })

      it('an erased guest and a guest without an email address get nothing', async () => {
        await requestBooking({ date: '2026-11-25' })
        const erase = 'UPDATE booking_guests SET name = ?, phone = ?, email = NULL WHERE email = ?'
        await app.store.write((sql) => sql.run(erase, '', '', guest.email))
        const messages = await collectMessages()
        assert.deepEqual(messages['guest-mail'], [])
        assert.equal(messages.zalo?.length, 1)
      })
    })
  }
}
