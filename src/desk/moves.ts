/** Several bookings that staff move with one tap: each move is checked, and all can be undone with one tap. */
import { findBookingByCode } from '../domain/booking/queries.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import type { StaffActions } from '../domain/booking/staff-actions.ts'
import { isStaffRule, type StaffRule } from '../domain/scheduling/staff-rules.ts'
import { BookingActionError } from '../kernel/action-errors.ts'
import { formatCode, normalizeCode } from '../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'
import { html } from '../ui/html.ts'
import { bookingUrl } from './booking-components.ts'
import { hiddenInput, submitButton } from './components.ts'
import type { DeskContext } from './context.ts'
import type { Notice } from './screen.ts'

export type Move = {
  code: string
  version: number
  date: string
  time: string
  resources: readonly string[]
  overrides: readonly StaffRule[]
  /** When the stay ends, if it takes longer. */
  until?: string
}

/** The value of a field "move": "HEN-58Y4 3 2026-11-21 11:30 therapist:mai,room:1 person" */
export function formatMove({ code, version, date, time, resources, overrides }: Move): string {
  return [formatCode(code), version, date, time, resources.join(','), overrides.join(',')].join(' ')
}

const maxMoves = 100

export function parseMoves(form: URLSearchParams): Move[] {
  return form
    .getAll('move')
    .slice(0, maxMoves)
    .map((text) => {
      const [code = '', version, date = '', time = '', resources = '', rules = ''] = text.split(' ')
      return {
        ...{ code, version: Number(version), date, time },
        resources: resources.split(',').filter((id) => id !== ''),
        overrides: rules.split(',').filter(isStaffRule),
      }
    })
}

type MovedVersion = { code: string; version: number }

/** `moved` has the versions after the moves: a later change of a booking stays. */
export type MoveResults = { moved: MovedVersion[]; refused: string[] }

/** One after the other, each in a transaction of its own; those that are refused stay where they are. */
export async function runMoves(
  staffActions: StaffActions,
  moves: readonly Move[],
  actor: string,
): Promise<MoveResults> {
  const results: MoveResults = { moved: [], refused: [] }
  for (const move of moves) {
    const isDone = await attempt(() => staffActions.move({ ...move, actor }))
    if (isDone) results.moved.push(afterMove(move))
    else results.refused.push(move.code)
  }
  return results
}

export function afterMove({ code, version }: Pick<Move, 'code' | 'version'>): MovedVersion {
  return { code, version: version + 1 }
}

/** The last move first: it may have taken the place of the one before. */
export async function undoMoves(
  staffActions: StaffActions,
  form: URLSearchParams,
  actor: string,
): Promise<void> {
  const all = form.getAll('undo').slice(0, maxMoves).toReversed()
  const results = await all.reduce<Promise<boolean[]>>(async (before, text) => {
    const done = await before
    const [code = '', version] = text.split(' ')
    const undone = await attempt(() => staffActions.undo({ code, version: Number(version), actor }))
    return [...done, undone]
  }, Promise.resolve([]))
  if (results.length === 0 || results.some((isDone) => !isDone))
    throw new BookingActionError('not_possible', { reason: notAllUndoneText })
}

const notAllUndoneText: LocalizedText = {
  vi: 'Có lượt không trả lại được: nó đã được đổi tiếp, hoặc chỗ cũ đã có khách khác. Xem từng lượt.',
  en: 'Some bookings could not be moved back: they were changed since, or their place is taken. See each of them.',
}

async function attempt(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    if (error instanceof BookingActionError) return false
    throw error
  }
}

/** The address of a page that shows the results. */
export function withMoves(path: string, { moved, refused }: MoveResults): string {
  const query = new URLSearchParams()
  const done = moved.map(({ code, version }) => `${code}.${version}`)
  if (done.length > 0) query.set('moved', done.join(' '))
  if (refused.length > 0) query.set('refused', refused.join(' '))
  return `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`
}

/** The bookings that were moved, as the address of the page names them. */
export function parseMoved(query: URLSearchParams): MovedVersion[] {
  return wordsOf(query.get('moved')).map((text) => {
    const [code = '', version] = text.split('.')
    return { code, version: Number(version) }
  })
}

function wordsOf(text: string | null): string[] {
  return (text ?? '')
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, maxMoves)
}

/** Which bookings were moved, with one undo for those that no one has changed since, and which were not. */
export async function movesNotice(
  context: DeskContext,
  query: URLSearchParams,
  undoAction: string,
  locale: Locale,
): Promise<Notice | undefined> {
  const known = parseMoved(query)
  const moved = await findAll(
    context,
    known.map(({ code }) => code),
  )
  const refused = await findAll(context, wordsOf(query.get('refused')))
  if (moved.length + refused.length === 0) return undefined
  const count = `${moved.length} ${plural(moved.length, movedForms[locale], locale)}`
  const versions = new Map(known.map(({ code, version }) => [normalizeCode(code), version]))
  const undo = moved
    .filter(({ code, version }) => versions.get(code) === version)
    .map(({ code, version }) => hiddenInput('undo', `${formatCode(code)} ${version}`))
  const names = refused.map(
    (one) => html` <a href="${bookingUrl(one)}">${one.name}, ${one.time}</a>`,
  )
  return {
    tone: refused.length > 0 ? 'problem' : 'good',
    body: html`${moved.length > 0 && html`<p>${words.done[locale]} ${count}.</p>`}
${refused.length > 0 && html`<p><b>${words.refused[locale]}</b>${names}</p>`}
${
  undo.length > 0 &&
  html`<form method="post" action="${undoAction}">${undo}${submitButton(words.undo[locale], 'undo')}</form>`
}`,
  }
}

async function findAll(
  { store, now }: DeskContext,
  codes: readonly string[],
): Promise<BookingView[]> {
  const found = await Promise.all(codes.map((code) => findBookingByCode(store.read, code, now())))
  return found.flatMap((booking) => booking ?? [])
}

const movedForms = {
  vi: { other: 'lượt' },
  en: { one: 'booking', other: 'bookings' },
}

const words = {
  done: { vi: 'Đã dời', en: 'Moved' },
  refused: {
    vi: 'Chưa dời được, vì chỗ vừa có khách hoặc lượt vừa được đổi:',
    en: 'Not moved, because the place was taken or the booking changed:',
  },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
} satisfies Record<string, LocalizedText>
