/** Addresses of the editor. */
export const shopPath = '/shop'
export const partPath = `${shopPath}/part`
export const entryPath = `${shopPath}/entry`
export const publishPath = `${shopPath}/publish`

export function partUrl(part: string, file: string): string {
  return `${partPath}?${new URLSearchParams({ part, file })}`
}

/** `index` is "new" for a new entry. */
export function entryUrl(part: string, file: string, list: string, index: number | 'new'): string {
  return `${entryPath}?${new URLSearchParams({ part, file, list, index: String(index) })}`
}

export const previewPath = `${shopPath}/preview`
export const previewSitePath = `${previewPath}/site`
export const transferPath = `${shopPath}/transfer`

export const photosPath = `${shopPath}/photos`
export const photoPath = `${shopPath}/photo`
export const photoFilePath = `${photoPath}/file`

export const logoPath = `${shopPath}/logo`
export const logoFilePath = `${logoPath}/file`

/** A photo that has no name yet. */
export const newGalleryPhoto = 'gallery/new'

export function photoUrl(name: string): string {
  return `${photoPath}?${new URLSearchParams({ name })}`
}

export function thumbnailUrl(name: string, width = 160): string {
  return `${photoFilePath}?${new URLSearchParams({ name, width: String(width) })}`
}

export const textsPath = `${shopPath}/texts`
export const textPath = `${shopPath}/text`

/** An article that has no title yet. */
export const newText = 'new'

export function textsUrl(folder: string): string {
  return `${textsPath}?${new URLSearchParams({ folder })}`
}

export function textUrl(folder: string, slug: string, language: string): string {
  return `${textPath}?${new URLSearchParams({ folder, slug, language })}`
}

export const setupPath = `${shopPath}/setup`
/** The list of what is left of the sample. */
export const samplesUrl = `${setupPath}?samples#samples`
/** What remains to be done before guests find the shop. */
export const onlinePath = `${shopPath}/online`

export function setupStepUrl(step: string): string {
  return `${setupPath}/${step}`
}
