/** Emails, as a mail server receives them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, it } from 'node:test'
import { guestMail, staffMail } from '../src/channels/email.ts'
import { createMailServer } from '../src/channels/mail-server.ts'
import type { DeliveryFailure } from '../src/kernel/channel.ts'
import { openChannel, openTogether } from './support/channels.ts'
import { deliveryFailureOf, message } from './support/events.ts'
import { openMailbox, openReceiver } from './support/receivers.ts'
import { assertElapsed } from './support/timing.ts'

describe('email', async () => {
  const mailbox = await openMailbox()
  const from = 'Quán Sen <desk@sen.example>'
  const createMailChannel = (url = mailbox.url) => createMailServer({ url, from, timeoutMs: 2_500 })
  const mail = createMailChannel()
  const calendar = 'BEGIN:VCALENDAR\r\nSUMMARY:Quán Sen · Bàn\r\nEND:VCALENDAR\r\n'

  it('contains the text and the sender', async () => {
    const { link: _, ...plain } = message
    await mail.send(plain, 'chi.lan@sen.example')
    const sent = await mailbox.nextMail()
    assert.deepEqual([sent.from, sent.to], ['desk@sen.example', ['chi.lan@sen.example']])
    assert.equal(sent.subject, message.title)
    assert.equal(sent.text.trimEnd(), message.text)
    assert.equal(sent.headers.get('from'), from)
    assert.equal(sent.headers.get('to'), 'chi.lan@sen.example')
    assert.equal(sent.headers.get('auto-submitted'), 'auto-generated')
    assert.match(sent.headers.get('message-id') ?? '', /^<[\w-]+@sen\.example>$/)
  })

  it('can be unsubscribed in one click if it belongs to a mailing list', async () => {
    const unsubscribeUrl = `https://sen.example/newsletter/leave?token=${'a'.repeat(80)}`
    await mail.send({ ...message, unsubscribeUrl }, 'chi.lan@sen.example')
    await mail.send({ ...message, unsubscribeUrl: 'http://localhost/leave' }, 'chi.lan@sen.example')
    await mail.send(message, 'chi.lan@sen.example')
    const read = async () => {
      const { headers } = await mailbox.nextMail()
      return [headers.get('list-unsubscribe'), headers.get('list-unsubscribe-post')]
    }
    assert.deepEqual(await read(), [`<${unsubscribeUrl}>`, 'List-Unsubscribe=One-Click'])
    assert.deepEqual(await read(), ['<http://localhost/leave>', undefined])
    assert.deepEqual(await read(), [undefined, undefined])
  })

  it('goes to the recipient of the message, ends with its link, and keeps its id', async () => {
    await mail.send({ ...message, to: 'khach@guest.example' }, 'guest')
    await mail.send({ ...message, text: `Xem ${message.link}` }, 'chi.lan@sen.example')
    await mail.send({ ...message, id: 'another' }, 'chi.lan@sen.example')
    const [first, again, other] = [
      await mailbox.nextMail(),
      await mailbox.nextMail(),
      await mailbox.nextMail(),
    ]
    assert.deepEqual(first.to, ['khach@guest.example'])
    assert.equal(first.text.trimEnd(), `${message.text}\r\n\r\n${message.link}`)
    assert.equal(again.text.trimEnd(), `Xem ${message.link}`)
    assert.equal(first.headers.get('message-id'), again.headers.get('message-id'))
    assert.notEqual(first.headers.get('message-id'), other.headers.get('message-id'))
  })

  it('has an HTML version only with data for mail programs, with no markup of others', async () => {
    const text = 'Chào <b>Lan</b> & "Hoa",\n\nxem https://spam.example\nnhé'
    const data = { '@type': 'Reservation', name: '</script><img src=x>' }
    await mail.send({ ...message, text, structuredData: { locale: 'vi', data } }, 'chi@sen.example')
    const { parts } = await mailbox.nextMail()
    assert.deepEqual(
      parts.map(({ headers }) => headers.get('content-type')?.split(';')[0]),
      ['text/plain', 'text/html'],
    )
    assert.equal(parts[0]?.text.trimEnd(), `${text}\n\n${message.link}`.replaceAll('\n', '\r\n'))
    const html = parts[1]?.text ?? ''
    assert.match(html, /<html lang="vi">/)
    assert.match(html, /<p>Chào &lt;b&gt;Lan&lt;\/b&gt; &amp; &quot;Hoa&quot;,<\/p>/)
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    assert.deepEqual(JSON.parse(json), data)
    const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)
    assert.deepEqual(links, [message.link])
    assert.doesNotMatch(html, /<img/)
  })

  it('attaches a calendar entry that requests no reply, and other files unchanged', async () => {
    const attachments = [
      { name: 'dat-ban.ics', type: 'text/calendar', body: calendar },
      { name: 'ghi-chú.csv', type: 'text/csv; charset=utf-8', body: 'a,b' },
    ]
    await mail.send({ ...message, attachments }, 'chi.lan@sen.example')
    const { parts } = await mailbox.nextMail()
    assert.equal(parts.length, 3)
    const [, entry, table] = parts
    const type = entry?.headers.get('content-type') ?? ''
    assert.match(type, /^text\/calendar; charset=utf-8; method=PUBLISH/)
    assert.match(entry?.headers.get('content-disposition') ?? '', /^attachment; .*dat-ban\.ics/)
    assert.equal(entry?.text, calendar)
    assert.match(table?.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/)
    assert.equal(table?.text, 'a,b')
  })

  it('does not allow header injection', async () => {
    const title = 'Bàn\r\nBcc: spy@evil.example\r\n\r\n\u0000Text\u2028end'
    await mail.send({ ...message, title, text: '.\r\nDATA\r\n.' }, 'chi.lan@sen.example')
    const sent = await mailbox.nextMail()
    assert.equal(sent.subject, 'Bàn Bcc: spy@evil.example Text end')
    assert.deepEqual([sent.to, sent.headers.has('bcc')], [['chi.lan@sen.example'], false])
    assert.equal(sent.text.trimEnd(), `.\r\nDATA\r\n.\r\n\r\n${message.link}`)
  })

  for (const address of [
    ...['', 'lan', 'a@b@c.example', 'a@b.example, spy@evil.example', 'Lan <a@b.example>'],
    ...['a@b.example\r\nRCPT TO:<spy@evil.example>', 'a@b.example>', 'group:a@b.example;'],
  ]) {
    it(`rejects ${JSON.stringify(address)} as an address`, async () => {
      const failure = await deliveryFailureOf(mail.send(message, address))
      assert.deepEqual(failure, { reason: 'not an email address', final: true })
    })
  }

  const replies: [number, DeliveryFailure][] = [
    [450, { reason: 'status 450' }],
    [550, { reason: 'status 550', final: true }],
    [553, { reason: 'status 553', final: true }],
  ]
  for (const [reply, failure] of replies) {
    it(`handles the reply ${reply}, and works afterwards`, async () => {
      mailbox.react(reply)
      assert.deepEqual(await deliveryFailureOf(mail.send(message, 'ghost@sen.example')), failure)
      mailbox.react('take')
      await mail.send({ ...message, id: `after ${reply}` }, 'chi.lan@sen.example')
      assert.deepEqual((await mailbox.nextMail()).to, ['chi.lan@sen.example'])
    })
  }

  it('times out if the server sends nothing (timing)', async () => {
    mailbox.react('hang')
    const hasty = createMailChannel()
    const began = performance.now()
    const failure = await deliveryFailureOf(hasty.send(message, 'chi.lan@sen.example'))
    assert.deepEqual(failure, { reason: 'timed out' })
    assertElapsed(began, { belowMs: 8_000 })
    await hasty.close()
    mailbox.react('take')
  })

  it('times out if the server sends an endless reply (timing)', async () => {
    const chatter = createServer((socket) => {
      socket.resume().write('220 Welcome\r\n')
      const talk = setInterval(() => socket.write('250-and so on\r\n'), 20)
      socket.on('error', () => {})
      socket.on('close', () => clearInterval(talk))
    })
    chatter.listen(0, '127.0.0.1')
    await once(chatter, 'listening')
    const { port } = chatter.address() as AddressInfo
    const patient = createMailServer({ url: `smtp://127.0.0.1:${port}`, from, timeoutMs: 150 })
    const began = performance.now()
    const failure = await deliveryFailureOf(patient.send(message, 'chi.lan@sen.example'))
    // Depends on what ends first: the time for the greeting or the longest reply.
    assert.match(String(failure.reason), /^(connection lost|timed out)$/)
    assertElapsed(began, { belowMs: 8_000 })
    await new Promise((resolve) => chatter.close(resolve))
  })

  it('reports why the connection failed', async () => {
    const [closed, locked, unknown] = [
      await openReceiver(),
      await openMailbox({ secure: true }),
      await openMailbox({ login: { user: 'sen', password: 'right' } }),
    ]
    await closed.close()
    const known = unknown.url.replace('://', '://sen:right@')
    const wrong = unknown.url.replace('://', '://sen:wrong@')
    const cases: [url: string, reason: string][] = [
      [closed.url.replace('http', 'smtp'), 'connection refused'],
      [locked.url, 'certificate not valid'],
      [wrong, 'sign-in rejected'],
    ]
    for (const [url, reason] of cases) {
      const channel = createMailChannel(url)
      const failure = await deliveryFailureOf(channel.send(message, 'chi.lan@sen.example'))
      assert.deepEqual(failure, { reason }, url)
      await channel.close()
    }
    const authorized = createMailChannel(known)
    await authorized.send(message, 'chi.lan@sen.example')
    assert.equal((await unknown.nextMail()).subject, message.title)
    await authorized.close()
  })

  it('to guests and to staff shares one mail server, and a test goes to the shop itself', async () => {
    const settings = {
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'desk@sen.example',
      STAFF_MAIL: 'a@sen.example, b@sen.example',
    }
    const guests = openChannel(guestMail, settings)
    await guests.send(message, 'guest')
    assert.deepEqual((await mailbox.nextMail()).to, ['desk@sen.example'])
    await guests.close?.()
    const staff = openChannel(staffMail, settings)
    assert.deepEqual(await staff.listTargets(), ['a@sen.example', 'b@sen.example'])
    const [first, second] = openTogether([guestMail, staffMail], settings)
    assert.ok(first && first.send === second?.send)
  })

  it('needs a sender with an address, and can be closed', async () => {
    assert.throws(() => createMailServer({ url: mailbox.url, from: 'Quán Sen' }))
    await mail.close()
    await mail.send({ ...message, id: 'after the close' }, 'chi.lan@sen.example')
    await mailbox.nextMail()
    await mail.close()
  })
})
