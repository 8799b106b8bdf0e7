/** The first sentence about a request that was sent, or that had been sent before. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { joinSentences } from './found.ts'

const sentBefore: LocalizedText = {
  vi: 'Yêu cầu này đã được gửi trước đó; không có yêu cầu thứ hai.',
  en: 'This request had been sent before; there is no second one.',
}

/** Of a request that has no code of its own: a change, or a callback. */
export function describeRecorded(
  { next_step, already_requested }: { next_step: string; already_requested?: true | undefined },
  locale: Locale,
): string {
  return joinSentences(already_requested && sentBefore[locale], next_step)
}

export function sentText(
  { code, already_requested }: Readonly<Record<string, unknown>>,
  locale: Locale,
): string {
  return already_requested
    ? {
        vi: `Yêu cầu này đã được gửi trước đó, mã ${code}; không có yêu cầu thứ hai.`,
        en: `This request had been sent before, code ${code}; there is no second one.`,
      }[locale]
    : { vi: `Đã gửi yêu cầu, mã ${code}.`, en: `The request was sent, code ${code}.` }[locale]
}
