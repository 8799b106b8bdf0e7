/** JSON with sorted keys: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = value as Readonly<Record<string, unknown>>
  const parts = Object.keys(members)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(members[name])}`)
  return `{${parts.join(',')}}`
}
