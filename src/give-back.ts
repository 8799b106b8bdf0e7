/** Gives back to the machine what the start took: reading the content leaves some 35 MB behind. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds after the start: whoever waited for it has been answered. */
const later = 2_000

/** Once; it takes a tenth of a second. What is returned calls it off. */
export function giveBackLater(): () => void {
  const timer = setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (how: object) => void
    // The thorough kind: it also makes the room for young objects small again.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, later)
  return () => clearTimeout(timer)
}
