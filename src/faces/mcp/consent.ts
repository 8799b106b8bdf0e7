/** Asks the guest for consent through the client (elicitation). */
import { createHash } from 'node:crypto'
import type { Locale } from '../../kernel/locale.ts'
import type { CallContext, InputRequired, JsonObject } from '../../mcp/definition.ts'
import { canShowForms } from '../../mcp/dispatch.ts'
import { isObject } from '../../mcp/message.ts'
import { otherWarnings, type Preview } from './preview.ts'

export function canElicit({ era, client: { capabilities } }: CallContext): boolean {
  return era === 'modern' && canShowForms(capabilities.elicitation)
}

/** The answer returns a digest of the text that was shown; a different text needs a new question. */
export function consentElicitation(preview: Preview, locale: Locale): InputRequired {
  const { readBack, added, consentText } = preview
  return {
    state: previewDigest(preview),
    inputRequests: {
      consent: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: [`${readBack}.`, ...added, ...otherWarnings(preview), consentText].join('\n\n'),
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

export function previewDigest({ readBack, added, warnings }: Preview): string {
  const shown = JSON.stringify([readBack, added, warnings])
  return createHash('sha256').update(shown).digest('base64url').slice(0, 22)
}

/** The guest's answer; undefined if the question was not answered. */
export function parseConsent({ consent }: JsonObject): 'yes' | 'no' | undefined {
  if (!isObject(consent)) return undefined
  if (consent.action === 'decline' || consent.action === 'cancel') return 'no'
  if (consent.action !== 'accept' || !isObject(consent.content)) return undefined
  const { agree } = consent.content
  if (typeof agree !== 'boolean') return undefined
  return agree ? 'yes' : 'no'
}
