/** A bot that writes into a chat; Zalo's and Telegram's differ in little. */
import { z } from 'zod'
import { type Channel, NotDelivered } from '../kernel/channel.ts'
import { type Answer, post, type Reach } from './http-post.ts'
import { asOneText } from './message-text.ts'
import { checkTaken, pause, pauseOf } from './response-status.ts'

export type BotOptions = Reach & {
  token: string
  /** Where the bot's requests go; only an own gateway needs another. */
  api?: string
}

type Habits = {
  name: string
  api: string
  /** The longest text it takes. */
  most: number
  /** What it wants to be told beside the chat and the text. */
  extras: Readonly<Record<string, unknown>>
}

/** An answer repeats the text, each letter as up to six. */
const longestAnswer = 64 * 1024

/** A target is a chat's id. No reason names the address, for the token stands in it. */
export function createBotChannel(options: BotOptions, habits: Habits): Channel {
  const { token, api = habits.api, ...reach } = options
  return {
    name: habits.name,
    async send(message, target) {
      const answer = await post({
        ...reach,
        url: `${api.replace(/\/+$/, '')}/bot${token}/sendMessage`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          chat_id: target,
          text: asOneText(message, habits.most),
          ...habits.extras,
        }),
        most: longestAnswer,
      })
      checkWritten(answer)
    },
  }
}

const reply = z.object({
  ok: z.boolean(),
  error_code: z.coerce.number().int().optional().catch(undefined),
  parameters: z.object({ retry_after: z.number().optional() }).optional().catch(undefined),
})

/** The token, the chat or the text is wrong. */
const lasting = [400, 401, 403, 404]

/** The body says how it went, even with a status that says all is well. */
function checkWritten(answer: Answer): void {
  const { success, data } = reply.safeParse(parse(answer.text))
  if (!success || data.ok) {
    checkTaken(answer)
    if (!success) throw new NotDelivered({ reason: 'answer not understood' })
    return
  }
  const code = data.error_code ?? answer.status
  const wait = data.parameters?.retry_after
  throw new NotDelivered({
    reason: data.error_code === undefined ? 'refused' : `answered ${code}`,
    ...(lasting.includes(code) ? { final: true } : {}),
    ...(code === 429 ? (wait === undefined ? pauseOf(answer) : pause(wait * 1000)) : {}),
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
