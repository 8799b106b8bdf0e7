/** Protection against open redirects. */

/** The path if it is one of the desk itself, otherwise the fallback. */
export function safePath(path: string | null, fallback: string): string {
  return path !== null && /^\/(?![/\\])[\w\-/?=&.:%#]*$/.test(path) ? path : fallback
}

/** The page of a form. The desk sends no `Referer` to other sites, and requests of other sites are rejected before. */
export function refererPath(referer: string | undefined): string {
  if (referer === undefined || !URL.canParse(referer)) return '/'
  const { pathname, search } = new URL(referer)
  return safePath(`${pathname}${search}`, '/')
}
