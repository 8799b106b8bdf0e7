/** The parts that say where and by whom guests are served: tables, or people and rooms. */
import type { Editor } from '../editor/editor.ts'
import { isEntryList, type Members, type Part } from '../editor/parts.ts'

export type PartList = { part: Part; file: string; list: string; item: Members }

export const tablesPart = 'tables'

/** The step in which they are answered. */
export const placesStepId = 'places'

/** The parts are recognized by their fields, because each trade has its own names for them. */
export function findPlaceLists({
  parts,
}: Pick<Editor, 'parts'>): Partial<Record<'people' | 'places', PartList>> {
  const lists = parts.flatMap((part): PartList[] => {
    const { file } = part
    if (file === undefined) return []
    return Object.entries(part.members).flatMap(([list, field]) =>
      isEntryList(field) && field.item.type === 'entry'
        ? [{ part, file, list, item: field.item.members }]
        : [],
    )
  })
  const people = lists.find(({ item }) => item.weekdays && item.hours && item.name)
  const places = lists.find(({ part, list }) => part.members.kinds && list !== 'kinds')
  return { ...(people && { people }), ...(places && { places }) }
}

/** Their ids. */
export function listPlaceParts(editor: Pick<Editor, 'parts'>): string[] {
  const { people, places } = findPlaceLists(editor)
  return [tablesPart, people?.part.id, places?.part.id].filter((id) => id !== undefined)
}
