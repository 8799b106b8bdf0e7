/**
 * The draft of one form: what the guest typed, kept by the browser, so that every page after a form is the response
 * to a GET. Only a browser that cannot store it gets the page as the response to the form.
 */
import type { DraftAccess, PageResult } from '../../content/dynamic-page.ts'
import {
  type FormValues,
  filterNames,
  firstValue,
  toFormValues,
  withValues,
} from '../../content/form-values.ts'
import { pageUrl, parseParameters } from '../../content/page-url.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import type { Problem } from '../../kernel/problem.ts'
import { problemText } from './form-errors.ts'

export type FormDraft = {
  typed: FormValues
  /** What the last submission was rejected for, if a check of the values cannot find it again. */
  notice?: FormNotice
  /** What was sent with the form; then nothing else is stored. */
  sent?: string
}

/** `consent`: the guest pressed the button without agreeing. `digits`: the digits of the phone number are wrong. */
export type FormNotice = (typeof noticeNames)[number] | LocalizedText

const noticeNames = ['consent', 'digits'] as const

export type FormDrafts = {
  /** Undefined if the browser has none, or that of another form. */
  read(draft: DraftAccess): FormDraft | undefined
  /** Stores the values and leads to the address; without a place to store them, `show` creates the page itself. */
  continue<Shown>(
    submitted: { sent: FormValues; draft: DraftAccess },
    values: FormValues,
    notice: FormNotice | undefined,
    address: string,
    show: () => Promise<Shown>,
  ): Promise<Shown | Redirect>
  /** The draft after the form was sent. */
  finished(sent: string): FormValues
}

type Redirect = Extract<PageResult, { seeOther: string }>

/** Names of a draft besides the fields. */
const formName = 'form'
const noticeName = 'notice'
const sentName = 'sent'

/** Sent by a form in a browser that did not store the draft. */
export const directName = 'direct'

/** `name` tells the forms apart: the browser stores one draft. */
export function createFormDrafts(name: string, isTyped: (name: string) => boolean): FormDrafts {
  return {
    read(draft) {
      const stored = draft.read()
      if (!stored || firstValue(stored, formName) !== name) return undefined
      const sent = firstValue(stored, sentName)
      const notice = parseNotice(firstValue(stored, noticeName))
      return {
        typed: filterNames(stored, (one) => isTyped(one) && one !== directName),
        ...(notice && { notice }),
        ...(sent !== undefined && { sent }),
      }
    },
    async continue({ sent, draft }, values, notice, address, show) {
      const stored = withValues(filterNames(values, isTyped), {
        [formName]: name,
        ...(notice && { [noticeName]: formatNotice(notice) }),
      })
      const isStored = firstValue(sent, directName) === undefined && draft.canStore(stored)
      return isStored ? { seeOther: address, draft: stored } : show()
    },
    finished: (sent) =>
      toFormValues([
        [formName, name],
        [sentName, sent],
      ]),
  }
}

/** Both languages, because the guest may switch. */
function formatNotice(notice: FormNotice): string {
  return typeof notice === 'string' ? notice : `${notice.vi}\n${notice.en}`
}

function parseNotice(text: string | undefined): FormNotice | undefined {
  if (text === undefined) return undefined
  const [vi = '', en] = text.split('\n')
  return en === undefined ? noticeNames.find((name) => name === vi) : { vi, en }
}

/** What a check of the draft cannot find out again. */
export function noticeFor(
  problem: Problem | undefined,
  wantsToSend: boolean,
): FormNotice | undefined {
  if (!problem) return wantsToSend ? 'consent' : undefined
  const isFoundAgain = problem.status === 409 || problem.status === 422
  return isFoundAgain ? undefined : forEachLocale((locale) => problemText(problem, locale))
}

/** The address of a form at one of its steps; its other parameters stay. */
export function stepAddress(address: string, step: 'form' | 'review' | 'sent'): string {
  const [path = '', query = ''] = address.split('?')
  const { step: _, ...parameters } = parseParameters(query)
  return pageUrl(path, step === 'form' ? parameters : { ...parameters, step })
}

export const noDraftText: LocalizedText = {
  vi:
    'Chưa gửi gì cả: điều bạn viết chỉ được giữ 30 phút, và không giữ được nếu trình duyệt chặn cookie. ' +
    'Xin điền lại.',
  en:
    'Nothing was sent: what you type is stored for 30 minutes only, and not at all if your browser blocks cookies. ' +
    'Please fill in the form again.',
}
