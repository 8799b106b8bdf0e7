/** External receivers of guest data: a mail server and a webhook receiver. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

type Receivers = {
  /** Settings of the shop for these receivers. */
  environment: Record<string, string>
  mails: string[]
  hooks: string[]
  close(): Promise<void>
}

/** The mail server rejects addresses at refused.example with an error that contains the address. */
export async function openReceivers(): Promise<Receivers> {
  const mails: string[] = []
  const hooks: string[] = []
  const mailServer = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 10,
    onRcptTo({ address }, _session, done) {
      if (!address.endsWith('@refused.example')) return done()
      done(Object.assign(new Error(`${address} is not here`), { responseCode: 550 }))
    },
    onData(stream, _session, done) {
      readText(stream).then((mail) => {
        mails.push(mail)
        done()
      }, done)
    },
  })
  mailServer.on('error', () => {})
  const hookServer = createServer(async (request, response) => {
    hooks.push(await readText(request))
    response.end()
  })
  const listeningMail = mailServer.listen(0, '127.0.0.1')
  await new Promise<void>((resolve) => listeningMail.once('listening', resolve))
  await new Promise<void>((resolve) => hookServer.listen(0, '127.0.0.1', resolve))
  const port = (server: { address(): unknown }) => (server.address() as AddressInfo).port
  return {
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${port(listeningMail)}`,
      MAIL_FROM: 'shop@example.com',
      STAFF_MAIL: 'staff@example.com',
      WEBHOOKS: `http://127.0.0.1:${port(hookServer)}/hook`,
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
      PRIVATE_TARGETS: 'allow',
    },
    mails,
    hooks,
    async close() {
      hookServer.closeAllConnections()
      await new Promise((resolve) => hookServer.close(resolve))
      await new Promise<void>((resolve) => mailServer.close(() => resolve()))
    },
  }
}
