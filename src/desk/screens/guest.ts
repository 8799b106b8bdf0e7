/** The screens of a guest: the page, the note, the mark of a regular, and undo. */
import { moveSpokenAnswers } from '../../domain/guest/spoken-answers.ts'
import { findGuestPhone } from '../../domain/profile/guest-phone.ts'
import { loadGuestRecord } from '../../domain/profile/guest-record.ts'
import {
  createProfileActions,
  findProfile,
  type GuestProfile,
  type ProfileActionName,
} from '../../domain/profile/profile.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import { hasInvisibleCharacters } from '../../kernel/invisible-text.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { truncate } from '../../kernel/truncate.ts'
import { html } from '../../ui/html.ts'
import { problemNotice } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { flashNotice } from '../flash.ts'
import { guestPageBody, maxNoteLength, undoButton } from '../guest-page.ts'
import { formatHealth } from '../health-text.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest } from '../screen.ts'
import { describeLastChange } from './history.ts'

type PageOptions = { notice?: Notice | undefined; status?: number; typedNote?: string }

export function guestScreens(context: DeskContext): Screen[] {
  const { store, now } = context
  const actions = createProfileActions(store, now)

  /** A refused action shows the page again, with the reason and the note as it was typed. */
  const actionScreen = (
    name: string,
    run: (screenRequest: ScreenRequest) => Promise<ProfileActionName>,
  ): Screen => ({
    path: `/guests/{reference}/${name}`,
    show: async ({ pathParams }) => ({ seeOther: pathOf(pathParams.reference) }),
    async submit(screenRequest) {
      const { pathParams, form } = screenRequest
      try {
        const done = await run(screenRequest)
        return { seeOther: `${pathOf(pathParams.reference)}?did=${done}` }
      } catch (error) {
        if (!(error instanceof BookingActionError)) throw error
        const note = form.get('note')
        return guestPage(context, screenRequest, {
          notice: await refusalNotice(context, screenRequest, error),
          status: 409,
          ...(note !== null && { typedNote: note }),
        })
      }
    },
  })

  return [
    {
      path: '/guests/{reference}',
      async show(screenRequest) {
        const notice =
          (await profileNotice(context, screenRequest)) ??
          (await flashNotice(context, screenRequest))
        return guestPage(context, screenRequest, { notice })
      },
    },
    actionScreen('note', async (screenRequest) => {
      const note = truncate((screenRequest.form.get('note') ?? '').trim(), maxNoteLength)
      assertStorable(context, note, screenRequest.locale)
      await actions.saveNote({ ...profileAction(screenRequest), note })
      return 'noted'
    }),
    actionScreen('regular', async (screenRequest) => {
      const isRegular = screenRequest.form.get('regular') === '1'
      await actions.setRegular({ ...profileAction(screenRequest), isRegular })
      return isRegular ? 'marked_regular' : 'unmarked_regular'
    }),
    actionScreen('undo', async (screenRequest) => {
      await actions.undo(profileAction(screenRequest))
      return 'undone'
    }),
  ]
}

const pathOf = (reference = '') => `/guests/${encodeURIComponent(reference)}`

function profileAction({ pathParams, form, member }: ScreenRequest) {
  const { reference = '' } = pathParams
  return { reference, version: Number(form.get('version')), actor: `staff:${member.id}` }
}

/** The note is kept for long, and health data must not be: it has fields of its own in the booking. */
function assertStorable(context: DeskContext, note: string, locale: Locale): void {
  if (hasInvisibleCharacters(note))
    throw new BookingActionError('not_possible', { reason: words.invisibleCharacters })
  const { answers } = moveSpokenAnswers(context.shop.booking.questions, note)
  const health = formatHealth(context, answers, locale)
  if (health !== '') throw new BookingActionError('not_possible', { reason: healthInNote(health) })
}

const healthInNote = (health: string): LocalizedText => ({
  vi: `Chưa lưu: ghi chú nói về dị ứng hoặc sức khoẻ (${health}). Điều này được giữ riêng và xoá sớm, nên hãy ghi vào lượt đặt của khách rồi bỏ khỏi ghi chú.`,
  en: `Not saved: the note mentions an allergy or health (${health}). This is stored separately and deleted early: enter it in the booking of the guest, and take it out of the note.`,
})

async function refusalNotice(
  context: DeskContext,
  { pathParams, locale }: ScreenRequest,
  error: BookingActionError,
): Promise<Notice> {
  const profile = await loadProfile(context, pathParams.reference)
  const lastChange =
    profile && error.code === 'changed_meanwhile'
      ? await describeLastChange(context, `profile:${profile.id}`, locale)
      : ''
  return problemNotice(html`<b>${formatActionError(error, locale)}</b> ${lastChange}`)
}

async function loadProfile(
  { store }: DeskContext,
  reference = '',
): Promise<GuestProfile | undefined> {
  const phone = await findGuestPhone(store.read, reference)
  return phone === undefined ? undefined : findProfile(store.read, phone)
}

/** The last change of the note or the mark; an action on a booking also names its code. */
async function profileNotice(
  context: DeskContext,
  { query, pathParams, locale }: ScreenRequest,
): Promise<Notice | undefined> {
  const done = query.get('did') ?? ''
  if (query.has('of') || !Object.hasOwn(doneTexts, done)) return undefined
  const text = doneTexts[done as ProfileActionName]
  const profile = await loadProfile(context, pathParams.reference)
  if (!profile || profile.version === 0) return undefined
  const path = pathOf(pathParams.reference)
  return {
    tone: 'good',
    body: html`<p>${text[locale]}</p>
${done !== 'undone' && undoButton(profile.version, path, words.undo[locale])}`,
  }
}

async function guestPage(
  context: DeskContext,
  { pathParams, locale, member }: ScreenRequest,
  { notice, status, typedNote }: PageOptions,
): Promise<ScreenPage> {
  const { store, now } = context
  const { reference = '' } = pathParams
  const phone = await findGuestPhone(store.read, reference)
  const guest = phone === undefined ? undefined : await loadGuestRecord(store.read, phone, now())
  if (!guest) return unknownGuest(locale)
  const options = {
    ...{ path: pathOf(reference), reference, typedNote },
    isOwner: member.role === 'owner',
  }
  return {
    title: guest.name,
    tab: '/search',
    notice,
    ...(status !== undefined && { status }),
    body: await guestPageBody(context, guest, options, locale),
  }
}

function unknownGuest(locale: Locale): ScreenPage {
  return {
    status: 404,
    title: words.unknown[locale],
    tab: '/search',
    body: html`<h1>${words.unknown[locale]}</h1>
<p>${words.unknownHint[locale]}</p>
<p><a href="/search">${words.search[locale]}</a></p>`,
  }
}

const doneTexts: Record<ProfileActionName, LocalizedText> = {
  noted: { vi: 'Đã lưu ghi chú.', en: 'The note is saved.' },
  marked_regular: { vi: 'Đã đánh dấu khách quen.', en: 'Marked as a regular.' },
  unmarked_regular: { vi: 'Đã bỏ dấu khách quen.', en: 'The mark is removed.' },
  undone: { vi: 'Đã hoàn tác.', en: 'Undone.' },
}

const words = {
  undo: { vi: 'Hoàn tác', en: 'Undo' },
  unknown: { vi: 'Không có trang khách này', en: 'No guest page' },
  unknownHint: {
    vi: 'Lượt này không có số điện thoại, hoặc dữ liệu của khách đã được xoá.',
    en: 'The booking has no phone number, or the data of the guest was erased.',
  },
  search: { vi: 'Tìm theo tên hoặc số điện thoại', en: 'Search by name or phone' },
  invisibleCharacters: {
    vi: 'Ghi chú có ký tự không nhìn thấy được. Xoá đi và gõ lại.',
    en: 'The note contains invisible characters. Delete the text and type it again.',
  },
} satisfies Record<string, LocalizedText>
