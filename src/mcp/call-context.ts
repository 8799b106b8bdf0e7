/** One call as its handler sees it. */
import type { Request } from '../http/message.ts'
import {
  type Exchange,
  type Json,
  type JsonObject,
  type LogLevel,
  logLevels,
  ProtocolError,
} from './definition.ts'
import type { Inquiries, Voice } from './event-stream.ts'
import { isObject, type Message } from './message.ts'
import type { Seal } from './signed-state.ts'
import { metaKeys } from './versions.ts'

export type Speaking = { voice: Voice; inquiries: Inquiries; seal: Seal }

export function createExchange(
  era: Exchange['era'],
  { method, params }: Message,
  request: Request,
  { voice, inquiries, seal }: Speaking,
): Exchange {
  const meta = isObject(params._meta) ? params._meta : {}
  const capabilities = meta[metaKeys.capabilities]
  const client = meta[metaKeys.client]
  return {
    era,
    request,
    client: {
      name: isObject(client) && typeof client.name === 'string' ? client.name : undefined,
      capabilities: era === 'modern' && isObject(capabilities) ? capabilities : {},
    },
    round: era === 'modern' ? roundOf(method, params, seal) : undefined,
    progress(progress, total, message) {
      const { progressToken } = meta
      if (progressToken === undefined) return
      voice.say(notification('progress', { progressToken, progress, total, message }))
    },
    log(level, data, logger) {
      if (era === 'modern' && !isWanted(level, meta[metaKeys.logLevel])) return
      voice.say(notification('message', { level, logger, data }))
    },
    askNow(asked, questions) {
      if (era === 'legacy') return inquiries.ask(voice, asked, questions)
      throw new ProtocolError(-32603, `${asked} is asked with the answer in this version`)
    },
  }
}

/** Answers count only with the state that was given with the question. */
function roundOf(method: string, params: JsonObject, seal: Seal): Exchange['round'] {
  if (params.requestState === undefined) return undefined
  const opened = seal.open(params.requestState, method, params)
  return { ...opened, answers: isObject(params.inputResponses) ? params.inputResponses : {} }
}

/** Only from the level that was asked for, and nothing where none was. */
function isWanted(level: LogLevel, least: Json | undefined): boolean {
  return least !== undefined && logLevels.indexOf(level) >= logLevels.indexOf(least as LogLevel)
}

function notification(kind: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method: `notifications/${kind}`, params }
}
