/** Validates actual responses against /openapi.json. */
import assert from 'node:assert/strict'
import { createContract, type OpenApi } from '../../proof/support/contract.ts'
import type { RunningShop } from './shop.ts'

export type Contract = {
  document: OpenApi
  /** Fails unless the description allows the response for this method and path. */
  allows(method: string, path: string, response: Response): Promise<void>
}

export async function readContract(app: RunningShop): Promise<Contract> {
  const document = (await app.json('/openapi.json')) as unknown as OpenApi
  const contract = createContract(document)
  return {
    document,
    async allows(method, path, response) {
      const { status } = response
      const headers = Object.fromEntries(response.headers)
      const breach = contract.findViolation(method, path, {
        status,
        headers,
        text: await response.text(),
      })
      assert.equal(breach, undefined)
    },
  }
}
