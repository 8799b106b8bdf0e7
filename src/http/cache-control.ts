/**
 * What changes only with the content: a minute in a browser or a CDN, one more while a newer one is
 * fetched, and a day if we cannot be reached, as an old menu is better than none.
 */
export const contentCacheControl =
  'public, max-age=60, stale-while-revalidate=60, stale-if-error=86400'
