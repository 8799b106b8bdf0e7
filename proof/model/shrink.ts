/** The shortest list that still fails, by leaving out ever smaller parts of it, for so long. */
export async function shrinkFailing<Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => Promise<boolean>,
  timeoutMs: number,
): Promise<readonly Item[]> {
  const deadlineMs = Date.now() + timeoutMs
  let remaining = items
  for (let size = Math.ceil(remaining.length / 2); size >= 1; size = Math.floor(size / 2)) {
    // From the end: what comes late needs what came before it.
    for (let index = remaining.length - size; index > -size; index -= size) {
      if (Date.now() > deadlineMs) return remaining
      const from = Math.max(0, index)
      const fewer = remaining.toSpliced(from, index + size - from)
      if (fewer.length < remaining.length && (await fails(fewer))) remaining = fewer
    }
  }
  return remaining
}
