export function incrementCount(counts: Record<string, number>, key: string | number): void {
  counts[key] = (counts[key] ?? 0) + 1
}
