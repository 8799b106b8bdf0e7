/** A Dockerfile as its instructions, one stage after the other. */
export type Instruction = { word: string; rest: string }

export function readDockerfile(text: string): Instruction[][] {
  const lines = text.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '')
  const instructions = lines.split('\n').flatMap((line) => {
    const [, word, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    return word === undefined || rest === undefined ? [] : [{ word, rest }]
  })
  const stages: Instruction[][] = []
  for (const instruction of instructions) {
    if (instruction.word === 'FROM') stages.push([])
    stages.at(-1)?.push(instruction)
  }
  return stages
}

export function all(stage: readonly Instruction[], word: string): string[] {
  return stage.filter((one) => one.word === word).map(({ rest }) => rest)
}

/** The only one of its kind in a stage. */
export function one(stage: readonly Instruction[], word: string): string {
  const found = all(stage, word)
  if (found.length !== 1) throw new Error(`${found.length} × ${word}`)
  return found[0] ?? ''
}

/** What ENV sets. */
export function environmentOf(stage: readonly Instruction[]): Record<string, string> {
  const pairs = all(stage, 'ENV').flatMap((rest) => rest.split(/\s+/))
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}
