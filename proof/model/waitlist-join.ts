/** Guests who ask to be told when a full time becomes free, on the shop and on the model. */
import { ModelMismatch } from './allowed-resources.ts'
import { type FaceResponse, rejectionIn, sendByFace } from './guest-faces.ts'
import { guestAt } from './guest-fixtures.ts'
import { assertSameOutcome } from './record-outcome.ts'
import type { ModelSetup } from './setup.ts'
import { dayFrom, type Rejection, reject } from './shop-model.ts'
import { formatClockTime, type RequestDetails } from './trade.ts'
import type { WaitlistCommand } from './waitlist-commands.ts'
import { findJoinedBefore, findJoinRejection } from './waitlist-rules.ts'

type JoinCommand = Extract<WaitlistCommand, { type: 'join' }>

export async function joinList(
  setup: ModelSetup,
  command: JoinCommand,
): Promise<Rejection | undefined> {
  const { app, model } = setup
  const { isDryRun } = command
  model.lastJoin = command
  const { details, date, from, to } = resolveWindow(setup, command)
  const guest = guestAt(command.guest)
  const times = { date, from: formatClockTime(from), to: formatClockTime(to) }
  const tool = model.trade.tool(details).arguments
  const isKnownToTool = Object.keys(tool).every((name) => toolArguments.includes(name))
  const face = command.face === 'assistant' && !isKnownToTool ? 'api' : command.face
  const response = await sendByFace(setup, face, {
    path: '/api/waitlist',
    form: 'joinWaitlist',
    fields: { ...guest, ...details, ...times },
    tool: { name: 'join_waitlist', arguments: { ...guest, ...tool, ...times } },
    isDryRun,
  })
  const fields = JSON.stringify({ ...guest, details, ...times })
  const before = isDryRun ? undefined : findJoinedBefore(model, fields)
  if (before) {
    assertSameOutcome(joinRejectionIn(response), undefined)
    const { code, already_requested } = response.body
    if (code === before.code && already_requested === true) return reject('duplicate')
    throw new ModelMismatch(`got the code ${code} for a duplicate of ${before.code}`)
  }
  const rejection = findJoinRejection(model, details, { date, from, to })
  assertSameOutcome(joinRejectionIn(response), rejection)
  if (rejection || isDryRun) return rejection
  const code = String(response.body.code)
  const row = await app.store.read.get<{ id: string }>(
    'SELECT id FROM waitlist WHERE code = ?',
    code.replaceAll('-', ''),
  )
  const source = { api: 'api', form: 'web', assistant: 'mcp' }[face]
  model.waitlist.push({
    ...{ id: row?.id ?? '', code, status: 'waiting', details, date, from, to },
    ...{ ...guest, fields, joinedAt: model.now, version: 1, offers: [] },
    history: [`${source} requested`],
  })
  model.otherActions++
  return undefined
}

/** The arguments of the tool for what is booked; other details are sent to the API. */
const toolArguments = ['service_id', 'party_size', 'table_type']

/** Often the time that the last guest could not book. */
function resolveWindow(
  { model }: ModelSetup,
  { detailsIndex, day, at, minutes, isForTaken }: JoinCommand,
) {
  const { lastTaken, trade } = model
  if (isForTaken && lastTaken) {
    return { ...lastTaken, from: lastTaken.at, to: Math.min(lastTaken.at + minutes, 23 * 60) }
  }
  const details = trade.sampleDetails[detailsIndex % trade.sampleDetails.length] as RequestDetails
  return { details, date: dayFrom(model, day), from: at, to: at + minutes }
}

/** All reasons why waiting makes no sense are one in the model. */
function joinRejectionIn(response: FaceResponse): Rejection | undefined {
  if (response.status === 409) return reject('available')
  return rejectionIn(response) && reject('not_possible')
}
