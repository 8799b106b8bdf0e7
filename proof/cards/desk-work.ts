/** What a desk does with cards, through its forms. A form without a response is sent again until there is one. */
import { setTimeout as pause } from 'node:timers/promises'
import type { StaffClient } from '../../test/support/desk.ts'
import { type Form, formsOf } from '../../test/support/screen.ts'
import type { Random } from '../support/random.ts'
import type { Outcome } from './compare-ledger.ts'

/** Few cards at a time, so that desks meet on the same ones. */
const cardsInUse = 8

type DeskWork = {
  /** Undefined if there was nothing to do. */
  next(member: StaffClient, isOwner: boolean): Promise<Outcome | undefined>
}

export function createDeskWork(random: Random, note: (text: string) => void): DeskWork {
  const cards: string[] = []

  const issue = async (member: StaffClient): Promise<Outcome> => {
    const form = formTo(await readPage(member, '/cards/new'), '/cards/new')
    const isMembership = random.below(4) === 0
    const amount = isMembership ? 1 + random.below(10) : 100_000 * (1 + random.below(10))
    const kind = isMembership ? 'membership' : 'gift_card'
    const fields = { ...form?.fields, kind, amount: String(amount), price: '500000', ...holder }
    const response = await send(member, '/cards/new', fields)
    const isDone = isAccepted(response.status, note)
    if (isDone) cards.push(response.location)
    return { kind: 'issued', key: form?.fields.key ?? '', amount, isDone }
  }

  /** The forms of a page may be outdated when they are sent, as on a real desk. */
  const onCard = async (member: StaffClient, isOwner: boolean): Promise<Outcome | undefined> => {
    const path = random.pick(cards.slice(-cardsInUse))
    const forms = formsOf(await readPage(member, path))
    const choice = random.below(10)
    const undo = forms.filter(({ action }) => action === `${path}/undo`)
    if (choice < 2 && undo.length > 0) return giveBack(member, random.pick(undo))
    const adjust = forms.find(({ action }) => action === `${path}/adjust`)
    if (choice === 2 && isOwner && adjust) return change(member, adjust, 'adjusted')
    const redeem = forms.find(({ action }) => action === `${path}/redeem`)
    return redeem && change(member, redeem, 'redeemed')
  }

  const change = async (
    member: StaffClient,
    { action, fields }: Form,
    kind: 'redeemed' | 'adjusted',
  ): Promise<Outcome> => {
    const amount = random.below(2) === 0 ? 1 + random.below(3) : 10_000 * (1 + random.below(30))
    const isLess = kind === 'redeemed' || random.below(2) === 0
    const typed = { amount: String(amount), direction: isLess ? 'less' : 'more', reason: 'Kiểm kê' }
    const { status } = await send(member, action, { ...fields, ...typed })
    const isDone = isAccepted(status, note)
    return { kind, key: fields.key ?? '', amount: isLess ? -amount : amount, isDone }
  }

  const giveBack = async (member: StaffClient, { action, fields }: Form): Promise<Outcome> => {
    const { status } = await send(member, action, fields)
    const undone = fields.entry ?? ''
    return { kind: 'given_back', undone, isDone: isAccepted(status, note) }
  }

  return {
    next: (member, isOwner) =>
      cards.length === 0 || random.below(12) === 0 ? issue(member) : onCard(member, isOwner),
  }
}

const holder = { name: 'Trần Thị Mơ', phone: '0912345678', email: '', months: '12' }

/** 409 and 422 are refusals; anything else but a redirect is an error. */
function isAccepted(status: number, note: (text: string) => void): boolean {
  if (status !== 303 && status !== 409 && status !== 422) note(`a form got the status ${status}`)
  return status === 303
}

function formTo(page: string, action: string): Form | undefined {
  return formsOf(page).find((one) => one.action === action)
}

const maxTries = 600
const pauseMs = 50

async function readPage(member: StaffClient, path: string): Promise<string> {
  return retry(async () => {
    const response = await member.get(path)
    const text = await response.text()
    return response.status === 200 ? text : undefined
  })
}

async function send(
  member: StaffClient,
  path: string,
  fields: Record<string, string>,
): Promise<{ status: number; location: string }> {
  return retry(async () => {
    const response = await member.post(path, fields)
    await response.text()
    const { status, headers } = response
    return status >= 500 ? undefined : { status, location: headers.get('location') ?? '' }
  })
}

/** A process that was killed comes back. */
async function retry<Result>(run: () => Promise<Result | undefined>): Promise<Result> {
  for (let tries = 0; tries < maxTries; tries++) {
    const result = await run().catch(() => undefined)
    if (result !== undefined) return result
    await pause(pauseMs)
  }
  throw new Error('A desk got no response.')
}
