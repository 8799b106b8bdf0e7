/** Fills the response cache; requests that arrive in the meantime are handled in between. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Request } from './message.ts'
import type { Handler } from './server.ts'

export async function warmUpCache(
  handler: Handler,
  targets: readonly string[],
  languages: readonly string[],
): Promise<void> {
  for (const target of targets) {
    const [path = '', query = ''] = target.split('?')
    for (const language of languages) {
      const request: Request = {
        id: '',
        method: 'GET',
        target,
        path,
        query,
        headers: { 'accept-language': language },
        remoteAddress: '',
        body: Buffer.alloc(0),
        receivedAtMs: 0,
        isBodyTooLarge: false,
      }
      await nextTurn()
      if (handler.responseCache.find(request)) continue
      const reply = await handler.handle(request)
      if ('cacheable' in reply && reply.cacheable) handler.responseCache.store(request, reply)
    }
  }
}
