/**
 * POST: checks in a fixed, documented order: media type, same site, syntax of the body, form token, idempotency key,
 * replay, fields; then those of the operation: write limit, rules, store.
 */
import type { Headers, Reply } from '../../http/message.ts'
import { checkSameSite } from '../../http/same-site.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { contentLanguage, type Untranslated } from '../../kernel/content-language.ts'
import { unknownFieldErrors } from '../../kernel/input.ts'
import { chooseLocale, isLocale, type Languages, type Locale } from '../../kernel/locale.ts'
import {
  outcomeOf,
  performWrite,
  type WriteAccess,
  type WriteOperation,
  type WriteOutcome,
  type WriteResult,
} from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Quota } from '../../kernel/quota.ts'
import { type BodyKind, detectBodyKind, type Fields, parseFields } from './body.ts'
import { languageHeaders } from './headers.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { checkParameters } from './parameters.ts'
import type { Call, Target } from './target.ts'

export function writeTarget(
  operation: WriteOperation,
  writeAccess: WriteAccess,
  base: string,
  { languages, untranslated }: { languages: Languages; untranslated: Untranslated },
): Target {
  const count = (kind: BodyKind, result: WriteOutcome) =>
    writeAccess.count(kind === 'form' ? 'site' : 'api', operation.name, result)

  const execute = async (call: Call, kind: BodyKind, fields: Fields, locale: Locale) => {
    const { request, pathParams } = call
    const { form_token, ...formFields } = fields
    const identity = writeAccess.identify(request)
    const formToken =
      kind === 'form'
        ? await writeAccess.verifyFormToken({
            form: operation.name,
            token: stringOrUndefined(form_token),
            client: identity.client,
            disconnectSignal: request.disconnectSignal,
          })
        : undefined
    const key = operation.takesKey ? idempotencyKey(request.headers['idempotency-key']) : undefined
    const { dryRun } = checkParameters(call, operation.dryRun)
    const sent = kind === 'form' ? formFields : fields
    const attempt = {
      locale,
      source: kind === 'form' ? 'web' : 'api',
      ...identity,
      key,
      detectsDuplicate: key === undefined,
      body: canonicalJson({ ...sent, ...pathParams }),
      dryRun,
      formToken,
    }
    const repeatedInPath = Object.keys(pathParams).filter((name) => name in sent)
    const values = { ...sent, ...pathParams }
    const errors = unknownFieldErrors(repeatedInPath)
    return { performed: await performWrite(operation, values, attempt, errors), attempt }
  }

  const toReply = (performed: WriteResult): Reply => ({
    status: performed.status,
    headers: {
      'Content-Type': 'application/json',
      ...languageHeaders(contentLanguage(performed.output, performed.locale, untranslated)),
      'Cache-Control': 'no-store',
      ...(performed.location !== null && { Location: `${base}${performed.location}` }),
      ...(performed.replayed && { 'Idempotent-Replayed': 'true' }),
    },
    body: performed.text ?? JSON.stringify(performed.output),
  })

  return {
    operation,
    extraHeaders: async (request, { quota }) =>
      rateLimit(quota ?? (await quotaOf(writeAccess, writeAccess.identify(request).client))),
    async handle(call) {
      let locale = call.locale
      let kind: BodyKind = 'json'
      try {
        kind = detectBodyKind(call.request)
        checkSameSite(call.request.headers, base)
        const fields = parseFields(call.request, kind, operation.input)
        const named = stringOrUndefined(fields.locale)
        if (!call.query.has('locale') && named !== undefined && isLocale(named))
          locale = chooseLocale(languages, named)
        const { performed, attempt } = await execute(call, kind, fields, locale)
        count(kind, outcomeOf(performed, attempt))
        return { reply: toReply(performed), quota: performed.quota }
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        count(kind, error.code)
        return { problem: error, locale, quota: error.details.quota }
      }
    },
  }
}

/** draft-ietf-httpapi-ratelimit-headers-11: the remaining quota, and the seconds until it grows. */
function rateLimit(quota: Quota | undefined): Headers {
  return quota ? { RateLimit: `"writes";r=${quota.remaining};t=${quota.resetSeconds}` } : {}
}

/** The remaining quota of a client; undefined if the store is unavailable. */
function quotaOf(writeAccess: WriteAccess, client: string): Promise<Quota | undefined> {
  return writeAccess.quotaOf(client).catch((error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  })
}

function stringOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
