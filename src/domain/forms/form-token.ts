/** The token and the request id of a form: they make a submission valid once. */
import type { OperationClient } from '../../content/dynamic-page.ts'
import { type FormValues, withValues } from '../../content/form-values.ts'
import type { Problem } from '../../kernel/problem.ts'

export function newFormToken(operation: { name: string }, client: OperationClient) {
  return { form_token: client.issueToken(operation), request_id: client.createRequestId() }
}

/**
 * A new form token if the old one cannot be used again, and a new request id if the next submission is another
 * request.
 */
export function renewFormToken(
  typed: FormValues,
  { code, status }: Problem,
  operation: { name: string },
  client: OperationClient,
): FormValues {
  // The form was already submitted successfully with other values.
  if (code === 'idempotency-key-reused') return withValues(typed, newFormToken(operation, client))
  return status === 403 ? withValues(typed, { form_token: client.issueToken(operation) }) : typed
}
