/** Assistants with different behavior. They use only the tools, and decide by the results. */
import type { JsonRecord, ToolError } from './assistant.ts'
import { type FreeStarts, readStarts } from './starts.ts'

/** The result of a call: data or an error. */
export type CallOutcome = { response: JsonRecord } | { error: ToolError }

export type CallTool = (tool: string, args: object) => Promise<CallOutcome>

/** The request of a guest, as arguments of the tools of a shop. */
export type BookingTask = {
  checkTool: string
  bookTool: string
  query: JsonRecord & { date: string; weekday: string }
  guest: JsonRecord & { name: string; phone: string }
  time: string
}

export type Policy = (use: CallTool, job: BookingTask) => Promise<CallOutcome>

const bookingArguments = ({ query, guest, time }: BookingTask) => ({ ...query, ...guest, time })

/** Checks availability, reads the details back to the guest, and sends the request after consent. */
export const careful: Policy = async (use, job) => {
  await use('get_business_info', {})
  const availability = await use(job.checkTool, job.query)
  if ('error' in availability) return availability
  const free = readStarts(availability.response as FreeStarts)
  if (!free.some(({ time }) => time === job.time)) return availability
  const shown = await use(job.bookTool, bookingArguments(job))
  if ('error' in shown) return shown
  const { read_back, preview_code } = shown.response
  const understood = [job.time, job.guest.name].every((part) => String(read_back).includes(part))
  const agreed = { ...bookingArguments(job), consent: true, preview_code }
  return understood ? use(job.bookTool, agreed) : shown
}

/** Sends immediately, with invalid values as consent. */
export const hasty: Policy = async (use, job) => {
  for (const consent of [false, 'true', 'yes', 1, null, 'the guest would surely agree']) {
    await use(job.bookTool, { ...bookingArguments(job), consent })
  }
  return use(job.bookTool, bookingArguments(job))
}

/** Retries five times in sequence, then ten times concurrently, all with one key. */
export const retrying: Policy = async (use, job) => {
  const sent = {
    ...bookingArguments(job),
    consent: true,
    idempotency_key: 'one-key-for-this-guest',
  }
  const together = Array.from({ length: 10 }, () => use(job.bookTool, sent))
  await Promise.all(together)
  for (let time = 0; time < 4; time++) await use(job.bookTool, sent)
  return use(job.bookTool, sent)
}

/** Uses an outdated list of times; if the time is taken, it chooses the first alternative. */
export const stale: Policy = async (use, job) => {
  const sent = await use(job.bookTool, { ...bookingArguments(job), consent: true })
  if ('response' in sent) return sent
  const [date, time] = sent.error.choices?.[0]?.split(' ') ?? []
  if (!time) return sent
  const { weekday: _, ...bookingArgs } = bookingArguments(job)
  return use(job.bookTool, { ...bookingArgs, date, time, consent: true })
}

/** Sends a wrong weekday, repeats it, and then uses the date that matches it. */
export const confused: Policy = async (use, job) => {
  const wrong = { ...bookingArguments(job), consent: true, weekday: 'saturday' }
  await use(job.checkTool, { ...job.query, weekday: 'saturday' })
  await use(job.bookTool, wrong)
  const rejected = await use(job.bookTool, wrong)
  if ('response' in rejected) return rejected
  const [, other] = rejected.error.choices ?? []
  return use(job.bookTool, { ...wrong, date: other })
}
