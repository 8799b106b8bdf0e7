/**
 * Accepts an SVG only if everything in it is known to be harmless: listed elements, no event handlers, no references to
 * anything outside the file. An element counts by its local name, because a file can give any prefix to a namespace.
 */

const drawing =
  'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc style ' +
  'linearGradient radialGradient stop pattern clipPath mask marker switch view'

const filters =
  'filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting ' +
  'feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge ' +
  'feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence'

/** What drawing programs add about the file. */
const metadata =
  'metadata namedview page grid guide RDF Work format type Agent creator rights license License permits requires ' +
  'date publisher identifier language subject Bag li description contributor'

const elements = new Set(`${drawing} ${filters} ${metadata}`.split(' '))

const name = String.raw`[A-Za-z_][\w.:-]*`

/** The parts of a file; what matches none of them is rejected. */
const parts = new RegExp(
  [
    String.raw`<!--[\s\S]*?-->|<!DOCTYPE\s[^[\]>]*>`,
    // Another encoding could give the bytes another meaning.
    String.raw`<\?xml\s+version=["']1\.[01]["'](?:\s+encoding=["'][uU][tT][fF]-8["'])?(?:\s+standalone=["']\w+["'])?\s*\?>`,
    String.raw`<!\[CDATA\[(?<data>[\s\S]*?)\]\]>`,
    String.raw`</(?<end>${name})\s*>`,
    String.raw`<(?<element>${name})(?<attributes>(?:\s+${name}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*/?>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'y',
)

const attribute = new RegExp(String.raw`(${name})\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'g')

/** The first part that is not allowed, as it is called in the message; undefined for a harmless file. */
export function findActiveSvgPart(svg: string): string | undefined {
  const text = svg.replace(/^\uFEFF/, '')
  /** The style sheet so far: a reader joins its parts, also around a comment. */
  let css = ''
  let isStyle = false
  parts.lastIndex = 0
  while (parts.lastIndex < text.length) {
    const start = parts.lastIndex
    const groups = parts.exec(text)?.groups
    if (!groups) return /^<[!?/]?[\w:.-]*/.exec(text.slice(start, start + 30))?.[0] || '<'
    const { element, attributes = '', end, data, text: characters } = groups
    const entity = findUnknownEntity(`${characters ?? ''}${attributes}`)
    if (entity !== undefined) return entity
    if (isStyle) css += data ?? decodeReferences(characters ?? '')
    if (end !== undefined && localName(end) === 'style') isStyle = false
    if (element === undefined) continue
    if (!elements.has(localName(element))) return `<${element}>`
    isStyle ||= localName(element) === 'style'
    for (const [, name = '', double, single] of attributes.matchAll(attribute)) {
      if (isActiveAttribute(name, decodeReferences(double ?? single ?? ''))) return name
    }
  }
  return findActiveCss(css)
}

function isActiveAttribute(name: string, value: string): boolean {
  const local = localName(name).toLowerCase()
  if (local.startsWith('on') || local === 'base') return true
  if (local === 'href' || local === 'src') return !value.trim().startsWith('#')
  // Attributes with a prefix are notes of drawing programs; the others can be properties of a style.
  if (name.includes(':')) return false
  return findActiveCss(value, isDescription.test(name)) !== undefined
}

/** Attributes with a text that no browser reads as a style. */
const isDescription = /^(?:id|class|aria-[\w-]+|data-[\w-]+)$/

/** Functions of styles that load nothing. Of `url`, only references to parts of the same file are allowed. */
const functions = new Set(
  (
    'url rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp round ' +
    'matrix matrix3d translate translatex translatey translatez translate3d rotate rotatex rotatey rotatez rotate3d ' +
    'scale scalex scaley scalez scale3d skew skewx skewy perspective cubic-bezier steps linear blur brightness ' +
    'contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia inset circle ellipse polygon path rect ' +
    'not is where has nth-child nth-last-child nth-of-type nth-last-of-type lang'
  ).split(' '),
)

/** A style sheet may refer to parts of the same file only. A backslash could hide any of these words. */
function findActiveCss(css: string, isText = false): string | undefined {
  const active = /javascript:|@font-face|@import|url\(\s*["']?\s*(?!["'#\s])[^)]{0,20}|\\/i.exec(
    css,
  )?.[0]
  if (active !== undefined || isText) return active
  const rule = /@(?!(?:-webkit-)?keyframes\b|media\b|supports\b|charset\b)[\w-]*/i.exec(css)?.[0]
  if (rule !== undefined) return rule
  for (const [call, name = ''] of css.matchAll(/([\w-]+)\(/g)) {
    if (!functions.has(name.toLowerCase())) return call
  }
  return undefined
}

/** A document type can define further entities, and their text would not be checked. */
function findUnknownEntity(text: string): string | undefined {
  return /&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)[^;\s"']{0,20};?/.exec(text)?.[0]
}

function localName(qualified: string): string {
  return qualified.slice(qualified.indexOf(':') + 1)
}

/** Character references are decoded by every reader of the file. */
function decodeReferences(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex, decimal, named) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    if (named) return { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }[named as 'lt'] ?? all
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}
