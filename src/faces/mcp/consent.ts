/** Asking the guest through his own client whether he agrees. */
import type { Locale } from '../../kernel/locale.ts'
import type { Exchange, JsonObject, Question } from '../../mcp/definition.ts'
import { isObject } from '../../mcp/message.ts'

/** A client that says nothing more of its elicitation can show forms. */
export function mayAsk({ era, client: { capabilities } }: Exchange): boolean {
  const { elicitation } = capabilities
  if (era !== 'modern' || !isObject(elicitation)) return false
  return elicitation.form !== undefined || Object.keys(elicitation).length === 0
}

export function consentQuestion(readBack: string, consent: string, locale: Locale): Question {
  return {
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

/** What was answered; nothing if the question itself was not. */
export function consentOf({ consent }: JsonObject): 'yes' | 'no' | undefined {
  if (!isObject(consent)) return undefined
  if (consent.action === 'decline' || consent.action === 'cancel') return 'no'
  if (consent.action !== 'accept' || !isObject(consent.content)) return undefined
  const { agree } = consent.content
  if (typeof agree !== 'boolean') return undefined
  return agree ? 'yes' : 'no'
}
