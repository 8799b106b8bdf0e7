/** The inputs of a seed by number: the same number always gives the same input. */
import { type Random, randomFrom } from '../support/random.ts'
import { createApiInputMaker, type InputMaker } from './api-inputs.ts'
import { createMcpInputMaker, type Elicitation } from './mcp-inputs.ts'
import { createDeskInputMaker, createSiteInputMaker } from './page-inputs.ts'
import { rawPieces } from './raw-bytes.ts'
import type { FuzzTarget } from './target.ts'

type InputByNumber = (number: number) => ReturnType<InputMaker>

/** Percentage of each kind. */
const shares = { api: 35, mcp: 30, site: 14, desk: 14 }

export function createInputs(
  fuzzTarget: FuzzTarget,
  elicitations: readonly Elicitation[],
  seed: number,
): InputByNumber {
  const kinds: readonly [share: number, make: InputMaker][] = [
    [shares.api, createApiInputMaker(fuzzTarget)],
    [shares.mcp, createMcpInputMaker(fuzzTarget, elicitations)],
    [shares.site, createSiteInputMaker(fuzzTarget)],
    [shares.desk, createDeskInputMaker(fuzzTarget)],
  ]
  return (number) => {
    const random = randomFrom(Math.imul(seed + 1, 0x9e3779b1) ^ number)
    let roll = random.below(100)
    for (const [share, make] of kinds) {
      if (roll < share) return make(random)
      roll -= share
    }
    if (roll === 0) return withEarlyDisconnect(random.pick(kinds)[1](random))
    return createRawInput(random)
  }
}

/** Any request whose client disconnects before the response. */
function withEarlyDisconnect(input: ReturnType<InputMaker>): ReturnType<InputMaker> {
  return { ...input, pieces: [input.bytes], disconnectsEarly: true }
}

function createRawInput(random: Random): ReturnType<InputMaker> {
  const listener = random.below(4) === 0 ? 'desk' : 'site'
  const pieces = rawPieces(random)
  const bytes = Buffer.concat(pieces)
  return {
    listener,
    route: `${listener} bytes`,
    method: '',
    target: '',
    body: bytes,
    bytes,
    pieces,
    disconnectsEarly: random.below(6) === 0,
    broken: true,
  }
}
