/** Booking status, its labels, and the rule that an unanswered request expires at its start. */
import { z } from 'zod'
import type { LocalizedText } from '../../kernel/locale.ts'

const statuses = ['pending', 'confirmed', 'cancelled'] as const

export type Status = (typeof statuses)[number]

export const statusLabels: Record<Status, LocalizedText> = {
  pending: { vi: 'chờ', en: 'pending' },
  confirmed: { vi: 'đã xác nhận', en: 'confirmed' },
  cancelled: { vi: 'đã huỷ', en: 'cancelled' },
}

export const statusField = z.enum(statuses).describe('Status; only staff confirm.')

type StatusColumns = { status: Status; reason: string | null; starts_at: number }

/** A pending request counts as cancelled from its start on, before the background job stores it. */
export function withCurrentStatus<Row extends StatusColumns>(row: Row, now: number): Row {
  if (row.status !== 'pending' || row.starts_at > now) return row
  return { ...row, status: 'cancelled', reason: 'unanswered' }
}
