/** The interfaces that guests and their assistants use; all responses have the form of the API. */
import { issueFormToken } from '../../src/domain/guard/form-token.ts'
import { secret } from '../../test/support/shop.ts'
import { ModelMismatch } from './allowed-resources.ts'
import type { GuestFace } from './commands.ts'
import type { ModelSetup } from './setup.ts'
import type { Rejection } from './shop-model.ts'

/** The response in the form of the API, for every face. */
export type FaceResponse = { status: number; body: Record<string, unknown> }

type GuestCall = {
  path: string
  /** The name of the form in its token. */
  form: string
  fields: Record<string, string | number>
  tool: { name: string; arguments: Record<string, unknown> }
  isDryRun?: boolean
  /** Another user of the assistant. */
  isOther?: boolean
}

export async function sendByFace(
  setup: ModelSetup,
  face: GuestFace,
  guestCall: GuestCall,
): Promise<FaceResponse> {
  const { path, form, fields, tool, isDryRun = false, isOther = false } = guestCall
  if (face === 'assistant') {
    const dryRunArguments = isDryRun ? { dry_run: true } : {}
    const args = { ...tool.arguments, ...dryRunArguments, consent: true }
    const call = (more: object) => callTool(setup, tool.name, { ...args, ...more }, isOther)
    const first = await call({})
    // Something was added that the guest reads before, such as the deposit of a larger party.
    const { preview_code, added } = first.body
    const isPreview = first.body.preview === true && Array.isArray(added)
    const sent = isPreview ? await call({ preview_code }) : first
    if (sent.body.preview) throw new ModelMismatch(`${tool.name} sent only a preview`)
    return sent
  }
  const address = isDryRun ? `${path}?dry_run=1` : path
  const formFields = { ...fields, consent: '1' }
  const { status, text } =
    face === 'api'
      ? await setup.send('POST', address, formFields)
      : await setup.send('POST', address, createFormBody(setup, form, formFields), {
          origin: `http://127.0.0.1:${setup.app.port}`,
        })
  return { status, body: JSON.parse(text) as FaceResponse['body'] }
}

/** The form with a token that was issued five seconds ago. */
function createFormBody(
  { app }: ModelSetup,
  form: string,
  formFields: Record<string, string | number>,
) {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(formFields)) body.set(name, String(value))
  body.set('form_token', issueFormToken(secret, form, app.clock.now - 5_000))
  return body
}

export async function callTool(
  setup: ModelSetup,
  name: string,
  toolArguments: object,
  isOther = false,
): Promise<FaceResponse> {
  const user = isOther ? { _meta: { 'openai/subject': 'other' } } : {}
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: toolArguments, ...user },
  }
  const { text } = await setup.send('POST', '/mcp', message)
  const { result, error } = JSON.parse(text)
  if (!result) throw new ModelMismatch(`${name} got status ${JSON.stringify(error)}`)
  if (!result.isError) return { status: 202, body: result.structuredContent }
  return toFaceResponse(JSON.parse(result.content[0].text))
}

type ToolError = { code: string; field?: string; choices?: string[] }

/** The response that the API has for the same rejection. */
function toFaceResponse({ code, field, choices = [] }: ToolError): FaceResponse {
  if (field !== undefined) return { status: 422, body: { fields: [{ name: field, code }] } }
  const alternatives = choices.map((choice) => {
    const [date, time] = choice.split(' ')
    return { date, time }
  })
  return {
    status: { 'not-found': 404, 'slot-taken': 409, 'place-available': 409 }[code] ?? 500,
    body: { code, alternatives },
  }
}

/** The field errors as text, or another code. */
export function rejectionIn({ status, body }: FaceResponse): Rejection | undefined {
  if (status === 202) return undefined
  if (status === 404) return { code: 'not found' }
  if (status === 409) return { code: 'taken' }
  if (status !== 422) throw new ModelMismatch(`got status ${status} ${JSON.stringify(body)}`)
  const fields = body.fields as { name: string; code: string }[]
  return { code: fields.map(({ name, code }) => `${name} ${code}`).join(', ') }
}
