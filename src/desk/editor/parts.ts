/** The parts of the shop that an owner edits: files of the content folder, or some members of one. */
import { describeSchemaField, type Field } from '../../content/edit/fields.ts'
import type { FileKind } from '../../content/file-kinds.ts'
import type { Shop } from '../../domain/trade/trade.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { partTitles } from './part-titles.ts'

export type Members = Readonly<Record<string, Field>>

export type Part = {
  /** In the URL. */
  id: string
  title: LocalizedText
  /** A single file; undefined for a folder with a file for each category. */
  file?: string
  folder?: string
  /** The members of the file that belong to this part. */
  members: Members
}

/** business.yaml is too large for one screen. */
const businessParts: Readonly<Record<string, readonly string[]>> = {
  contact: [
    ...['name', 'tagline', 'description', 'phone', 'email', 'address', 'geo', 'messaging'],
    ...['answers_within_minutes'],
  ],
  hours: ['hours', 'special_days'],
  money: ['surcharges', 'vat', 'bank'],
  guests: ['reminders', 'consent', 'kept', 'data_requests', 'content_signals', 'assistants'],
}

/** Read by the program only, or edited elsewhere. */
const hiddenFiles = new Set(['synonyms.yaml', 'tools.yaml', 'photos.yaml'])

export function listParts({ fileKinds }: Pick<Shop, 'fileKinds'>): Part[] {
  const parts = fileKinds.flatMap(partsOf)
  const order = Object.keys(partTitles)
  return parts.sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
}

function partsOf(kind: FileKind): Part[] {
  if (kind.kind === 'many') {
    const { folder } = kind
    return [{ id: folder, title: titleOf(folder), folder, members: membersOf(kind.schema) }]
  }
  if ((kind.kind !== 'one' && kind.kind !== 'optional') || hiddenFiles.has(kind.path)) return []
  const { path: file } = kind
  const all = membersOf(kind.schema)
  if (file !== 'business.yaml') {
    const id = file.replace(/\.yaml$/, '')
    return [{ id, title: titleOf(id), file, members: all }]
  }
  return Object.entries(businessParts).map(([id, names]) => ({
    id,
    title: titleOf(id),
    file,
    members: Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : []))),
  }))
}

function membersOf(schema: Parameters<typeof describeSchemaField>[0]): Members {
  const field = describeSchemaField(schema)
  return field.type === 'entry' ? field.members : {}
}

function titleOf(id: string): LocalizedText {
  return partTitles[id] ?? { vi: id, en: id }
}

/** Lists of entries have a page for each entry; everything else is one form. */
export function isEntryList(field: Field): field is Extract<Field, { type: 'list' }> {
  return field.type === 'list' && field.item.type === 'entry'
}
