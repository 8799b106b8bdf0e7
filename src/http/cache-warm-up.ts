/** Makes answers before the first caller comes; whoever comes meanwhile is served in between. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Request } from './message.ts'
import type { Handler } from './server.ts'

export async function warm(
  handler: Handler,
  addresses: readonly string[],
  languages: readonly string[],
): Promise<void> {
  for (const address of addresses) {
    const [path = '', query = ''] = address.split('?')
    for (const language of languages) {
      const request: Request = {
        id: '',
        method: 'GET',
        address,
        path,
        query,
        headers: { 'accept-language': language },
        remoteAddress: '',
        body: Buffer.alloc(0),
        began: 0,
        tooLarge: false,
      }
      await nextTurn()
      if (handler.answers.find(request)) continue
      const reply = await handler.answer(request)
      if (reply.lasting) handler.answers.keep(request, reply)
    }
  }
}
