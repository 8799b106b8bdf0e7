/** Vietnam's calendar and clock. The one place that knows where Temporal comes from. */
import { Temporal } from 'temporal-polyfill'

export { Temporal }

export const timeZone = 'Asia/Ho_Chi_Minh'

/** Reads the present moment; passed in, so that tests may set it. */
export type Clock = () => Temporal.Instant

export function isDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  try {
    Temporal.PlainDate.from(text, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}
