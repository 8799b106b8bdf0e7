/** The part of the shop that has the offers: a folder with a file for each category. */
import type { CategoryFile } from '../../content/edit/offer-table.ts'
import type { Editor } from './editor.ts'
import { isEntryList, type Members, type Part } from './parts.ts'

export type OfferPart = {
  part: Part
  folder: string
  /** The name of the list of offers in a file. */
  list: string
  members: Members
}

/** Every trade has one folder of offers. */
export function findOffers({ parts }: Pick<Editor, 'parts'>): OfferPart {
  const part = parts.find(({ folder }) => folder !== undefined)
  const [list, field] =
    Object.entries(part?.members ?? {}).find(([, one]) => isEntryList(one)) ?? []
  if (!part?.folder || list === undefined || field?.type !== 'list' || field.item.type !== 'entry')
    throw new Error('a trade without offers')
  return { part, folder: part.folder, list, members: field.item.members }
}

export async function loadCategories(
  editor: Editor,
  part: Part,
  memberId: string,
): Promise<CategoryFile[]> {
  const read = await editor.reader(memberId)
  return (await editor.filesOf(part, memberId)).map((file) => ({ file, value: read(file) }))
}
