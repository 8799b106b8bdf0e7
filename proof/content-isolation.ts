/**
 * R22. A person who can write to the content folder cannot read other files of the server with it, or run scripts in the
 * browsers of guests.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPictures } from '../src/content/pictures.ts'
import { listActiveSvgs, mutateSvg } from './content-isolation/active-svgs.ts'
import { type CanaryBrowser, openCanaryBrowser } from './content-isolation/canary-browser.ts'
import { readWhileSwapped } from './content-isolation/read-while-swapped.ts'
import { tryShop } from './content-isolation/try-shop.ts'
import { defineProof, formatCount, type ReportProgress } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { makeScratch } from './support/scratch.ts'

type IsolationOptions = {
  /** Random variants of the active drawings. */
  variants: number
  /** Reads of a file whose folder is replaced by a link at the same time. */
  swappedReads: number
}

async function proveContentIsolation(
  { variants, swappedReads }: IsolationOptions,
  seed: number,
  report: ReportProgress,
) {
  const wrong: string[] = []
  const scratch = makeScratch()
  const browser = await openCanaryBrowser()
  try {
    const swaps = await readWhileSwapped(scratch.folder, swappedReads)
    if (swaps.leaked > 0) wrong.push(`${swaps.leaked} reads of a file outside`)
    if (swaps.reads === 0 || swaps.refused === 0) wrong.push('the folder was not swapped in time')
    report(1, 2)
    const [texts, drawings] = await Promise.all([
      tryShop(scratch, wrong),
      tryDrawings(scratch.folder, browser, variants, randomFrom(seed), wrong),
    ])
    return { texts, swaps, ...drawings, wrong, holds: wrong.length === 0 }
  } finally {
    await browser.close()
    scratch.remove()
  }
}

/** Every active drawing is rejected. A variant may be accepted if a browser finds it harmless. */
async function tryDrawings(
  folder: string,
  browser: CanaryBrowser,
  variants: number,
  random: Random,
  wrong: string[],
) {
  const active = listActiveSvgs(browser.canary)
  const accepted = findAccepted(folder, active)
  for (const svg of accepted) wrong.push(`accepted: ${svg}`)
  // The check is broken, and most of the variants would be opened.
  if (accepted.length > 0) return { drawings: active.length, variants: 0, opened: 0 }
  const mutated = Array.from({ length: variants }, () => mutateSvg(random.pick(active), random))
  const acceptedVariants = findAccepted(folder, mutated)
  for (const svg of await browser.findActive(acceptedVariants)) wrong.push(`active: ${svg}`)
  // A browser that notices nothing would prove nothing.
  const [control = ''] = active
  if ((await browser.findActive([control])).length === 0) wrong.push('the browser ran no script')
  return { drawings: active.length, variants, opened: acceptedVariants.length }
}

function findAccepted(folder: string, svgs: readonly string[]): string[] {
  const pictures = join(folder, 'drawings/pictures')
  mkdirSync(pictures, { recursive: true })
  const paths = svgs.map((svg, index) => {
    writeFileSync(join(pictures, `drawing-${index}.svg`), svg)
    return `pictures/drawing-${index}.svg`
  })
  const { errors } = readPictures(join(folder, 'drawings'), paths)
  const rejected = new Set(errors.map(({ file }) => file))
  return svgs.filter((_, index) => !rejected.has(`pictures/drawing-${index}.svg`))
}

export const contentIsolationProof = defineProof({
  id: 'R22',
  name: 'content-isolation',
  scenario:
    'A content folder has links out of it (to files and folders, chains, loops, swapped between check and read), hard ' +
    'links, pipes, devices, files of other types, and more than 100 drawings with scripts or addresses and random ' +
    'variants of them; at the start, on reload and in the check command.',
  guarantee:
    'No response, log, message or page of the desk contains a byte from outside; a picture is served only if its bytes ' +
    'confirm its type, and no drawing that is accepted runs a script or loads anything in a browser; links inside the ' +
    'folder work; each rejected file is named, and the shop continues with its previous content.',
  short: { variants: 500, swappedReads: 5_000 },
  long: { variants: 20_000, swappedReads: 500_000 },
  run: proveContentIsolation,
  summarize: ({ texts, swaps, drawings, variants, opened, wrong }) =>
    [
      `${formatCount(texts)} texts searched`,
      `${formatCount(swaps.reads + swaps.refused)} reads of a swapped folder, ${swaps.leaked} from outside`,
      `${drawings} active drawings and ${formatCount(variants)} variants`,
      `${opened} opened in a browser`,
      `${wrong.length} errors`,
    ].join(', '),
})
