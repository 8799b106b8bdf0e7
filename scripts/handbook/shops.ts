/** The shops whose pages are pictured: the demo of a trade, or its sample after the first start. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reserveUrl } from '../../test/support/reserved-url.ts'

export type PictureShop = {
  siteUrl: string
  deskUrl: string
  joinUrl: string
  stop(): Promise<void>
}

/** The last line of the demo is after the sign-in link. */
export const startDemo = (root: string, trade: string) =>
  startShop(root, trade, ['demo'], /\/join\/\S+[\s\S]*demo/i)

export const startSite = (root: string, trade: string) =>
  startShop(root, trade, [], /\/join\/\S+\s/)

async function startShop(
  root: string,
  trade: string,
  command: readonly string[],
  isOpen: RegExp,
): Promise<PictureShop> {
  const [site, desk] = [await reserveUrl(), await reserveUrl()]
  const folder = mkdtempSync(join(tmpdir(), 'letan-handbook-'))
  const portOf = (address: string) => new URL(address).port
  const environment = {
    ...process.env,
    ...{ VARIANT: trade, LANG: 'vi_VN.UTF-8', TMPDIR: folder },
    ...{ HOST: '127.0.0.1', PORT: portOf(site.address) },
    ...{ DESK_HOST: '127.0.0.1', DESK_PORT: portOf(desk.address) },
    DATABASE_URL: join(folder, 'shop.sqlite'),
  }
  await site.close()
  await desk.close()
  const child = spawn(process.execPath, [join(root, 'bin/letan.js'), ...command], {
    env: environment,
  })
  const output = await readUntil(child, isOpen)
  const [, link = ''] = /(\/join\/\S+)/.exec(output) ?? []
  return {
    siteUrl: site.address,
    // A browser sends the cookie of the session only over HTTPS, and to localhost.
    deskUrl: desk.address.replace('127.0.0.1', 'localhost'),
    joinUrl: desk.address + link,
    async stop() {
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      await closed
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function readUntil(child: ChildProcess, isOpen: RegExp): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const read = (part: Buffer) => {
      output += part
      if (isOpen.test(output)) resolve(output)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('close', () => reject(new Error(output)))
  })
}
