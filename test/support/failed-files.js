/** A reporter for node --test: the files in which something failed, a line each. */
import { resolve } from 'node:path'

export default async function* redFiles(events) {
  for await (const { type, data } of events) {
    const isRed = type === 'test:summary' && data.file !== undefined && !data.success
    // One that did not even come to its end.
    const isBroken = type === 'test:fail' && data.nesting === 0 && /\.test\.ts$/.test(data.name)
    if (isRed) yield `${data.file}\n`
    else if (isBroken) yield `${resolve(data.name)}\n`
  }
}
