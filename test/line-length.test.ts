/** The formatter leaves templates and comments as they are, so their lines are checked here. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import jsTokens from 'js-tokens'

const root = join(import.meta.dirname, '../src')
const maxColumns = 120

it('lines of templates and comments have at most 120 columns', () => {
  const files = globSync('**/*.ts', { cwd: root })
  assert.ok(files.length > 500)
  const long = files.flatMap((file) =>
    findLongLines(readFileSync(join(root, file), 'utf8')).map((line) => `src/${file}:${line}`),
  )
  assert.deepEqual(long, [])
})

/** Numbers of the lines that are too long and belong to a comment or to an `html` template. */
function findLongLines(text: string): number[] {
  const long = new Set<number>()
  const isTooLong = text.split('\n').map((line) => line.length > maxColumns)
  /** Whether each template around a token is an `html` template. */
  const templates: boolean[] = []
  let line = 0
  let previous = ''
  for (const { type, value } of jsTokens(text)) {
    if (type === 'TemplateHead' || type === 'NoSubstitutionTemplate')
      templates.push(previous === 'html')
    const lastLine = line + value.split('\n').length - 1
    const isChecked = type.endsWith('Comment') || templates.includes(true)
    for (; isChecked && line <= lastLine; line++) if (isTooLong[line]) long.add(line + 1)
    line = lastLine
    if (type === 'TemplateTail' || type === 'NoSubstitutionTemplate') templates.pop()
    if (!/^(WhiteSpace|LineTerminatorSequence|.*Comment)$/.test(type)) previous = value
  }
  return [...long]
}
