/** An open stream of server-sent events, read as a browser reads it. */
import { createQueue } from './queue.ts'

export type StreamEvent = { event: string; id: string; data: Record<string, unknown>; at: number }

export type Stream = {
  status: number
  headers: Headers
  /** Everything but the heartbeat. */
  events: StreamEvent[]
  beats: number
  /** The oldest event that was not read before. */
  next(timeoutMs?: number): Promise<StreamEvent>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close(): void
}

export async function openStream(url: string, headers: Record<string, string>): Promise<Stream> {
  const leaving = new AbortController()
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
  })
  const queue = createQueue<StreamEvent>('no event came')
  const stream: Stream = {
    status: response.status,
    headers: response.headers,
    events: queue.all,
    beats: 0,
    next: queue.next,
    ended: read(),
    close: () => leaving.abort(),
  }

  async function read(): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    try {
      for await (const part of response.body ?? []) {
        text += decoder.decode(part as Uint8Array, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) handleBlock(block)
      }
    } catch (error) {
      if (!leaving.signal.aborted) throw error
    }
  }

  function handleBlock(block: string): void {
    const fields = new Map(
      block.split('\n').map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 1).trim()]
      }),
    )
    const event = fields.get('event')
    if (event === 'beat') stream.beats++
    else if (event !== undefined) {
      const data = JSON.parse(fields.get('data') ?? '{}') as Record<string, unknown>
      queue.add({ event, id: fields.get('id') ?? '', data, at: performance.now() })
    }
  }

  return stream
}
