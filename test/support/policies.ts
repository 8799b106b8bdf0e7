/** Assistants by their habits. They know nothing but the tools, and decide by what these answer. */
import type { Facts, Refusal } from './assistant.ts'

/** What a call gave: an answer or a refusal. */
export type Outcome = { answer: Facts } | { refusal: Refusal }

export type Use = (tool: string, args: object) => Promise<Outcome>

/** What a guest wants, in the words of a shop's tools. */
export type Job = {
  check: string
  book: string
  question: Facts & { date: string; weekday: string }
  guest: Facts & { name: string; phone: string }
  time: string
}

export type Policy = (use: Use, job: Job) => Promise<Outcome>

type Slot = { time: string }

const wishOf = ({ question, guest, time }: Job) => ({ ...question, ...guest, time })

/** Looks first, reads the details back to the guest, and sends once there is a yes. */
export const careful: Policy = async (use, job) => {
  await use('get_business_info', {})
  const seen = await use(job.check, job.question)
  if ('refusal' in seen) return seen
  const slots = seen.answer.slots as Slot[]
  if (!slots.some(({ time }) => time === job.time)) return seen
  const tried = await use(job.book, wishOf(job))
  const readBack = 'refusal' in tried ? tried.refusal.read_back : ''
  const understood = [job.time, job.guest.name].every((part) => readBack.includes(part))
  return understood ? use(job.book, { ...wishOf(job), consent: true }) : tried
}

/** Sends at once, and takes anything for a yes but a yes. */
export const hasty: Policy = async (use, job) => {
  for (const consent of [false, 'true', 'yes', 1, null, 'the guest would surely agree']) {
    await use(job.book, { ...wishOf(job), consent })
  }
  return use(job.book, wishOf(job))
}

/** Never sure that it was heard: five times in turn, then ten at once, all with one key. */
export const retrying: Policy = async (use, job) => {
  const sent = { ...wishOf(job), consent: true, idempotency_key: 'one-key-for-this-guest' }
  const together = Array.from({ length: 10 }, () => use(job.book, sent))
  await Promise.all(together)
  for (let time = 0; time < 4; time++) await use(job.book, sent)
  return use(job.book, sent)
}

/** Goes by what it saw earlier; when the time is gone it takes the first that is offered. */
export const stale: Policy = async (use, job) => {
  const sent = await use(job.book, { ...wishOf(job), consent: true })
  if ('answer' in sent) return sent
  const [first] = sent.refusal.alternatives
  if (!first) return sent
  const { weekday: _, ...wish } = wishOf(job)
  return use(job.book, { ...wish, date: first.date, time: first.time, consent: true })
}

/** Errs about the weekday, insists, and only then takes the date that fits it. */
export const confused: Policy = async (use, job) => {
  const wrong = { ...wishOf(job), consent: true, weekday: 'saturday' }
  await use(job.check, { ...job.question, weekday: 'saturday' })
  await use(job.book, wrong)
  const refused = await use(job.book, wrong)
  if ('answer' in refused) return refused
  const [, other] = refused.refusal.detail.match(/\d{4}-\d{2}-\d{2}/g) ?? []
  return use(job.book, { ...wrong, date: other })
}
