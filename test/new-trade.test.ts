/** docs/new-trade.md lists the files and pictures of a sample shop as the code reads them. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { z } from 'zod'
import type { FileKind } from '../src/content/file-kinds.ts'
import { sampleFolder } from '../src/content/sample.ts'
import { sharedFiles } from '../src/content/shop.ts'
import {
  healthBox,
  peopleFile,
  placesFile,
  policyFile,
  pricesByVariant,
  servicesFolder,
  tagsFile,
  variantsFile,
} from '../src/variants/appointments/files.ts'
import type { Words } from '../src/variants/appointments/words.ts'
import { loadSampleShop, trades } from './support/shop.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/new-trade.md'), 'utf8')
const section = /### What the sample folder contains\n(.*?)\n## /s.exec(page)?.[1] ?? ''
const namesIn = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/** The rows of the table: files, members, and members of each entry. */
const rows = [...section.matchAll(/^\| (`.+?) \| (.*?) \| ?(.*?) ?\|$/gm)].map(
  ([, files, members, entryMembers]) => [files, members, entryMembers].map((cell) => namesIn(cell)),
)

const word = (name: string) => ({ vi: name, en: `<${name}>` })
const words = {
  service: word('service'),
  person: word('person'),
  place: word('place'),
  tag: word('tag'),
  variant: {
    ...{ noun: '<variant>', filterDescription: '' },
    ...{ label: word('variant'), heading: word('variant'), others: word('variant') },
  },
} satisfies Words

describe('docs/new-trade.md', () => {
  it('lists the files of every shop', () => {
    // Drawings and photos are in the same folder.
    const names = new Set(Object.values(sharedFiles).map(nameOf))
    assert.deepEqual(rows[0]?.[0]?.toSorted(), [...names].toSorted())
  })

  it('lists the files that the builder of appointment trades reads, with their members', () => {
    const explanation = 'what explains it'
    const kinds = [
      servicesFolder(words, pricesByVariant(words)),
      variantsFile(words, explanation),
      tagsFile(words, {}),
      peopleFile(words, {}),
      placesFile(words, { kind: z.string(), kinds: z.string() }, {}),
    ]
    const expected = kinds.map((kind) => {
      const { members, entryMembers } = describeSchema(kind.schema)
      return [[nameOf(kind)], members, entryMembers.filter((name) => name !== explanation)]
    })
    const health = [['health.yaml'], ['boxes', 'disclaimer'], Object.keys(healthBox(words))]
    const policy = [['policy.yaml'], describeSchema(policyFile.schema).members, []]
    assert.deepEqual(rows.slice(1, -1), [...expected, health, policy])
  })

  for (const trade of trades) {
    it(`lists the pictures of the sample ${trade}`, () => {
      const documented = namesIn(/and these pictures:\n(.*?), and one SVG/s.exec(section)?.[1])
      assert.ok(documented.length > 5)
      const { assortment, notes } = loadSampleShop(trade)
      const pictures = readdirSync(join(sampleFolder(trade), 'pictures'))
      const needed = [...documented, ...assortment.categories.map(({ id }) => `${id}.svg`)]
      assert.deepEqual(
        needed.filter((name) => !pictures.includes(name)),
        [],
      )
      const isPng = (name: string) => name.endsWith('.png')
      assert.deepEqual(pictures.filter(isPng).toSorted(), documented.filter(isPng).toSorted())
      assert.deepEqual(
        notes().filter(({ file }) => file.startsWith('pictures/')),
        [],
      )
    })
  }
})

function nameOf(kind: FileKind): string {
  return 'path' in kind ? kind.path : `${kind.folder}/`
}

/** The members of a file, and those of the entries of its last list. */
function describeSchema(schema: z.core.$ZodType): { members: string[]; entryMembers: string[] } {
  const shape = shapeOf(schema) ?? {}
  const lists = Object.values(shape).flatMap((member) => elementOf(member) ?? [])
  const entry = lists.at(-1)
  return { members: Object.keys(shape), entryMembers: Object.keys((entry && shapeOf(entry)) ?? {}) }
}

type Definition = z.core.$ZodTypeDef & {
  in?: z.core.$ZodType
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
}

function shapeOf(schema: z.core.$ZodType): Record<string, z.core.$ZodType> | undefined {
  const { in: input, innerType, shape }: Definition = schema._zod.def
  const inner = input ?? innerType
  return inner ? shapeOf(inner) : shape
}

function elementOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { in: input, innerType, element }: Definition = schema._zod.def
  const inner = input ?? innerType
  if (inner) return elementOf(inner)
  return element && shapeOf(element) ? element : undefined
}
