/**
 * Answers that stand: for as long as what an answer rests on is the same and the clock changes
 * nothing of it, whoever asks the same is given the very same object. Whatever is made of it, such
 * as its text or the hash of that, is then made once, and stands as long.
 */
export type Standing<Answer extends object> = (
  question: string,
  /** What the answer rests on. Something that changes becomes another object. */
  grounds: readonly object[],
  now: number,
  find: () => Found<Answer>,
) => Answer

/** An answer, and until when the clock leaves it true. */
export type Found<Answer extends object> = { answer: Answer; until: number }

type Known<Answer> = { answer: Answer; restsOn: string; since: number; until: number }

/** Remembers so many answers; whoever asks for everything does not fill the memory. */
export function createStanding<Answer extends object>(most = 200): Standing<Answer> {
  const known = new Map<string, Known<Answer>>()
  return (question, grounds, now, find) => {
    const restsOn = namesOf(grounds)
    const before = known.get(question)
    if (before && before.restsOn === restsOn && before.since <= now && now < before.until) {
      return before.answer
    }
    const { answer, until } = find()
    made.set(answer, new Map())
    known.delete(question)
    if (known.size >= most) known.delete(known.keys().next().value as string)
    known.set(question, { answer, restsOn, since: now, until })
    return answer
  }
}

/** What was made of each thing that stands. */
const made = new WeakMap<object, Map<string, object>>()

const mostMade = 16

/** Makes something of an answer, or of what was made of one: once, if that stands. */
export function madeOf<Made extends object>(of: object, name: string, make: () => Made): Made {
  const before = made.get(of)
  if (!before) return make()
  const known = before.get(name)
  if (known) return known as Made
  const result = make()
  made.set(result, new Map())
  if (before.size >= mostMade) before.clear()
  before.set(name, result)
  return result
}

/** Things are told apart by number, so that none is kept for being remembered. */
const numbers = new WeakMap<object, number>()
let last = 0

function namesOf(things: readonly object[]): string {
  return things.map(numberOf).join(' ')
}

function numberOf(thing: object): number {
  const before = numbers.get(thing)
  if (before !== undefined) return before
  numbers.set(thing, ++last)
  return last
}
