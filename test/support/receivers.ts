/** Receivers of messages on this machine: a web server and a mail server with configurable reactions. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { closeAfter } from './lifetime.ts'
import { type ParsedMail, parseMail } from './mail.ts'
import { createQueue } from './queue.ts'

export type Received = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** The body as JSON. */
  json(): Record<string, unknown>
}

export type Reaction =
  | { status: number; headers?: Record<string, string>; body?: string | object }
  /** Accepts the request and does not respond. */
  | 'hang'
  /** Sends a successful status and never ends the body. */
  | 'hang after headers'
  /** Sends something other than HTTP. */
  | 'malformed'
  /** Closes the connection. */
  | 'drop'

export type Receiver = {
  /** "http://127.0.0.1:4711" */
  url: string
  port: number
  received: Received[]
  /** The number of opened connections, with any result. */
  connections: number
  /** One reaction for each of the next requests, the last one for all later ones; 200 by default. */
  respondWith(...reactions: Reaction[]): void
  /** The oldest request that was not read before. */
  next(timeoutMs?: number): Promise<Received>
  close(): Promise<void>
}

/** It closes after the tests of the file. */
export async function openReceiver(): Promise<Receiver> {
  let script: Reaction[] = [{ status: 200 }]
  const queue = createQueue<Received>('no request came')
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const body = Buffer.concat(parts)
    queue.add({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body,
      json: () => JSON.parse(body.toString()) as Record<string, unknown>,
    })
    react(response, (script.length > 1 ? script.shift() : script[0]) ?? { status: 200 })
  })
  server.on('connection', () => {
    receiver.connections++
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    port,
    received: queue.all,
    connections: 0,
    respondWith(...reactions) {
      script = reactions
    },
    next: queue.next,
    async close() {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
  closeAfter(receiver.close)
  return receiver
}

function react(response: ServerResponse, reaction: Reaction): void {
  if (reaction === 'hang') return
  if (reaction === 'drop') response.destroy()
  else if (reaction === 'malformed') response.socket?.end('Hello, who is there?\r\n\r\n')
  else if (reaction === 'hang after headers') {
    response.writeHead(200, { 'content-length': '10' }).write('part')
  } else {
    const { status, headers = {}, body = '' } = reaction
    response.writeHead(status, headers)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

export type Mail = ParsedMail & {
  from: string
  to: string[]
  raw: string
  subject: string
}

export type MailReaction =
  | 'take'
  /** Never responds. */
  | 'hang'
  /** Accepts the whole message, and closes the connection. */
  | 'drop'
  /** The delay for each message. */
  | { milliseconds: number }
  | number

export type Mailbox = {
  /** "smtp://127.0.0.1:4711" */
  url: string
  mails: Mail[]
  /** How often a message arrived while the same one was still being accepted. */
  overlapping: number
  /** The reaction to mail from now on: a number rejects the recipient with this reply code. */
  react(reaction: MailReaction): void
  /** Closes every connection, as a restart would. */
  hangUp(): void
  /** The oldest message that was not read before. */
  nextMail(timeoutMs?: number): Promise<Mail>
  close(): Promise<void>
}

export type MailboxOptions = {
  /** The required login; without it, no authentication is needed. */
  login?: { user: string; password: string }
  /** TLS from the first byte, with a self-signed certificate. */
  secure?: boolean
}

/** It closes after the tests of the file. */
export async function openMailbox(options: MailboxOptions = {}): Promise<Mailbox> {
  const mailbox = await runMailbox(options)
  closeAfter(mailbox.close)
  return mailbox
}

/** The same outside of tests; the caller closes it. */
export async function runMailbox({ login, secure = false }: MailboxOptions = {}): Promise<Mailbox> {
  let reaction: MailReaction = 'take'
  const sockets = new Set<Socket>()
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  const queue = createQueue<Mail>('no mail came')
  const inProgress = new Set<string>()

  /** Sends the reply that the message was accepted, if the reaction includes one. */
  const acknowledge = (id: string, done: () => void) => {
    if (reaction === 'drop') return hangUp()
    if (typeof reaction !== 'object') return done()
    if (inProgress.has(id)) mailbox.overlapping++
    inProgress.add(id)
    setTimeout(() => {
      inProgress.delete(id)
      done()
    }, reaction.milliseconds)
  }

  const server = new SMTPServer({
    secure,
    logger: false,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 10,
    onConnect(_session, done) {
      if (reaction !== 'hang') done()
    },
    onAuth({ username, password }, _session, done) {
      const known = username === login?.user && password === login?.password
      done(known ? null : new Error('Invalid login'), known ? { user: username } : undefined)
    },
    onRcptTo({ address }, _session, done) {
      if (typeof reaction !== 'number') return done()
      done(Object.assign(new Error(`${address} is refused`), { responseCode: reaction }))
    },
    onData(stream, { envelope }, done) {
      readText(stream).then((raw) => {
        const read = parseMail(raw)
        queue.add({
          ...read,
          raw,
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          subject: read.headers.get('subject') ?? '',
        })
        acknowledge(read.headers.get('message-id') ?? '', done)
      }, done)
    },
  })
  // A client that disconnects early is not an error of the mail server.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  listening.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const mailbox: Mailbox = {
    url: `${secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails: queue.all,
    overlapping: 0,
    react(next) {
      reaction = next
    },
    hangUp,
    nextMail: queue.next,
    async close() {
      if (listening.listening) await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return mailbox
}
