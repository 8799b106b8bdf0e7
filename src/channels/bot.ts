/** Chat bots: sends a message to a chat through the HTTP API that Zalo and Telegram share. */
import { z } from 'zod'
import { DeliveryError, type Sender } from '../kernel/channel.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { type ChannelSetting, parseList, parseOrigin } from '../kernel/setting.ts'
import type { Channel } from './channel.ts'
import { type HttpResponse, type NetworkPolicy, post } from './http-post.ts'
import { formatAsOneText } from './message-text.ts'
import { assertAccepted, clampRetryAfter, parseRetryAfter } from './response-status.ts'

type BotService = {
  name: string
  label: LocalizedText
  /** The settings are `<prefix>_BOT_TOKEN`, `<prefix>_CHATS` and `<prefix>_API_URL`. */
  settingPrefix: string
  tokenDescription: string
  tokenIssuer: string
  apiDescription: string
  /** Base URL of the bot API; only a gateway of your own needs another. */
  api: string
  maxTextLength: number
  /** Fields of the request besides the chat and the text. */
  extras: Readonly<Record<string, unknown>>
}

/** The target is the id of a chat. */
export function defineBotChannel(service: BotService): Channel {
  const { name, label, settingPrefix } = service
  const token: ChannelSetting<string> = {
    name: `${settingPrefix}_BOT_TOKEN`,
    description: service.tokenDescription,
    defaultText: '(none)',
    allowedValues: {
      vi: `mã do ${service.tokenIssuer} cấp`,
      en: `the token from ${service.tokenIssuer}`,
    },
    parse: (text) => (/^[\w:-]{10,200}$/.test(text) ? text : undefined),
  }
  const chats: ChannelSetting<readonly string[]> = {
    name: `${settingPrefix}_CHATS`,
    description: 'Ids of the chats that receive staff notifications.',
    defaultText: '(none)',
    allowedValues: {
      vi: 'mã các cuộc trò chuyện, cách nhau bằng dấu phẩy',
      en: 'ids of chats, separated by commas',
    },
    requires: token.name,
    parse: (text) => parseList(text, parseChatId),
  }
  const api: ChannelSetting<string> = {
    name: `${settingPrefix}_API_URL`,
    description: service.apiDescription,
    defaultText: service.api,
    allowedValues: { vi: 'một địa chỉ không có đường dẫn phía sau', en: 'a URL without a path' },
    isOptional: true,
    parse: parseOrigin,
  }
  return {
    name,
    label,
    audience: 'staff',
    settings: [token, chats, api],
    create: (values, { network }) =>
      createBot(service, values.find(api) ?? service.api, values.get(token), network),
    listTargets: (values) => values.get(chats),
  }
}

function parseChatId(text: string): string | undefined {
  return /^[\w@-]{1,64}$/.test(text) ? text : undefined
}

/** A response repeats the text, with up to six bytes for each character. */
const maxResponseBytes = 64 * 1024

/** Failure reasons never contain the URL, because it contains the token. */
function createBot(
  { maxTextLength, extras }: BotService,
  api: string,
  token: string,
  network: NetworkPolicy,
): Sender {
  return {
    async send(message, target) {
      const response = await post({
        ...network,
        url: `${api}/bot${token}/sendMessage`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          chat_id: target,
          text: formatAsOneText(message, maxTextLength),
          ...extras,
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
