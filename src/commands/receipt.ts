/** Receipts of what was handed out or erased, in a terminal: shown, and finished. */

import { readGuest } from '../domain/privacy/find-guest.ts'
import { digestOf } from '../domain/privacy/guest-hash.ts'
import { type Receipt, receiptByCode, receiptsOf } from '../domain/privacy/receipts.ts'
import { sayCounts, statementFor } from '../domain/privacy/statement.ts'
import { scrubbingOf, takeWord } from '../domain/privacy/vacuum.ts'
import { plainCode, showCode } from '../kernel/booking-code.ts'
import { stamp } from '../kernel/time.ts'
import { ForPeople } from '../kernel/user-error.ts'
import { whyNot } from '../store/open-error.ts'
import { CannotScrub, type Sql } from '../store/sql.ts'
import type { Book } from './database.ts'

/** The guest is erased, but the files of the book may still hold bytes of him. */
export class NotScrubbed extends ForPeople {
  constructor({ code }: Pick<Receipt, 'code'>, said: string, cause: unknown) {
    const todo =
      cause instanceof CannotScrub
        ? `${cause.message}; then run: letan guest scrubbed ${showCode(code)}`
        : `run the same command again (${whyNot(cause instanceof Error ? cause.cause : cause)})`
    super(`${said}NOT DONE YET: the files of the book still hold it; ${todo}`)
    this.name = 'NotScrubbed'
  }
}

export class NoSuchReceipt extends ForPeople {
  constructor(words: string) {
    super(words)
    this.name = 'NoSuchReceipt'
  }
}

const noneOfThisNumber = (written: string, book: string, orElse: string) =>
  new NoSuchReceipt(
    `There is no receipt "${written}" in ${book}. Write it as BN-7K3M-9Q2X-4D, ${orElse}.`,
  )

/** His number was understood: it is not repeated, and he may be in another book. */
const noneOfThisGuest = (book: string) =>
  new NoSuchReceipt(
    `There is no receipt for this guest in ${book}: nothing was handed out or erased there.`,
  )

export async function showReceipts(
  { store, shop, secret, name: book }: Book,
  written: string,
): Promise<string> {
  const isCode = /^BN/i.test(plainCode(written))
  const found = isCode
    ? [await receiptByCode(store.read, written)]
    : await receiptsOf(store.read, digestOf(secret, readGuest(written).value))
  const receipts = found.flatMap((one) => one ?? [])
  if (receipts.length === 0) {
    throw isCode
      ? noneOfThisNumber(written, book, "or the guest's phone or mail")
      : noneOfThisGuest(book)
  }
  const { name } = shop.business
  const said = receipts.map(async (one) =>
    [...sayReceipt(one, name), ...(await sayFiles(store.read, one)), ''].join('\n'),
  )
  return (await Promise.all(said)).join('\n')
}

/** Tries it itself and looks at the files; where neither can be, whoever calls is believed. */
export async function finishReceipt(
  { store, now, name: book }: Book,
  written: string,
): Promise<string> {
  const receipt = await receiptByCode(store.read, written)
  if (receipt?.kind !== 'erase') {
    throw noneOfThisNumber(written, book, 'as it stands on an erasure')
  }
  try {
    if (receipt.scrubbedAt === undefined) await takeWord({ store, now }, receipt, 'terminal')
  } catch (error) {
    throw new NotScrubbed(receipt, '', error)
  }
  const finished = (await receiptByCode(store.read, written)) ?? receipt
  return [...(await sayFiles(store.read, finished)), ''].join('\n')
}

async function sayFiles(sql: Sql, receipt: Receipt): Promise<string[]> {
  const { kind, scrubbedAt } = receipt
  if (kind !== 'erase') return []
  if (scrubbedAt === undefined) return ['The files of the book: NOT written anew yet']
  const { how = 'done', actor: who = '' } = (await scrubbingOf(sql, receipt)) ?? {}
  const by = {
    done: 'by this program',
    seen: 'by the owner of the tables, as their files show',
    said: `on the word of ${who.split(':')[0]}; nothing shows it`,
  }[how]
  return [`The files of the book: written anew, ${stamp(scrubbedAt)}, ${by}`]
}

export function sayReceipt(receipt: Receipt, shopName: string): string[] {
  const { kind, at, code, actor, counts, elsewhere } = receipt
  const { vi, en } = statementFor(receipt, shopName)
  const done = { export: 'Handed out', erase: 'Erased' }[kind]
  const left = `Left, as it is also under another phone or address: ${elsewhere}`
  return [
    `${done} on ${stamp(at)} by ${actor.split(':')[0]}, receipt ${showCode(code)}:`,
    ...sayCounts(counts, 'en', true).map((line) => `  ${line}`),
    ...(elsewhere === 0 ? [] : [left]),
    'To be sent to the guest:',
    `  ${vi}`,
    `  ${en}`,
  ]
}
