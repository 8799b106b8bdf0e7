/** The handbooks in Vietnamese show only pictures that the script takes, and quote only texts of the desk. */
import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pictures, readmePictures } from '../scripts/handbook/pictures.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/vi')
const handbooks = readdirSync(folder).filter((name) => name.endsWith('.md'))
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

const maxPictureBytes = 60_000

describe('the pictures of the handbooks', () => {
  it('are those that the script takes, and each is shown', () => {
    const shown = handbooks.flatMap((name) =>
      [...read(name).matchAll(/!\[([^\]]*)\]\(pictures\/([^)]+)\)/g)].map(([, alt, file]) => {
        assert.ok(alt, `${name}: ${file} has no description`)
        return file ?? ''
      }),
    )
    const taken = pictures.map(({ file }) => file).sort()
    assert.deepEqual([...new Set(shown)].sort(), taken)
    assert.deepEqual(readdirSync(join(folder, 'pictures')).sort(), taken)
  })

  it('are small', () => {
    for (const { file } of pictures) {
      const { size } = statSync(join(folder, 'pictures', file))
      assert.ok(size <= maxPictureBytes, `${file}: ${size} bytes`)
    }
  })
})

describe('the pictures of the README', () => {
  it('are those that the script takes, and both READMEs show each', () => {
    const taken = readmePictures.map(({ file }) => file).sort()
    assert.deepEqual(readdirSync(join(root, 'docs/pictures')).sort(), taken)
    for (const name of ['README.md', 'README.vi.md']) {
      const text = readFileSync(join(root, name), 'utf8')
      const shown = [...text.matchAll(/!\[[^\]]+\]\(docs\/pictures\/([^)]+)\)/g)]
      assert.deepEqual(shown.map(([, file]) => file).sort(), taken, name)
    }
  })
})

/** Every Vietnamese text of the program, in lower case: labels are capitalized when they are shown. */
function listTexts(): Set<string> {
  const sources = globSync('src/{desk,domain,variants,content}/**/*.ts', { cwd: root }).map(
    (file) => readFileSync(join(root, file), 'utf8'),
  )
  const patterns = [/\bvi: (['"`])(.*?)\1/g, /\bname\((['"])(.*?)\1,/g]
  const found = sources.flatMap((source) =>
    patterns.flatMap((pattern) => [...source.matchAll(pattern)].map(([, , text = '']) => text)),
  )
  // A number or a name that is filled in is quoted as "…".
  const shown = found.map((text) => text.replace(/#|\$\{[^}]*\}/g, '…'))
  return new Set(shown.map((text) => text.toLocaleLowerCase('vi')))
}

/** Bold words before a colon are headings of the handbook: "**Spa:** …". */
function listQuotes(text: string): string[] {
  return [...text.matchAll(/\*\*(.+?)\*\*/gs)]
    .map(([, quote = '']) => quote.toLocaleLowerCase('vi'))
    .filter((quote) => !quote.endsWith(':') && quote !== 'đậm')
}

it('quotes in bold only texts that the desk has', () => {
  const texts = listTexts()
  for (const name of handbooks) {
    const quotes = listQuotes(read(name))
    assert.ok(quotes.length > 30, name)
    assert.deepEqual(
      [...new Set(quotes)].filter((quote) => !texts.has(quote)),
      [],
      name,
    )
  }
})
