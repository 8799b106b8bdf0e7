/** Cases of the MCP protocol: a message, and the status, error code and id of its response. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readShopConfig } from '../../src/server/shop-config.ts'
import type { McpResponse } from './mcp.ts'
import { startShop } from './shop.ts'

export const startWith = (settings: Record<string, string>) =>
  startShop('restaurant', { lenientMcpVersions: readShopConfig(settings).lenientMcpVersions })

export type Case = {
  what: string
  send: () => Promise<McpResponse>
  status: number
  code?: number
  /** 7 by default; null if the response must have none. */
  id?: string | number | null
}

export const table = (cases: readonly Case[]) => {
  for (const { what, send, status, code, id = 7 } of cases) {
    it(`${what}: ${status}${code === undefined ? '' : ` ${code}`}`, async () => {
      const response = await send()
      assert.equal(response.status, status, response.text)
      assert.equal(response.body.error?.code, code, response.text)
      if (response.text === '') return
      if (id === null) assert.ok(!('id' in response.body), response.text)
      else assert.equal(response.body.id, id)
    })
  }
}

export const rpc = (more: object) => ({ jsonrpc: '2.0', id: 7, method: 'ping', ...more })
export const call = { name: 'get_business_info', arguments: {} }

/** A header value in Base64. */
export function encoded(text: string): string {
  return `=?base64?${Buffer.from(text).toString('base64')}?=`
}
