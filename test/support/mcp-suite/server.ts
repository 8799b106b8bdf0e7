/** Our protocol core with the fixtures of the suite, on a free port of this machine. */
import { after } from 'node:test'
import type { Reply } from '../../../src/http/message.ts'
import { createResponseCache } from '../../../src/http/response-cache.ts'
import { createHttpServer } from '../../../src/http/server.ts'
import { createLog } from '../../../src/kernel/log.ts'
import { createEndpoint } from '../../../src/mcp/endpoint.ts'
import { suiteDefinition } from './definition.ts'

const emptyReply = (status: number): Reply => ({ status, headers: {}, body: '' })

/** The URL of the endpoint. The server stops after the tests of the file. */
export async function startFixtures(): Promise<string> {
  const settings = {
    base: '',
    origins: [] as string[],
    secret: 'a secret of at least thirty-two letters',
    now: Date.now,
    lenientVersions: false,
  }
  let endpoint: ReturnType<typeof createEndpoint> | undefined
  const server = createHttpServer(
    {
      responseCache: createResponseCache(() => undefined, Date.now),
      handle: (request) => endpoint?.handle(request) ?? emptyReply(503),
      onError: () => emptyReply(500),
      onInvalidRequest: (status) => emptyReply(status),
    },
    createLog('silent', Date.now),
  )
  const { port } = await server.listen(0, '127.0.0.1')
  after(() => server.stop({ idleMs: 0, busyMs: 1000 }))
  const base = `http://127.0.0.1:${port}`
  endpoint = createEndpoint(suiteDefinition, { ...settings, base, origins: [base] })
  return `${base}/mcp`
}
