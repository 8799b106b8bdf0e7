/** What is longer is nothing that many send, and would only take room. */
const longest = 500

/** Remembers the results for the last few hundred texts: callers send the same headers again. */
export function remember<Result>(
  work: (text: string) => Result,
  most = 500,
): (text: string) => Result {
  const known = new Map<string, Result>()
  return (text) => {
    if (text.length > longest) return work(text)
    const before = known.get(text)
    if (before !== undefined) return before
    const result = work(text)
    if (known.size >= most) known.clear()
    known.set(text, result)
    return result
  }
}

/** The same for results that also depend on something of which there is one at a time. */
export function rememberFor<Owner extends object, Result>(
  work: (owner: Owner, text: string) => Result,
): (owner: Owner, text: string) => Result {
  const known = new WeakMap<Owner, (text: string) => Result>()
  return (owner, text) => {
    let ask = known.get(owner)
    if (!ask) {
      ask = remember((asked) => work(owner, asked))
      known.set(owner, ask)
    }
    return ask(text)
  }
}
