/** Parses a Dockerfile into stages and instructions. */
export type Instruction = { keyword: string; args: string }

export function parseDockerfile(text: string): Instruction[][] {
  const lines = text.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '')
  const instructions = lines.split('\n').flatMap((line) => {
    const [, keyword, args] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    return keyword === undefined || args === undefined ? [] : [{ keyword, args }]
  })
  const stages: Instruction[][] = []
  for (const instruction of instructions) {
    if (instruction.keyword === 'FROM') stages.push([])
    stages.at(-1)?.push(instruction)
  }
  return stages
}

export function findAll(stage: readonly Instruction[], keyword: string): string[] {
  return stage.filter((one) => one.keyword === keyword).map(({ args }) => args)
}

/** The only instruction of this kind in a stage. */
export function findOnly(stage: readonly Instruction[], keyword: string): string {
  const found = findAll(stage, keyword)
  if (found.length !== 1) throw new Error(`${found.length} × ${keyword}`)
  return found[0] ?? ''
}

/** The variables that ENV sets. */
export function environmentOf(stage: readonly Instruction[]): Record<string, string> {
  const pairs = findAll(stage, 'ENV').flatMap((args) => args.split(/\s+/))
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}
