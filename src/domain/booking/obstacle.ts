/** Why staff could not do something, in a word that stays and in some for people. */
import type { Words } from '../../kernel/locale.ts'

export type Obstacle =
  | 'not_found'
  | 'changed_meanwhile'
  | 'wrong_state'
  | 'not_free'
  | 'not_possible'
  | 'reason_missing'
  | 'sent_before'

export const obstacleWords: Record<Obstacle, Words> = {
  not_found: { vi: 'Không có yêu cầu này.', en: 'There is no such booking.' },
  changed_meanwhile: {
    vi: 'Có người vừa sửa trước; xin xem lại.',
    en: 'Somebody else has changed it meanwhile; look again.',
  },
  wrong_state: {
    vi: 'Tình trạng hiện giờ không cho làm việc đó.',
    en: 'Its state does not allow that.',
  },
  not_free: {
    vi: 'Lúc đó không còn chỗ phù hợp.',
    en: 'What it needs is not free then.',
  },
  not_possible: {
    vi: 'Ngày, giờ hoặc chỗ đó không có, hoặc đã qua.',
    en: 'That day, time or resource does not exist or is past.',
  },
  reason_missing: { vi: 'Xin ghi lý do.', en: 'Please say why.' },
  sent_before: { vi: 'Phiếu này đã được gửi rồi.', en: 'This form was sent before.' },
}

export type ObstacleFacts = {
  /** Who changed it last, where somebody was faster. */
  by?: string | undefined
  /** Who holds what was wanted: `booking:…`, `block:…`. */
  holder?: string | undefined
}

export class StaffObstacle extends Error {
  readonly obstacle: Obstacle
  readonly by: string | undefined
  readonly holder: string | undefined

  constructor(obstacle: Obstacle, { by, holder }: ObstacleFacts = {}) {
    const words = obstacleWords[obstacle].en
    super(by === undefined ? words : `${words} (${by})`)
    this.name = 'StaffObstacle'
    this.obstacle = obstacle
    this.by = by
    this.holder = holder
  }
}
