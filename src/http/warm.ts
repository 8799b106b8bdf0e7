/** Makes the lasting answers before the first caller comes. */
import type { Request } from './message.ts'
import type { Handler } from './server.ts'

export async function warm(
  handler: Handler,
  paths: readonly string[],
  languages: readonly string[],
): Promise<void> {
  for (const path of paths) {
    for (const language of languages) {
      const request: Request = {
        id: '',
        method: 'GET',
        path,
        query: '',
        headers: { 'accept-language': language },
        remoteAddress: '',
        body: Buffer.alloc(0),
        tooLarge: false,
      }
      if (handler.answers.find(request)) continue
      const reply = await handler.answer(request)
      if (reply.lasting) handler.answers.keep(request, reply)
    }
  }
}
