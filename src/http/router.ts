/** Which handler an address leads to. Patterns are literal paths with {names} for whole segments. */
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
    const here = patterns.filter((pattern) => fits(pattern.segments, segments))
    if (here.length === 0) return { found: 'nothing' }
    const wanted = method === 'HEAD' ? 'GET' : method
    const match = here.find(({ route }) => route.method === wanted)
    if (!match) {
      const methods = methodsOf(here.map(({ route }) => route.method))
      return { found: 'path', path: here[0]?.route.path ?? path, methods }
    }
    const parameters = parametersOf(match.segments, segments)
    if (!parameters) return { found: 'unreadable', route: match.route }
    return { found: 'route', route: match.route, parameters }
  }
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, place) => {
      const segment = segments[place]
      return part.startsWith('{') ? segment !== '' : part === segment
    })
  )
}

function methodsOf(methods: readonly string[]): string[] {
  const all = methods.includes('GET') ? [...methods, 'HEAD'] : [...methods]
  return [...new Set([...all, 'OPTIONS'])]
}

function parametersOf(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  const found: Record<string, string> = {}
  for (const [place, part] of pattern.entries()) {
    if (!part.startsWith('{')) continue
    const value = decode(segments[place] ?? '')
    if (value === undefined) return undefined
    found[part.slice(1, -1)] = value
  }
  return found
}

export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
