/** Commands of guests and their assistants, on the shop and on the model. */
import { findPlacement, isRejection, ModelMismatch } from './allowed-resources.ts'
import type { Command } from './commands.ts'
import { callTool, type FaceResponse, rejectionIn, sendByFace } from './guest-faces.ts'
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
  const { isDryRun, detailsIndex, guest: guestIndex, day, at } = command
  // Assistants name their user, so that another client can send from the same address.
  const face = command.isOther ? 'assistant' : command.face
  const client = command.isOther ? 'other guest' : 'guest'
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
    isOther: command.isOther,
  })
  const fields = JSON.stringify({ client, ...guest, details, ...time })
  const duplicate = isDryRun ? undefined : findDuplicate(model, fields)
  if (duplicate) {
    assertSameOutcome(rejectionIn(response), undefined)
    const { code, already_requested } = response.body
    if (code === duplicate.code && already_requested === true) return reject('duplicate')
    throw new ModelMismatch(`got the code ${code} for a duplicate of ${duplicate.code}`)
  }
  const rejection = findRequestRejection(model, details, time)
  if (rejection?.code === 'taken') model.lastTaken = { details, ...time }
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
    client,
    holdsPlace: !hasOverlap(model, { phone: guest.phone, client }, start, placement.length),
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
  recordChangeRequest(
    setup.model,
    one,
    requestedChange,
    { api: 'api', form: 'web', assistant: 'mcp' }[face],
  )
  model.changeRequests.push({ fields, at: model.now })
  return undefined
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
