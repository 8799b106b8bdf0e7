/** The shortest list that still fails, by leaving out ever smaller parts of it, for so long. */
export async function shortest<Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => Promise<boolean>,
  milliseconds: number,
): Promise<readonly Item[]> {
  const end = Date.now() + milliseconds
  let left = items
  for (let size = Math.ceil(left.length / 2); size >= 1; size = Math.floor(size / 2)) {
    // From the end: what comes late needs what came before it.
    for (let place = left.length - size; place > -size; place -= size) {
      if (Date.now() > end) return left
      const from = Math.max(0, place)
      const fewer = left.toSpliced(from, place + size - from)
      if (fewer.length < left.length && (await fails(fewer))) left = fewer
    }
  }
  return left
}
