/** JSON with sorted keys: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = value as Readonly<Record<string, unknown>>
  let text = ''
  for (const name of Object.keys(members).sort())
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(members[name])}`
  return `{${text}}`
}
