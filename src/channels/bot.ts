/** A bot that writes into a chat; Zalo's and Telegram's differ in little. */
import { z } from 'zod'
import { type Channel, DeliveryError } from '../kernel/channel.ts'
import { type HttpResponse, type NetworkPolicy, post } from './http-post.ts'
import { formatAsOneText } from './message-text.ts'
import { assertAccepted, clampRetryAfter, parseRetryAfter } from './response-status.ts'

export type BotOptions = NetworkPolicy & {
  token: string
  /** Where the bot's requests go; only an own gateway needs another. */
  api?: string
}

type BotService = {
  name: string
  api: string
  /** The longest text it takes. */
  maxTextLength: number
  /** What it wants to be told beside the chat and the text. */
  extras: Readonly<Record<string, unknown>>
}

/** An answer repeats the text, each letter as up to six. */
const maxResponseBytes = 64 * 1024

/** A target is a chat's id. No reason names the address, for the token stands in it. */
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

/** The token, the chat or the text is wrong. */
const permanentErrorCodes = [400, 401, 403, 404]

/** The body says how it went, even with a status that says all is well. */
function assertSent(response: HttpResponse): void {
  const { success, data } = responseSchema.safeParse(parseJsonOrUndefined(response.text))
  if (!success || data.ok) {
    assertAccepted(response)
    if (!success) throw new DeliveryError({ reason: 'answer not understood' })
    return
  }
  const code = data.error_code ?? response.status
  const retryAfterSeconds = data.parameters?.retry_after
  throw new DeliveryError({
    reason: data.error_code === undefined ? 'refused' : `answered ${code}`,
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
