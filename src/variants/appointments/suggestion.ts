/** Which services suit what a guest says, the best one first. It makes no diagnosis. */
import type { Service } from './values.ts'

type SuggestionQuery = {
  /** Ids of tags. */
  felt: readonly string[]
  /** Available minutes. */
  minutes: number | undefined
  /** The health boxes that apply. */
  boxes: readonly { id: string }[]
}

/** Fewest concerns about the health boxes first, then most matching tags, then the longest within the minutes. */
export function rankServices<One extends Service>(
  services: readonly One[],
  { felt, minutes, boxes }: SuggestionQuery,
): One[] {
  const matchCount = ({ listed }: One) => listed.tags.filter((id) => felt.includes(id)).length
  const askFirstCount = ({ listed }: One) =>
    boxes.filter(({ id }) => listed.ask_first.includes(id)).length
  return services
    .filter((one) => felt.length === 0 || matchCount(one) > 0)
    .toSorted(
      (one, other) =>
        askFirstCount(one) - askFirstCount(other) ||
        matchCount(other) - matchCount(one) ||
        (minutes === undefined ? one.minutes - other.minutes : other.minutes - one.minutes),
    )
}
