/** The inputs of a seed, each by its number: the same number gives the same one. */
import { type Random, randomFrom } from '../support/random.ts'
import { apiShots, type ShotMaker } from './api-inputs.ts'
import { mcpShots, type Question } from './mcp-inputs.ts'
import { deskShots, siteShots } from './page-inputs.ts'
import { rawPieces } from './raw-bytes.ts'
import type { Premises } from './target.ts'

export type Inputs = (number: number) => ReturnType<ShotMaker>

/** So many of a hundred are of each kind. */
const shares = { api: 35, mcp: 30, site: 14, desk: 14 }

export function createInputs(
  premises: Premises,
  questions: readonly Question[],
  seed: number,
): Inputs {
  const kinds: readonly [share: number, make: ShotMaker][] = [
    [shares.api, apiShots(premises)],
    [shares.mcp, mcpShots(premises, questions)],
    [shares.site, siteShots(premises)],
    [shares.desk, deskShots(premises)],
  ]
  return (number) => {
    const random = randomFrom(Math.imul(seed + 1, 0x9e3779b1) ^ number)
    let place = random.below(100)
    for (const [share, make] of kinds) {
      if (place < share) return make(random)
      place -= share
    }
    if (place === 0) return leftAlone(random.pick(kinds)[1](random))
    return rawShot(random)
  }
}

/** A request of any kind, and nobody there to hear the answer. */
function leftAlone(shot: ReturnType<ShotMaker>): ReturnType<ShotMaker> {
  return { ...shot, pieces: [shot.bytes], hangsUp: true }
}

function rawShot(random: Random): ReturnType<ShotMaker> {
  const door = random.below(4) === 0 ? 'desk' : 'site'
  const pieces = rawPieces(random)
  const bytes = Buffer.concat(pieces)
  return {
    door,
    route: `${door} bytes`,
    method: '',
    target: '',
    body: bytes,
    bytes,
    pieces,
    hangsUp: random.below(6) === 0,
    broken: true,
  }
}
