/** The first sentence about a request that was sent, or that had been sent before. */
import type { Locale } from '../../kernel/locale.ts'

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
