/** A browser that opens drawings without the headers of the site, and notices whether one runs a script or loads anything. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findChromium, launchChromium } from '../../test/support/browser.ts'
import { ProofSkipped } from '../support/proof.ts'

export type CanaryBrowser = {
  /** A URL that no page of this server names. */
  canary: string
  /** The drawings that were active, opened directly or embedded in a page. */
  findActive(svgs: readonly string[]): Promise<string[]>
  close(): Promise<void>
}

/** Time for scripts and requests after a page has loaded. */
const settleMs = 40

export async function openCanaryBrowser(): Promise<CanaryBrowser> {
  const path = findChromium()
  if (path === undefined) throw new ProofSkipped('it needs Chromium')
  let current = ''
  let isActive = false
  // Without the Content-Security-Policy of the site, so that only the check of the file protects the reader.
  const server = createServer((request, response) => {
    const isEmbedded = request.url === '/embedded'
    if (request.url !== '/drawing.svg' && !isEmbedded) {
      if (request.url?.startsWith('/canary')) isActive = true
      response.writeHead(404).end()
      return
    }
    response.setHeader('Content-Type', isEmbedded ? 'text/html' : 'image/svg+xml')
    response.end(isEmbedded ? embeddingPage : current)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await launchChromium(path)
  const page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  page.on('console', (message) => {
    if (message.text() === 'active') isActive = true
  })
  page.on('request', (request) => {
    // A blocked request does not reach the server.
    if (request.url().startsWith(`${origin}/canary`)) isActive = true
  })
  return {
    canary: `${origin}/canary`,
    async findActive(svgs) {
      const active: string[] = []
      for (const svg of svgs) {
        current = svg
        isActive = false
        for (const address of ['/drawing.svg', '/embedded']) {
          // A drawing that leads to another page interrupts this.
          await page.goto(`${origin}${address}`).catch(() => {
            isActive = true
          })
          await page.mouse.click(40, 40)
          await page.waitForTimeout(settleMs)
        }
        if (isActive) active.push(svg)
        await page.goto('about:blank').catch(() => {})
      }
      return active
    },
    async close() {
      await browser.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

const embeddingPage = `<!doctype html><title>x</title>
<object data="/drawing.svg" type="image/svg+xml"></object><img src="/drawing.svg" alt="">
<iframe src="/drawing.svg"></iframe><p style="background:url(/drawing.svg)">x</p>`
