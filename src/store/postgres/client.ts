/** Opens and closes clients of the driver. */
import pg, { type Client, type ClientConfig } from 'pg'
import { type PostgresTimeouts, timeouts } from './timeouts.ts'

const closeTimeoutMs = 1_000

export async function openClient(
  config: ClientConfig,
  { connectMs, responseMs }: Pick<PostgresTimeouts, 'connectMs' | 'responseMs'> = timeouts,
): Promise<Client> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: connectMs,
    query_timeout: responseMs,
  })
  // An error event without a listener ends the process. The queries in flight report the error.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}

/** Calls the listener when the connection fails or ends, possibly twice. */
export function onDisconnect(client: Client, listener: () => void): void {
  client.on('error', listener)
  client.on('end', listener)
}

/** Closes gracefully, but destroys the socket of a server that does not respond. */
export async function closeClient(client: Client | undefined): Promise<void> {
  if (!client) return
  const timer = setTimeout(() => client.connection.stream.destroy(), closeTimeoutMs)
  await client.end().catch(() => {})
  clearTimeout(timer)
}
