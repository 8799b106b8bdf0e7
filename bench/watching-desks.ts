/** Desks that are open and receive live updates. */
import { type IncomingMessage, get as sendGet } from 'node:http'

export type WatchingDesks = {
  /** Resolves when each desk has received an event that was sent after this call. */
  nextEventOfAll(): Promise<void>
  close(): void
}

export async function openWatchingDesks(
  deskUrl: string,
  cookie: string,
  count: number,
): Promise<WatchingDesks> {
  const page = await (await fetch(deskUrl, { headers: { cookie } })).text()
  const [path] = /\/live\?since=[^"&]+/.exec(page) ?? []
  if (path === undefined) throw new Error('The desk has no URL for its live updates.')
  const streams = await Promise.all(
    Array.from({ length: count }, () => openStream(`${deskUrl}${path}`, cookie)),
  )
  return {
    async nextEventOfAll() {
      await Promise.all(streams.map(nextEvent))
    },
    close() {
      for (const stream of streams) stream.destroy()
    },
  }
}

function openStream(url: string, cookie: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sendGet(url, { headers: { cookie }, agent: false }, (response) => {
      if (response.statusCode === 200) resolve(response.setEncoding('utf8').resume())
      else reject(new Error(`${response.statusCode} instead of a stream of events`))
    }).on('error', reject)
  })
}

/** Comments only keep the connection open. */
function nextEvent(stream: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const onData = (text: string) => {
      if (!text.includes('data:')) return
      stream.off('data', onData)
      resolve()
    }
    stream.on('data', onData)
  })
}
