/** The official conformance suite against our protocol core and against the shops. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { findComplaints, hasPassed, requiredBy, runSuite } from '../support/mcp-suite/run.ts'
import { startFixtures } from '../support/mcp-suite/server.ts'
import { startShop, trades } from '../support/shop.ts'

/** `--suite all` requires every scenario of its version. */
const oldest = ['--suite', 'all', '--spec-version', '2025-06-18']

describe('the protocol core, with the fixtures of the suite', async () => {
  const address = await startFixtures()

  /** Runs the suite and returns its failures and warnings for required scenarios. */
  const conform = async (version: string) => {
    const verdict = await runSuite(address, '--requirements', version)
    const found = findComplaints(verdict)
    assert.equal(verdict.code, 0, verdict.printed)
    const required = requiredBy(version)
    const missed = required.filter((scenario) => !hasPassed(verdict.scenarios.get(scenario)))
    assert.deepEqual(missed, [])
    const against = found.filter(({ scenario }) => required.includes(scenario))
    return { ...verdict, required, against: against.map(({ check }) => check) }
  }

  it('conforms to 2026-07-28', async () => {
    const { required, scenarios, against } = await conform('2026-07-28')
    assert.equal(required.length, 37)
    // An answer without the state of its question is not accepted; the server asks again, which is allowed.
    assert.deepEqual(against, ['sep-2322-ignore-unexpected-params'])
    for (const pending of [
      'json-schema-2020-12',
      'http-header-validation',
      'http-custom-header-server-validation',
    ]) {
      assert.ok(hasPassed(scenarios.get(pending)), pending)
    }
  })

  it('conforms to 2025-11-25', async () => {
    const { required, scenarios, against } = await conform('2025-11-25')
    assert.equal(required.length, 30)
    // Sessions are optional, and the server has none.
    assert.deepEqual(against, ['server-sse-multiple-streams-session'])
    assert.ok(hasPassed(scenarios.get('json-schema-2020-12')))
  })

  it('conforms to 2025-06-18', async () => {
    const verdict = await runSuite(address, ...oldest)
    assert.deepEqual(findComplaints(verdict), [], verdict.printed)
    assert.equal(verdict.code, 0)
    assert.equal(verdict.scenarios.size, 27)
  })
})

describe('the shops without the fixtures of the suite', () => {
  const file = join(import.meta.dirname, '../support/mcp-suite/expected-failures.yml')
  const expected = new Set((parse(readFileSync(file, 'utf8')) as { server: string[] }).server)

  for (const trade of trades) {
    it(`fails at the ${trade} only where fixtures are missing`, async () => {
      const { port } = await startShop(trade)
      const met = new Set<string>()
      for (const args of [
        ['--requirements', '2026-07-28'],
        ['--requirements', '2025-11-25'],
        oldest,
      ]) {
        const address = `http://127.0.0.1:${port}/mcp`
        const verdict = await runSuite(address, ...args, '--expected-failures', file)
        assert.equal(verdict.code, 0, `${args.join(' ')}\n${verdict.printed}`)
        for (const { scenario, check } of findComplaints(verdict)) met.add(`${scenario}:${check}`)
      }
      assert.deepEqual(
        [...expected].filter((entry) => !met.has(entry)),
        [],
      )
    })
  }
})
