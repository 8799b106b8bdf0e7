/**
 * Of replies that change only with the content: a minute in browsers and CDNs, one more while a newer one is
 * fetched, and a day if the server cannot be reached.
 */
export const contentCacheControl =
  'public, max-age=60, stale-while-revalidate=60, stale-if-error=86400'
