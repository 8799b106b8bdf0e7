/** Removes ever smaller parts of the list as long as it still fails, until the timeout. */
export async function shrinkFailing<Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => Promise<boolean>,
  timeoutMs: number,
): Promise<readonly Item[]> {
  const deadlineMs = Date.now() + timeoutMs
  let remaining = items
  for (let size = Math.ceil(remaining.length / 2); size >= 1; size = Math.floor(size / 2)) {
    // From the end, because later items depend on earlier ones.
    for (let index = remaining.length - size; index > -size; index -= size) {
      if (Date.now() > deadlineMs) return remaining
      const from = Math.max(0, index)
      const fewer = remaining.toSpliced(from, index + size - from)
      if (fewer.length < remaining.length && (await fails(fewer))) remaining = fewer
    }
  }
  return remaining
}
