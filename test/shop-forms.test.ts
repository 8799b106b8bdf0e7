/** The forms of the shop editor, derived from the schemas of all trades: saved as they are, they change nothing. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Field } from '../src/content/edit/fields.ts'
import { readField } from '../src/content/edit/read-fields.ts'
import { parseValue } from '../src/content/edit/rewrite-yaml.ts'
import { valueAt } from '../src/content/field-label.ts'
import { sampleFolder } from '../src/content/sample.ts'
import { type FormContext, memberField } from '../src/desk/editor/field-form.ts'
import { isEntryList, listParts, type Part } from '../src/desk/editor/parts.ts'
import { loadSampleShop, trades } from './support/shop.ts'

const context: FormContext = {
  locale: 'vi',
  languages: ['vi', 'en'],
  errors: new Map(),
  optionsOf: () => [],
}

const decodeEntities = (text: string) =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/** What a browser would send. */
function formOf(page: string): URLSearchParams {
  const form = new URLSearchParams()
  const attribute = (tag: string, name: string) =>
    decodeEntities(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
  for (const [tag] of page.matchAll(/<input [^>]*>/g)) {
    const isSent = !tag.includes('type="checkbox"') || tag.includes(' checked')
    if (isSent) form.append(attribute(tag, 'name'), attribute(tag, 'value'))
  }
  for (const [, tag = '', text = ''] of page.matchAll(/(<textarea [^>]*>)([\s\S]*?)<\/textarea>/g))
    form.append(attribute(tag, 'name'), decodeEntities(text))
  for (const [, tag = '', options = ''] of page.matchAll(/(<select [^>]*>)([\s\S]*?)<\/select>/g)) {
    const chosen = /<option [^>]*selected>/.exec(options) ?? /<option [^>]*>/.exec(options)
    form.append(attribute(tag, 'name'), attribute(chosen?.[0] ?? '', 'value'))
  }
  return form
}

function assertUnchanged(name: string, field: Field, value: unknown, place: string): void {
  const page = memberField(name, field, value, context).text
  assert.doesNotMatch(page, /\[object|undefined|NaN/, place)
  const read = readField(field, name, value, { form: formOf(page), languages: context.languages })
  assert.deepEqual(read, value, place)
}

function filesOf(trade: string, { file, folder = '' }: Part): string[] {
  if (file !== undefined) return [file]
  return readdirSync(join(sampleFolder(trade), folder)).map((name) => `${folder}/${name}`)
}

for (const trade of trades) {
  describe(`the forms of a ${trade}`, () => {
    it('change nothing if they are saved as they are', () => {
      const parts = listParts(loadSampleShop(trade))
      assert.ok(parts.length >= 10, String(parts.length))
      for (const part of parts) {
        for (const file of filesOf(trade, part)) {
          const value = parseValue(readFileSync(join(sampleFolder(trade), file), 'utf8'))
          for (const [name, field] of Object.entries(part.members)) {
            const member = valueAt(value, [name])
            if (!isEntryList(field) || field.item.type !== 'entry')
              assertUnchanged(name, field, member, `${file} ${name}`)
            else if (Array.isArray(member)) assertEntries(field.item.members, member, file)
          }
        }
      }
    })
  })
}

function assertEntries(fields: Readonly<Record<string, Field>>, entries: unknown[], file: string) {
  for (const entry of entries) {
    for (const [name, field] of Object.entries(fields)) {
      if (name === 'id') continue
      assertUnchanged(
        name,
        field,
        valueAt(entry, [name]),
        `${file} ${JSON.stringify(entry)} ${name}`,
      )
    }
  }
}
