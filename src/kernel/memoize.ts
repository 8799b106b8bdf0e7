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

export type Memory<Result> = (owner: object, name: string, make: () => Result) => Result

/** Remembers results by name for as long as what they belong to is used by anybody. */
export function createMemory<Result>(most = 500): Memory<Result> {
  const known = new WeakMap<object, Map<string, Result>>()
  return (owner, name, make) => {
    let ofOwner = known.get(owner)
    if (!ofOwner) {
      ofOwner = new Map()
      known.set(owner, ofOwner)
    }
    const before = ofOwner.get(name)
    if (before !== undefined) return before
    const result = make()
    if (name.length > longest) return result
    if (ofOwner.size >= most) ofOwner.clear()
    ofOwner.set(name, result)
    return result
  }
}

/** Remembers what was made of a thing that does not change, for as long as anybody uses the thing. */
export function onceFor<Thing extends object, Made>(
  make: (thing: Thing) => Made,
): (thing: Thing) => Made {
  const known = new WeakMap<Thing, { made: Made }>()
  return (thing) => {
    const before = known.get(thing)
    if (before) return before.made
    const made = make(thing)
    known.set(thing, { made })
    return made
  }
}

/** Makes it when somebody asks for it, and once; what it is made of is then let go. */
export function lazily<Made>(make: () => Made): () => Made {
  let maker: (() => Made) | undefined = make
  let kept: { made: Made } | undefined
  return () => {
    if (!kept) {
      kept = { made: (maker as () => Made)() }
      maker = undefined
    }
    return kept.made
  }
}
