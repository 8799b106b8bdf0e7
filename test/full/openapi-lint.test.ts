/** The linter of Redocly accepts the OpenAPI description of every trade. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { promisify } from 'node:util'
import { startShop, trades } from '../support/shop.ts'

const root = join(import.meta.dirname, '../..')

for (const trade of trades) {
  it(`/openapi.json of the ${trade} has no lint errors`, async () => {
    const app = await startShop(trade)
    const folder = mkdtempSync(join(tmpdir(), 'letan-'))
    const file = join(folder, 'openapi.json')
    writeFileSync(file, await (await app.get('/openapi.json')).text())
    const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js')
    const { stderr } = await promisify(execFile)(
      process.execPath,
      [redocly, 'lint', file, '--extends=recommended-strict', '--format=stylish'],
      {
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    )
    assert.match(stderr, /Your API description is valid/)
    rmSync(folder, { recursive: true })
  })
}
