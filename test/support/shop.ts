/** A running app on a free port of this machine, with a sample shop as its content. */
import { after } from 'node:test'
import { type AppOptions, createApp } from '../../src/app.ts'
import { sampleFolder } from '../../src/config.ts'
import type { Shop } from '../../src/domain/trade.ts'
import { createLog, type LogLevel } from '../../src/http/log.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { findTrade } from '../../src/variants/index.ts'

export const variants = ['restaurant', 'spa'] as const
export const languages = ['vi', 'en'] as const

/** What stands in links; where the app really listens is the running app's own business. */
export const base = 'https://shop.example'

export type Running = {
  shop: Shop
  port: number
  log: string[]
  get(path: string, init?: RequestInit): Promise<Response>
  json(path: string, init?: RequestInit): Promise<Record<string, unknown>>
  stop(): Promise<void>
}

export function openShop(variant: string): Shop {
  return findTrade(variant).open(sampleFolder(variant))
}

/** Call it at the top of a test file: it stops when the file's tests are done. */
export async function startShop(
  variant: string,
  options: Partial<AppOptions> & { logLevel?: LogLevel; shop?: Shop } = {},
): Promise<Running> {
  const { logLevel = 'info', shop = openShop(variant), ...rest } = options
  const lines: string[] = []
  const log = createLog(logLevel, Date.now, (text) => lines.push(text))
  const app = await createApp(shop, { baseUrl: base, writeLimit: 5, ...rest })
  const server = createHttpServer(app, log)
  const { port } = await server.listen(0, '127.0.0.1')
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= server.stop(1000)
    return stopped
  }
  after(stop)

  const get = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
  return {
    shop,
    port,
    get log() {
      log.flush()
      return lines
    },
    get,
    json: async (path, init) => (await (await get(path, init)).json()) as Record<string, unknown>,
    stop,
  }
}
