/** A reporter for node --test that prints the failed files, one per line. */
import { resolve } from 'node:path'

export default async function* redFiles(events) {
  for await (const { type, data } of events) {
    const isRed = type === 'test:summary' && data.file !== undefined && !data.success
    // A file that did not run to its end.
    const isBroken = type === 'test:fail' && data.nesting === 0 && /\.test\.ts$/.test(data.name)
    if (isRed) yield `${data.file}\n`
    else if (isBroken) yield `${resolve(data.name)}\n`
  }
}
