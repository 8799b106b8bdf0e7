/**
 * POST: the checks in an order that every caller can predict. Media type, same site, key, replay,
 * body; then the operation's own: limit, rules, store.
 */
import type { Headers, Reply, Request } from '../../http/message.ts'
import { checkInput } from '../../kernel/input.ts'
import { isLocale, type Locale } from '../../kernel/locale.ts'
import type { Gate, Performed, WriteOperation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Body, canonical, readBody } from './body.ts'
import { localized } from './headers.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { checkParameters } from './parameters.ts'
import { checkSameSite } from './same-site.ts'
import type { Call, Target } from './target.ts'

export function writeTarget(operation: WriteOperation, gate: Gate, base: string): Target {
  const perform = async (call: Call, { fields, isForm }: Body, client: string, locale: Locale) => {
    const { request, inPath } = call
    checkSameSite(request.headers, base)
    const { form_token, website, ...given } = fields
    const formToken = isForm
      ? await gate.checkForm(operation.name, textOf(form_token), textOf(website))
      : undefined
    const key = idempotencyKey(request.headers['idempotency-key'])
    const { dryRun } = checkParameters(call, operation.dryRun)
    const input = { ...(isForm ? given : fields), ...inPath }
    const source = isForm ? 'web' : 'api'
    const attempt = { locale, source, client, key, body: canonical(input), dryRun, formToken }
    const before = await operation.recall(attempt)
    if (before) return reply(before, locale)
    const checked = checkInput(operation.input, input)
    if (!checked.ok) throw new Problem('invalid-fields', { fields: checked.faults })
    return reply(await operation.perform(checked.value as never, attempt), locale)
  }

  const reply = (performed: Performed, locale: Locale): Reply => ({
    status: performed.status,
    headers: {
      'Content-Type': 'application/json',
      ...localized(locale),
      'Cache-Control': 'no-store',
      ...(performed.location !== null && { Location: `${base}${performed.location}` }),
      ...(performed.replayed && { 'Idempotent-Replayed': 'true' }),
    },
    body: performed.body,
  })

  const clientOf = ({ headers, remoteAddress }: Request) =>
    gate.clientOf(remoteAddress, textOf(headers['x-forwarded-for']))

  return {
    operation,
    always: (request) => rateLimit(gate, clientOf(request)),
    async answer(call) {
      let locale = call.locale
      try {
        const body = readBody(call.request, operation.input)
        const named = textOf(body.fields.locale)
        if (!call.query.has('locale') && named !== undefined && isLocale(named)) locale = named
        return { reply: await perform(call, body, clientOf(call.request), locale) }
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return { problem: error, locale }
      }
    },
  }
}

/** draft-ietf-httpapi-ratelimit-headers-11: what is left, and the seconds until more is. */
async function rateLimit(gate: Gate, client: string): Promise<Headers> {
  const quota = await gate.quotaOf(client).catch((error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  })
  return quota ? { RateLimit: `"writes";r=${quota.remaining};t=${quota.resetSeconds}` } : {}
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
