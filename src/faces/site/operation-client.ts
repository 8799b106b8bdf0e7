/** Calls operations for a page of the site, with the checks and limits of the client that requested the page. */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { OperationClient, OperationResult } from '../../content/dynamic-page.ts'
import { filledEntries } from '../../content/form-values.ts'
import type { Request } from '../../http/message.ts'
import { checkSameSite } from '../../http/same-site.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { checkInput } from '../../kernel/input.ts'
import type { Locale } from '../../kernel/locale.ts'
import {
  outcomeOf,
  performWrite,
  type WriteAccess,
  type WriteAttempt,
  type WriteOperation,
} from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { convertFormFields, convertParameters } from '../../kernel/text-input.ts'

export type OperationClientSettings = {
  base: string
  writeAccess: WriteAccess
  issueToken(operation: { name: string }): string
}

/** `onRead` gets the key of what each read returned; undefined if that must not be cached. */
export function createOperationClient(
  request: Request,
  locale: Locale,
  { base, writeAccess, issueToken }: OperationClientSettings,
  onRead: (cacheKey: string | undefined) => void,
): OperationClient {
  const write = async <Schema extends z.ZodObject, Output>(
    operation: WriteOperation<Schema, Output>,
    fields: Record<string, unknown>,
    options: Pick<WriteAttempt, 'key' | 'dryRun' | 'formToken'>,
  ) => {
    // The page chose the key, so the form of a reloaded page has another one.
    const detectsDuplicate = true
    const attempt = {
      ...writeAccess.identify(request),
      ...{ locale, source: 'web', detectsDuplicate },
      ...{ body: canonicalJson(fields), ...options },
    }
    return { result: await performWrite(operation, fields, attempt), attempt }
  }

  return {
    issueToken,
    createRequestId: randomUUID,
    read: (operation, values) =>
      problemAsValue(async () => {
        const entries = Object.entries(values).map(
          ([name, value]) => [name, value.normalize('NFC')] as const,
        )
        const checked = checkInput(operation.input, convertParameters(operation.input, entries))
        if (!checked.ok) throw new Problem('invalid-parameter', { fields: checked.errors })
        if (!operation.prepare) {
          onRead(undefined)
          return operation.run(checked.value, { locale })
        }
        const { cacheKey, compute } = await operation.prepare(checked.value, { locale })
        onRead(cacheKey)
        return compute()
      }),
    async submit(operation, values, { key, dryRun = false }) {
      const submitted = await problemAsValue(async () => {
        checkFormBody(request)
        checkSameSite(request.headers, base)
        const { form_token: token, ...fields } = convertFormFields(
          operation.input,
          filledEntries(values),
        )
        const formToken = await writeAccess.verifyFormToken({
          form: operation.name,
          token: typeof token === 'string' ? token : undefined,
          client: writeAccess.identify(request).client,
          disconnectSignal: request.disconnectSignal,
        })
        return write(operation, fields, { key, dryRun, formToken })
      })
      if (submitted.problem) {
        writeAccess.count('site', operation.name, submitted.problem.code)
        return submitted
      }
      const { result, attempt } = submitted.output
      writeAccess.count('site', operation.name, outcomeOf(result, attempt))
      return { output: result.output }
    },
    check: (operation, values) =>
      problemAsValue(async () => {
        const { form_token: _, ...fields } = convertFormFields(
          operation.input,
          filledEntries(values),
        )
        const { result } = await write(operation, fields, {
          ...{ key: undefined, dryRun: true, formToken: undefined },
        })
        return result.output
      }),
  }
}

async function problemAsValue<Output>(
  work: () => Promise<Output>,
): Promise<OperationResult<Output>> {
  try {
    return { output: await work() }
  } catch (error) {
    if (error instanceof Problem) return { problem: error }
    throw error
  }
}

function checkFormBody({ headers }: Request): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new Problem('malformed-body')
}
