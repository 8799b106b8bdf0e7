/** Opens and closes clients of the driver. */
import pg, { type Client, type ClientConfig } from 'pg'
import type { ServerAddress, Servers } from './servers.ts'
import { type PostgresTimeouts, timeouts } from './timeouts.ts'

const closeTimeoutMs = 1_000

/** The options of the driver, and the servers to choose from if there are several. */
export type ConnectionConfig = ClientConfig & { servers?: Servers }

type ConnectLimits = Pick<PostgresTimeouts, 'connectMs' | 'responseMs'>

export function openClient(
  { servers, ...config }: ConnectionConfig,
  limits: ConnectLimits = timeouts,
): Promise<Client> {
  const connectTo = (address: ServerAddress) => connect({ ...config, ...address }, limits)
  return servers ? servers.connect(connectTo) : connect(config, limits)
}

const watchIntervalMs = 2_000

/**
 * Calls the listener when another server was promoted, although the one in use still responds. Returns a function that
 * stops watching.
 */
export function watchPrimary(
  { servers, ...config }: ConnectionConfig,
  onPromotion: () => void,
): () => void {
  if (!servers) return () => {}
  const limits = { connectMs: watchIntervalMs / 2, responseMs: watchIntervalMs / 2 }
  const connectTo = (address: ServerAddress) => connect({ ...config, ...address }, limits)
  const timer = setInterval(() => {
    servers.hasNewPrimary(connectTo).then(
      (isNew) => isNew && onPromotion(),
      () => {},
    )
  }, watchIntervalMs).unref()
  return () => clearInterval(timer)
}

async function connect(
  config: ClientConfig,
  { connectMs, responseMs }: ConnectLimits,
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
