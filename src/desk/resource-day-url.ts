/** The page of a person, table or room on a day. */
export function resourceDayUrl(resource: string, date: string): string {
  return `/resource?resource=${encodeURIComponent(resource)}&date=${date}`
}
