/**
 * The photos of the shop as a member has changed them: what each shows, where it is, and what it says to those who
 * cannot see it.
 */
import { describeSchemaField, type Field } from '../../content/edit/fields.ts'
import { readField } from '../../content/edit/read-fields.ts'
import { valueAt } from '../../content/field-label.ts'
import {
  type PhotoCrop,
  photoCropShapes,
  photoFileName,
  photoFocuses,
} from '../../content/photo.ts'
import { isPhotoPath, photoName } from '../../content/photo-files.ts'
import { pictureNamesOf } from '../../domain/catalogue/offer.ts'
import type { Shop } from '../../domain/trade/trade.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Editor } from './editor.ts'

export const pictureFolderPrefix = 'pictures/'
const textsFile = 'photos.yaml'

type PhotoPlace = { name: string; title: LocalizedText }

/** Of every shop. */
const sharedPlaces: readonly PhotoPlace[] = [
  { name: 'hero', title: { vi: 'Đầu trang chủ', en: 'Top of the home page' } },
  { name: 'team', title: { vi: 'Trang đội ngũ', en: 'Team page' } },
  { name: 'contact', title: { vi: 'Trang liên hệ', en: 'Contact page' } },
  { name: 'article', title: { vi: 'Bài viết chưa có ảnh riêng', en: 'Articles without a photo' } },
]

/** Places for photos: pages first, then offers. Variants of one service share a photo. */
export function listPlaces({ assortment, articles, picturePlaces }: Shop): {
  pages: readonly PhotoPlace[]
  offers: readonly PhotoPlace[]
} {
  const offers = new Map<string, LocalizedText>()
  for (const offer of assortment.offers)
    offers.set(pictureNamesOf(offer).at(-1) ?? offer.id, offer.name)
  const texts = articles.map(({ slug, vi, en }) => ({
    name: slug,
    title: { vi: vi.head.title, en: en.head.title },
  }))
  const named = [...picturePlaces, ...assortment.categories].flatMap(({ id, name }) =>
    name === undefined ? [] : [{ name: id, title: titleOf(name) }],
  )
  return {
    pages: [...sharedPlaces, ...named, ...texts],
    offers: [...offers].map(([name, title]) => ({ name, title })),
  }
}

function titleOf(name: string | LocalizedText): LocalizedText {
  const { vi, en } = typeof name === 'string' ? { vi: name, en: name } : name
  return { vi: capitalize(vi), en: capitalize(en) }
}

function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1)
}

export type PhotoState = {
  /** The files that show it. */
  files: readonly string[]
  /** Of the draft, if it has another photo than the shop. */
  digest?: string
}

/** The name of the photo in a file; undefined if the file is no photo. */
export function parsePhotoPath(file: string): string | undefined {
  return isPhotoPath(file) ? photoName(file.slice(pictureFolderPrefix.length)) : undefined
}

/** By the name of the photo. */
export async function loadPhotos(
  { drafts }: Pick<Editor, 'drafts'>,
  { photos }: Shop,
  memberId: string,
): Promise<ReadonlyMap<string, PhotoState>> {
  const found = new Map<string, PhotoState>(
    photos.map(({ name, file }) => [name, { files: [file] }]),
  )
  for (const { file, text, isConflict } of await drafts.list(memberId)) {
    const name = parsePhotoPath(file)
    if (name === undefined || isConflict) continue
    const others = (found.get(name)?.files ?? []).filter((one) => one !== file)
    const digest = text ?? found.get(name)?.digest
    const files = text === null ? others : [...others, file]
    if (files.length === 0) found.delete(name)
    else found.set(name, { files, ...(digest !== undefined && { digest }) })
  }
  return found
}

/** A small converted file of the photo that guests see. */
export function smallFile({ readyPhotos }: Shop, name: string, width: number): string | undefined {
  const photo = readyPhotos.get(name)
  if (!photo) return undefined
  const { widths } = photo.shapes.card
  const chosen = widths.find((one) => one >= width) ?? widths.at(-1) ?? photo.shapes.card.width
  return photoFileName(photo, 'card', chosen, 'webp')
}

export function readCrop(form: URLSearchParams): PhotoCrop {
  return {
    shape: photoCropShapes.find((one) => one === form.get('shape')) ?? 'whole',
    focus: photoFocuses.find((one) => one === form.get('focus')) ?? 'center',
  }
}

/** The field for the description of a photo. */
export function altFieldOf({ fileKinds }: Shop): Field {
  const kind = fileKinds.find((one) => one.kind === 'optional' && one.path === textsFile)
  const root = kind && 'schema' in kind ? describeSchemaField(kind.schema) : undefined
  const list = root?.type === 'entry' ? root.members.photos : undefined
  const item = list?.type === 'list' && list.item.type === 'entry' ? list.item : undefined
  const alt = item?.members.alt
  if (!alt) throw new Error('photos.yaml has no descriptions')
  return { ...alt, isRequired: false }
}

type AltEntry = { name?: unknown; alt?: unknown }

export async function loadAlt(editor: Editor, memberId: string, name: string): Promise<unknown> {
  return listAlts(await editor.valueOf(memberId, textsFile)).find((one) => one.name === name)?.alt
}

function listAlts(value: unknown): readonly AltEntry[] {
  const list = valueAt(value, ['photos'])
  return Array.isArray(list) ? (list as AltEntry[]) : []
}

/** photos.yaml with the description from the form, as a change; empty if nothing changes. */
export async function changeAlt(
  editor: Editor,
  shop: Shop,
  { memberId, name, form }: { memberId: string; name: string; form?: URLSearchParams },
): Promise<Map<string, string | null>> {
  const value = await editor.valueOf(memberId, textsFile)
  const all = listAlts(value)
  const before = all.find((one) => one.name === name)?.alt
  const { languages } = shop
  const alt = form && readField(altFieldOf(shop), 'alt', before, { form, languages })
  if (alt === before) return new Map()
  const others = all.filter((one) => one.name !== name)
  const place = all.findIndex((one) => one.name === name)
  const list =
    alt === undefined
      ? others
      : others.toSpliced(place < 0 ? others.length : place, 0, { name, alt })
  const text =
    list.length === 0 ? null : await editor.textWith(memberId, textsFile, { photos: list })
  return new Map([[textsFile, text]])
}
