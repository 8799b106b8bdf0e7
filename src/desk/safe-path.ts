/** Protection against open redirects. */

/** The path if it is one of the desk itself, otherwise the fallback. */
export function safePath(path: string | null, fallback: string): string {
  return path !== null && /^\/(?![/\\])[\w\-/?=&.:%#]*$/.test(path) ? path : fallback
}
