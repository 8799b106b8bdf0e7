/**
 * The runnable examples of a document. "```sh run" begins one, and a block marked
 * "out" right after it is its output, where … matches anything. All examples in one language and with
 * one name ("run=spa") form one program, because a reader types them one after the other.
 */

export type Example = {
  line: number
  source: string
  /** The lines that its output contains, in this order. */
  shows: readonly string[]
}

export type ExampleProgram = { language: string; name: string; examples: Example[] }

const fenced = /^```(\w+) run(?:=([\w-]+))?\n([\s\S]*?)^```\n(?:\n```\w+ out\n([\s\S]*?)^```\n)?/gm

/** The default name. */
export const defaultName = 'restaurant'

export function parseExamplePrograms(text: string): ExampleProgram[] {
  const stories: ExampleProgram[] = []
  let outputs = 0
  for (const match of text.matchAll(fenced)) {
    const [, language = '', name = defaultName, source = '', shown] = match
    const story = stories.find((one) => one.language === language && one.name === name) ?? {
      language,
      name,
      examples: [],
    }
    if (story.examples.length === 0) stories.push(story)
    const line = text.slice(0, match.index).split('\n').length
    if (shown !== undefined) outputs++
    story.examples.push({ line, source, shows: shown?.trimEnd().split('\n') ?? [] })
  }
  const expectedOutputs = text.match(/^```\w+ out\b/gm)?.length ?? 0
  if (expectedOutputs !== outputs)
    throw new Error(`${expectedOutputs - outputs} outputs stand behind no example`)
  return stories
}

/** The code that prints a line in each language. */
const languages: Record<string, (line: string) => string> = {
  sh: (line) => `printf '\\n%s\\n' '${line}'\n`,
  ts: (line) => `console.log('\\n${line}')\n`,
  python: (line) => `print('\\n${line}', flush=True)\n`,
}

/** All examples as one program that prints a marker after each example. */
export function programOf({ language, examples }: ExampleProgram): string {
  const print = languages[language]
  if (!print) throw new Error(`nothing here runs ${language}`)
  return examples
    .map(({ source, shows, line }) => {
      const program = language === 'sh' && shows.length === 0 ? onlyWhatIsThere(source) : source
      return `${program}\n${print(endOf(line))}`
    })
    .join('\n')
}

/** If a document shows no response, curl must at least get a successful one. */
function onlyWhatIsThere(source: string): string {
  return `curl() { command curl --fail "$@"; }\n${source}unset -f curl\n`
}

const endOf = (line: number) => `--- end of the example in line ${line} ---`

/** The differences from the document: a sentence for each example. */
export function differences({ examples }: ExampleProgram, printed: string): string[] {
  let remaining = printed.replaceAll('\r', '')
  return examples.flatMap(({ line, shows }) => {
    const end = remaining.indexOf(endOf(line))
    if (end === -1) return [`line ${line}: it did not come to its end`]
    const output = remaining.slice(0, end)
    remaining = remaining.slice(end + endOf(line).length)
    const missing = firstMissing(output.split('\n'), shows)
    return missing === undefined ? [] : [`line ${line}: not printed: ${missing}\n${output.trim()}`]
  })
}

/** The first line of the document that is missing in the output after the lines before it. */
export function firstMissing(
  printed: readonly string[],
  shows: readonly string[],
): string | undefined {
  let from = 0
  for (const shown of shows) {
    if (shown === '…') continue
    const found = printed.findIndex((line, index) => index >= from && fits(line, shown))
    if (found === -1) return shown
    from = found + 1
  }
  return undefined
}

/** Whether a line matches the document, where … matches anything. */
function fits(line: string, shown: string): boolean {
  const [first = '', ...others] = shown.split('…')
  const last = others.pop()
  if (last === undefined) return line === shown
  if (!line.startsWith(first)) return false
  let from = first.length
  for (const part of others) {
    const found = line.indexOf(part, from)
    if (found === -1) return false
    from = found + part.length
  }
  return line.length - last.length >= from && line.endsWith(last)
}
