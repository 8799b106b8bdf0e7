/** Finds the target of a path. Patterns are literal paths with {names} for whole segments. */
export type Route<Target> = { method: string; path: string; target: Target }

export type Match<Target> =
  | { found: 'route'; route: Route<Target>; parameters: Record<string, string> }
  | { found: 'path'; path: string; methods: string[] }
  | { found: 'nothing' }
  | { found: 'unreadable'; route: Route<Target> }

export function createRouter<Target>(
  routes: readonly Route<Target>[],
): (method: string, path: string) => Match<Target> {
  const patterns = routes.map((route) => ({ route, segments: route.path.split('/') }))

  return (method, path) => {
    const segments = path.split('/')
    const matching = patterns.filter((pattern) => matchesPattern(pattern.segments, segments))
    if (matching.length === 0) return { found: 'nothing' }
    const wanted = method === 'HEAD' ? 'GET' : method
    const match = matching.find(({ route }) => route.method === wanted)
    if (!match) {
      const methods = allowedMethods(matching.map(({ route }) => route.method))
      return { found: 'path', path: matching[0]?.route.path ?? path, methods }
    }
    const parameters = extractParameters(match.segments, segments)
    if (!parameters) return { found: 'unreadable', route: match.route }
    return { found: 'route', route: match.route, parameters }
  }
}

function matchesPattern(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => {
      const segment = segments[index]
      return part.startsWith('{') ? segment !== '' : part === segment
    })
  )
}

function allowedMethods(methods: readonly string[]): string[] {
  const all = methods.includes('GET') ? [...methods, 'HEAD'] : [...methods]
  return [...new Set([...all, 'OPTIONS'])]
}

function extractParameters(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  const found: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    if (!part.startsWith('{')) continue
    const value = decodeComponent(segments[index] ?? '')
    if (value === undefined) return undefined
    found[part.slice(1, -1)] = value
  }
  return found
}

export function decodeComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
