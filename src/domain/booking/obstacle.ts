/** Why staff could not do something, in a word that stays and in one for people. */
export type Obstacle =
  | 'not_found'
  | 'changed_meanwhile'
  | 'wrong_state'
  | 'not_free'
  | 'not_possible'
  | 'reason_missing'

const words: Record<Obstacle, string> = {
  not_found: 'There is no such booking.',
  changed_meanwhile: 'Somebody else has changed it meanwhile; look again.',
  wrong_state: 'Its state does not allow that.',
  not_free: 'What it needs is not free then.',
  not_possible: 'That day, time or resource does not exist or is past.',
  reason_missing: 'Say why, after the code.',
}

export class StaffObstacle extends Error {
  readonly obstacle: Obstacle
  /** Who changed it last, where somebody was faster. */
  readonly by: string | undefined

  constructor(obstacle: Obstacle, by?: string) {
    super(by === undefined ? words[obstacle] : `${words[obstacle]} (${by})`)
    this.name = 'StaffObstacle'
    this.obstacle = obstacle
    this.by = by
  }
}
