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
