/** Chat bots: sends a message to a chat through the HTTP API that Zalo and Telegram share. */
import { z } from 'zod'
import { type Channel, DeliveryError } from '../kernel/channel.ts'
import { type HttpResponse, type NetworkPolicy, post } from './http-post.ts'
import { formatAsOneText } from './message-text.ts'
import { assertAccepted, clampRetryAfter, parseRetryAfter } from './response-status.ts'

export type BotOptions = NetworkPolicy & {
  token: string
  /** Base URL of the bot API; only a gateway of your own needs another. */
  api?: string
}

type BotService = {
  name: string
  api: string
  maxTextLength: number
  /** Fields of the request besides the chat and the text. */
  extras: Readonly<Record<string, unknown>>
}

/** A response repeats the text, with up to six bytes for each character. */
const maxResponseBytes = 64 * 1024

/** The target is the id of a chat. Failure reasons never contain the URL, because it contains the token. */
export function createBotChannel(options: BotOptions, service: BotService): Channel {
  const { token, api = service.api, ...networkPolicy } = options
  return {
    name: service.name,
    async send(message, target) {
      const response = await post({
        ...networkPolicy,
        url: `${api.replace(/\/+$/, '')}/bot${token}/sendMessage`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          chat_id: target,
          text: formatAsOneText(message, service.maxTextLength),
          ...service.extras,
        }),
        maxResponseBytes,
      })
      assertSent(response)
    },
  }
}

const responseSchema = z.object({
  ok: z.boolean(),
  error_code: z.coerce.number().int().optional().catch(undefined),
  parameters: z.object({ retry_after: z.number().optional() }).optional().catch(undefined),
})

/** Token, chat or text is wrong: a retry cannot succeed. */
const permanentErrorCodes = [400, 401, 403, 404]

/** The body decides: the APIs report some failures with status 200. */
function assertSent(response: HttpResponse): void {
  const { success, data } = responseSchema.safeParse(parseJsonOrUndefined(response.text))
  if (!success || data.ok) {
    assertAccepted(response)
    if (!success) throw new DeliveryError({ reason: 'invalid response' })
    return
  }
  const code = data.error_code ?? response.status
  const retryAfterSeconds = data.parameters?.retry_after
  throw new DeliveryError({
    reason: data.error_code === undefined ? 'rejected' : `status ${code}`,
    ...(permanentErrorCodes.includes(code) ? { final: true } : {}),
    ...(code === 429
      ? retryAfterSeconds === undefined
        ? parseRetryAfter(response)
        : clampRetryAfter(retryAfterSeconds * 1000)
      : {}),
  })
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
