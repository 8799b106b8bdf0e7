/** The terms of a booking: stored with it, because a later change of the content does not apply to it. */
export type Terms = {
  /** In dong; zero without a deposit. */
  deposit: number
  /** How long a place is kept for a guest who is late. */
  holdMinutes: number
  /** How long before the start a guest has to book. */
  noticeMinutes: number
  /** Until how many hours before the start a guest can cancel free of charge; absent if the shop has no rule. */
  freeCancellationHours?: number
  /** In dong; absent without one. */
  minimumSpend?: number
  /** The version of the content that they come from. */
  content?: string
}

type TermName = Exclude<keyof Terms, 'content'>

const termNames: readonly TermName[] = [
  'deposit',
  'holdMinutes',
  'noticeMinutes',
  'freeCancellationHours',
  'minimumSpend',
]

export type ChangedTerm = { name: TermName; agreed: number | undefined; today: number | undefined }

/** What the content of today says differently. */
export function compareTerms(agreed: Terms, today: Terms): ChangedTerm[] {
  return termNames
    .filter((name) => agreed[name] !== today[name])
    .map((name) => ({ name, agreed: agreed[name], today: today[name] }))
}
