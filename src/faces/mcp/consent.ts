/** Asking the guest through his own client whether he agrees. */
import { createHash } from 'node:crypto'
import type { Locale } from '../../kernel/locale.ts'
import type { Exchange, JsonObject, Question } from '../../mcp/definition.ts'
import { canShowForms } from '../../mcp/dispatch.ts'
import { isObject } from '../../mcp/message.ts'

export function mayAsk({ era, client: { capabilities } }: Exchange): boolean {
  return era === 'modern' && canShowForms(capabilities.elicitation)
}

/** What was shown comes back with the answer: another reading is another question. */
export function consentQuestion(readBack: string, consent: string, locale: Locale): Question {
  return {
    remember: digestOf(readBack),
    ask: {
      consent: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: `${readBack}.\n\n${consent}`,
          requestedSchema: {
            type: 'object',
            properties: {
              agree: {
                type: 'boolean',
                title: { vi: 'Tôi đồng ý, hãy gửi', en: 'I agree, send it' }[locale],
              },
            },
            required: ['agree'],
          },
        },
      },
    },
  }
}

export function digestOf(readBack: string): string {
  return createHash('sha256').update(readBack).digest('base64url').slice(0, 22)
}

/** What was answered; nothing if the question itself was not. */
export function consentOf({ consent }: JsonObject): 'yes' | 'no' | undefined {
  if (!isObject(consent)) return undefined
  if (consent.action === 'decline' || consent.action === 'cancel') return 'no'
  if (consent.action !== 'accept' || !isObject(consent.content)) return undefined
  const { agree } = consent.content
  if (typeof agree !== 'boolean') return undefined
  return agree ? 'yes' : 'no'
}
