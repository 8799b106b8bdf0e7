/** Commands of guests and their assistants, on the shop and on the model. */
import { issueFormToken } from '../../src/domain/guard/form-token.ts'
import { secret } from '../../test/support/shop.ts'
import { findPlacement, isRejection, ModelMismatch } from './allowed-resources.ts'
import type { Command, GuestFace } from './commands.ts'
import { guestAt, type ModelGuest } from './guest-fixtures.ts'
import {
  findChangeRejection,
  findDuplicate,
  findRequestRejection,
  hasOverlap,
  isDuplicateChange,
  recordChangeRequest,
  type Time,
} from './guest-rules.ts'
import { assertSameOutcome, loadAssignedResources, recordBooking } from './record-outcome.ts'
import type { ModelSetup } from './setup.ts'
import {
  dayFrom,
  type ModelBooking,
  type Rejection,
  type RequestedChange,
  reject,
  startOf,
} from './shop-model.ts'
import { formatClockTime, type RequestDetails } from './trade.ts'

type CommandOf<Name extends Command['type']> = Extract<Command, { type: Name }>

/** The response in the form of the API, for every face. */
type FaceResponse = { status: number; body: Record<string, unknown> }

/** Sends the request of the last booking of a guest again. */
export function repeatRequest(
  setup: ModelSetup,
  { face }: CommandOf<'repeat'>,
): Promise<Rejection | undefined> {
  const { lastRequest } = setup.model
  if (!lastRequest) return Promise.resolve(reject('no_request'))
  return requestBooking(setup, { ...lastRequest, face, isDryRun: false })
}

export async function requestBooking(
  setup: ModelSetup,
  command: CommandOf<'request'>,
): Promise<Rejection | undefined> {
  const { model } = setup
  const { face, isDryRun, detailsIndex, guest: guestIndex, day, at } = command
  model.lastRequest = command
  const details = model.trade.sampleDetails[
    detailsIndex % model.trade.sampleDetails.length
  ] as RequestDetails
  const time = { date: dayFrom(model, day), at }
  const guest = guestAt(guestIndex)
  const response = await sendByFace(setup, face, {
    path: '/api/booking',
    form: 'requestBooking',
    fields: { ...guest, ...details, date: time.date, time: formatClockTime(at) },
    tool: await createToolCall(setup, details, time, guest),
    isDryRun,
  })
  const fields = JSON.stringify({ ...guest, details, ...time })
  const duplicate = isDryRun ? undefined : findDuplicate(model, fields)
  if (duplicate) {
    assertSameOutcome(rejectionIn(response), undefined)
    const { code, already_requested } = response.body
    if (code === duplicate.code && already_requested === true) return reject('duplicate')
    throw new ModelMismatch(`got the code ${code} for a duplicate of ${duplicate.code}`)
  }
  const rejection = findRequestRejection(model, details, time)
  if (rejection) {
    checkAlternatives(response, (other) => findRequestRejection(model, details, other))
    return assertSameOutcome(rejectionIn(response), rejection)
  }
  assertSameOutcome(rejectionIn(response), undefined)
  if (isDryRun) return undefined
  const { code } = response.body as { code: string }
  const placement = findPlacement(
    model,
    { details, ...time, isByGuest: true },
    await loadAssignedResources(setup, code),
  )
  if (isRejection(placement)) throw new ModelMismatch(`accepted although ${placement.code}`)
  const source = { api: 'api', form: 'web', assistant: 'mcp' }[face]
  const start = startOf(time)
  await recordBooking(setup, code, { details, ...time }, placement, {
    status: 'pending',
    actor: source,
    holdsPlace: !hasOverlap(model, guest.phone, start, placement.length),
    ...guest,
  })
  model.requests.push({ fields, at: model.now, start, code })
  return undefined
}

async function createToolCall(
  setup: ModelSetup,
  details: RequestDetails,
  { date, at }: Time,
  guest: ModelGuest,
) {
  const { name, arguments: toolArguments } = setup.model.trade.tool(details)
  const policy = Number(details.party_size ?? 0) > 7 ? await loadPolicyCode(setup, details) : {}
  return {
    name,
    arguments: { ...guest, ...toolArguments, ...policy, date, time: formatClockTime(at) },
  }
}

/** Assistants must read the policy before they book for a large party. */
async function loadPolicyCode(
  setup: ModelSetup,
  { party_size }: RequestDetails,
): Promise<RequestDetails> {
  const { body } = await callTool(setup, 'get_reservation_policy', { party_size })
  return { policy_code: String(body.policy_code) }
}

export async function requestChange(
  setup: ModelSetup,
  one: ModelBooking,
  { face: wanted, kind, day, at }: CommandOf<'request_change'>,
): Promise<Rejection | undefined> {
  const { model } = setup
  const tool = model.trade.changeTool
  const face = wanted === 'assistant' && !tool.kinds.includes(kind) ? 'api' : wanted
  const current = model.trade.partyOf(one.details)
  const party = kind === 'larger_party' ? current + 1 : Math.max(1, current - 1)
  const requestedChange: RequestedChange = { kind, date: dayFrom(model, day), at, party }
  const change = {
    kind,
    ...(kind === 'move' && { date: requestedChange.date, time: formatClockTime(at) }),
    ...(kind.endsWith('_party') && { party_size: party }),
  }
  const phoneProof = { phone_last4: '5678' }
  const response = await sendByFace(setup, face, {
    path: `/api/booking/${one.code}/change`,
    form: 'requestChange',
    fields: { ...change, ...phoneProof },
    tool: {
      name: tool.name,
      arguments: { code: one.code, ...change, ...(tool.byPhone && phoneProof) },
    },
  })
  const isByPhone = face !== 'assistant' || tool.byPhone
  const fields = JSON.stringify({ code: one.code, ...change, isByPhone })
  if (isDuplicateChange(model, one, requestedChange, fields)) {
    assertSameOutcome(rejectionIn(response), undefined)
    if (face !== 'assistant' && response.body.already_requested !== true)
      throw new ModelMismatch(`a repeated change of ${one.code} was not recognized`)
    return reject('duplicate')
  }
  // The tools read the arguments first: a day that is past is none.
  const isPast = kind === 'move' && requestedChange.date < dayFrom(model, 0)
  if (face === 'assistant' && isPast)
    return assertSameOutcome(rejectionIn(response), reject('date not_open'))
  const rejection = findChangeRejection(model, one, requestedChange, isByPhone)
  if (rejection) {
    checkAlternatives(
      response,
      (other) =>
        kind === 'larger_party'
          ? findRequestRejection(
              model,
              model.trade.withParty(one.details, party),
              other,
              one.holder,
            )
          : findChangeRejection(model, one, { ...requestedChange, ...other }, isByPhone),
      one.overrides.length === 0,
    )
    return assertSameOutcome(rejectionIn(response), rejection)
  }
  assertSameOutcome(rejectionIn(response), undefined)
  recordChangeRequest(one, requestedChange, { api: 'api', form: 'web', assistant: 'mcp' }[face])
  model.changeRequests.push({ fields, at: model.now })
  return undefined
}

type GuestCall = {
  path: string
  /** The name of the form in its token. */
  form: string
  fields: Record<string, string | number>
  tool: { name: string; arguments: Record<string, unknown> }
  isDryRun?: boolean
}

async function sendByFace(
  setup: ModelSetup,
  face: GuestFace,
  guestCall: GuestCall,
): Promise<FaceResponse> {
  const { path, form, fields, tool, isDryRun = false } = guestCall
  if (face === 'assistant') {
    const dryRunArguments = isDryRun ? { dry_run: true } : {}
    const args = { ...tool.arguments, ...dryRunArguments, consent: true }
    const first = await callTool(setup, tool.name, args)
    // Something was added that the guest reads before, such as the deposit of a larger party.
    const { preview_code, added } = first.body
    const isPreview = first.body.preview === true && Array.isArray(added)
    const sent = isPreview ? await callTool(setup, tool.name, { ...args, preview_code }) : first
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

async function callTool(
  setup: ModelSetup,
  name: string,
  toolArguments: object,
): Promise<FaceResponse> {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: toolArguments },
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
    status: { 'not-found': 404, 'slot-taken': 409 }[code] ?? 500,
    body: { code, alternatives },
  }
}

/** The field errors as text, or another code. */
function rejectionIn({ status, body }: FaceResponse): Rejection | undefined {
  if (status === 202) return undefined
  if (status === 404) return { code: 'not found' }
  if (status === 409) return { code: 'taken' }
  if (status !== 422) throw new ModelMismatch(`got status ${status} ${JSON.stringify(body)}`)
  const fields = body.fields as { name: string; code: string }[]
  return { code: fields.map(({ name, code }) => `${name} ${code}`).join(', ') }
}

/** Every alternative must be bookable. */
function checkAlternatives(
  { status, body }: FaceResponse,
  findRejection: (time: Time) => Rejection | undefined,
  /** The rules allow such a booking at some time; staff may have decided against them. */
  isUsual = true,
): void {
  if (status !== 409) return
  const times = body.alternatives as { date: string; time: string }[]
  for (const { date, time } of times) {
    const at = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
    const rejection = findRejection({ date, at })
    if (rejection)
      throw new ModelMismatch(`the alternative ${date} ${time} is not bookable: ${rejection.code}`)
  }
  if (isUsual && times.length === 0) throw new ModelMismatch('there are no alternatives')
}
