/** How often each answer was given. */
export function tally(counts: Record<string, number>, answer: string | number): void {
  counts[answer] = (counts[answer] ?? 0) + 1
}
