/**
 * POST: the checks in an order that every caller can predict. Media type, same site, key, replay,
 * body; then the operation's own: limit, rules, store.
 */
import type { Headers, Reply } from '../../http/message.ts'
import { canonical } from '../../kernel/canonical-json.ts'
import { unknownNames } from '../../kernel/input.ts'
import { isLocale, type Locale } from '../../kernel/locale.ts'
import {
  checkRequest,
  type Gate,
  outcomeOf,
  type Performed,
  type WriteOperation,
  type WriteOutcome,
} from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Quota } from '../../kernel/quota.ts'
import { type BodyKind, bodyKind, type Fields, readFields } from './body.ts'
import { localized } from './headers.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { checkParameters } from './parameters.ts'
import { checkSameSite } from './same-site.ts'
import type { Call, Target } from './target.ts'

export function writeTarget(operation: WriteOperation, gate: Gate, base: string): Target {
  const count = (kind: BodyKind, outcome: WriteOutcome) =>
    gate.count(kind === 'form' ? 'site' : 'api', operation.name, outcome)

  const perform = async (call: Call, kind: BodyKind, fields: Fields, locale: Locale) => {
    const { request, inPath } = call
    const { form_token, website, ...given } = fields
    const formToken =
      kind === 'form'
        ? gate.checkForm(operation.name, textOf(form_token), textOf(website))
        : undefined
    const key = idempotencyKey(request.headers['idempotency-key'])
    const { dryRun } = checkParameters(call, operation.dryRun)
    const sent = kind === 'form' ? given : fields
    const attempt = {
      locale,
      source: kind === 'form' ? 'web' : 'api',
      client: gate.clientOf(request),
      key,
      body: canonical({ ...sent, ...inPath }),
      dryRun,
      formToken,
    }
    const before = await operation.recall(attempt)
    if (before) return { performed: before, attempt }
    const twice = Object.keys(inPath).filter((name) => name in sent)
    const input = checkRequest(operation, { ...sent, ...inPath }, unknownNames(twice))
    return { performed: await operation.perform(input as never, attempt), attempt }
  }

  const reply = (performed: Performed): Reply => ({
    status: performed.status,
    headers: {
      'Content-Type': 'application/json',
      ...localized(performed.locale),
      'Cache-Control': 'no-store',
      ...(performed.location !== null && { Location: `${base}${performed.location}` }),
      ...(performed.replayed && { 'Idempotent-Replayed': 'true' }),
    },
    body: performed.body,
  })

  return {
    operation,
    always: async (request, { quota }) =>
      rateLimit(quota ?? (await quotaOf(gate, gate.clientOf(request)))),
    async answer(call) {
      let locale = call.locale
      let kind: BodyKind = 'json'
      try {
        kind = bodyKind(call.request)
        checkSameSite(call.request.headers, base)
        const fields = readFields(call.request, kind, operation.input)
        const named = textOf(fields.locale)
        if (!call.query.has('locale') && named !== undefined && isLocale(named)) locale = named
        const { performed, attempt } = await perform(call, kind, fields, locale)
        count(kind, outcomeOf(performed, attempt))
        return { reply: reply(performed), quota: performed.quota }
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        count(kind, error.code)
        return { problem: error, locale, quota: error.details.quota }
      }
    },
  }
}

/** draft-ietf-httpapi-ratelimit-headers-11: what is left, and the seconds until more is. */
function rateLimit(quota: Quota | undefined): Headers {
  return quota ? { RateLimit: `"writes";r=${quota.remaining};t=${quota.resetSeconds}` } : {}
}

/** What is left to a client; nothing is said of it where the store cannot say. */
function quotaOf(gate: Gate, client: string): Promise<Quota | undefined> {
  return gate.quotaOf(client).catch((error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
