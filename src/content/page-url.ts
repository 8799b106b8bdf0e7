/** URLs of pages with parameters, for links. */
export type UrlParameters = Readonly<Record<string, string>>

export function pageUrl(path: string, parameters: UrlParameters): string {
  const query = formatParameters(parameters)
  return query === '' ? path : `${path}?${query}`
}

export function formatParameters(parameters: UrlParameters): string {
  return new URLSearchParams(parameters).toString()
}

export function parseParameters(query: string): UrlParameters {
  return Object.fromEntries(new URLSearchParams(query))
}
