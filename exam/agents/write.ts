/** How the scripted agents send a request, and what they do with a preview or an error. */
import type { AgentInput } from './agent.ts'
import type { Arguments, Outcome, ToolError } from './shop-client.ts'

export type Send = (args: Arguments) => Promise<Outcome>

/** After this many corrections an agent gives up. */
const maxCorrections = 4

/** Sends, and corrects what an error names until the request is accepted. Returns the final answer to the guest. */
export async function sendAndCorrect(
  input: AgentInput,
  args: Arguments,
  send: Send,
  correct: (args: Arguments, error: ToolError) => Arguments | undefined,
): Promise<string> {
  let sent = args
  for (let corrections = 0; ; corrections++) {
    const outcome = await send(sent)
    if (outcome.type === 'lost') return noResponse[input.locale]
    if (outcome.type === 'data') {
      return outcome.data.preview === true
        ? askAndSend(input, sent, outcome.data, send)
        : describeResult(outcome.data)
    }
    const corrected = corrections < maxCorrections ? correct(sent, outcome.error) : undefined
    if (!corrected) return describeError(outcome.error)
    sent = corrected
  }
}

/** Reads a preview to the guest and sends the request after a yes. */
async function askAndSend(
  input: AgentInput,
  args: Arguments,
  preview: Record<string, unknown>,
  send: Send,
): Promise<string> {
  const added = (preview.added ?? []) as string[]
  const isNew = added.length > 0 || !input.intent.hasAgreed
  const question = [preview.read_back, ...added, shallISend[input.locale]].join('\n')
  const isAgreed = !isNew || isYes(await input.ask(question))
  if (!isAgreed) return [notSent[input.locale], ...added].join(' ')
  const outcome = await send({ ...args, consent: true, preview_code: preview.preview_code })
  if (outcome.type === 'error') return describeError(outcome.error)
  return outcome.type === 'data' ? describeResult(outcome.data) : noResponse[input.locale]
}

/** A guest who accepts another time gets it; a match that the shop proposes is used. */
export function correctByIntent(
  { intent }: AgentInput,
  args: Arguments,
  { code, field, nearest }: ToolError,
): Arguments | undefined {
  const canMove = intent.otherTime !== undefined && args.time !== intent.otherTime
  if (code === 'slot-taken' && canMove) return { ...args, time: intent.otherTime }
  // The nearest of an unknown argument is the name of another one.
  if (field !== undefined && nearest !== undefined && code !== 'unknown')
    return { ...args, [field]: nearest }
  return undefined
}

function isYes(answer: string): boolean {
  return /^(yes|vâng|có|đồng ý)/i.test(answer)
}

export function describeResult(data: Record<string, unknown>): string {
  const { summary, code, read_back, next_step, reason } = data
  return [summary, read_back, code, next_step, reason]
    .filter((part) => part !== undefined)
    .join(' ')
}

export function describeError({ message, choices }: ToolError): string {
  return [message, ...(choices ?? [])].join(' ')
}

const shallISend = { vi: 'Tôi gửi yêu cầu này nhé?', en: 'Shall I send this request?' }
const notSent = { vi: 'Tôi chưa gửi gì.', en: 'Nothing was sent.' }
const noResponse = {
  vi: 'Chưa nhận được phản hồi của cửa hàng.',
  en: 'The shop has not responded.',
}
