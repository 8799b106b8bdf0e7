import type { Client } from 'pg'

/** Lets whatever is sent on a connection until the end of this turn leave at once: one way, one write. */
export function corkUntilNextTick(client: Client): void {
  const { stream } = client.connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
