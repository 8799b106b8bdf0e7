/**
 * Draws text as SVG paths from the fonts of the site. The library that draws SVG finds installed fonts only, and a
 * server may have none; Vietnamese letters must not depend on that.
 */
import { inflateSync } from 'node:zlib'

export type Font = {
  has(character: string): boolean
  /** In units of one em. */
  advance(character: string): number
  /** Outline of a character at a position, as the data of an SVG path; `size` is one em in pixels. */
  outline(character: string, x: number, y: number, size: number): string
}

type Point = { x: number; y: number; isOnCurve: boolean }
type Contours = readonly (readonly Point[])[]

/** Reads a WOFF file with TrueType outlines. */
export function readFont(woff: Buffer): Font {
  const table = readTables(woff)
  const [head, cmap, glyf, loca, hmtx] = ['head', 'cmap', 'glyf', 'loca', 'hmtx'].map(table)
  if (!head || !cmap || !glyf || !loca || !hmtx) throw new Error('a table of the font is missing')
  const unitsPerEm = head.readUInt16BE(18)
  const hasLongOffsets = head.readInt16BE(50) === 1
  const metricCount = table('hhea').readUInt16BE(34)
  const glyphOf = readCharacterMap(cmap)

  const glyphData = (glyph: number): Buffer => {
    const offset = (index: number) =>
      hasLongOffsets ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2
    return glyf.subarray(offset(glyph), offset(glyph + 1))
  }

  const contoursOf = (glyph: number, depth = 0): Contours => {
    const data = glyphData(glyph)
    if (data.length === 0 || depth > 5) return []
    const count = data.readInt16BE(0)
    return count >= 0
      ? readSimpleGlyph(data, count)
      : readComponents(data).flatMap(({ glyph: part, transform }) =>
          contoursOf(part, depth + 1).map((contour) => contour.map(transform)),
        )
  }

  const glyph = (character: string) => glyphOf(character.codePointAt(0) ?? 0)

  return {
    has: (character) => glyph(character) !== 0,
    advance: (character) =>
      hmtx.readUInt16BE(Math.min(glyph(character), metricCount - 1) * 4) / unitsPerEm,
    outline(character, x, y, size) {
      const scale = size / unitsPerEm
      const place = (point: Point) => ({
        ...point,
        x: x + point.x * scale,
        y: y - point.y * scale,
      })
      return contoursOf(glyph(character))
        .map((contour) => contourPath(contour.map(place)))
        .join('')
    },
  }
}

const headerBytes = 44
const entryBytes = 20

function readTables(woff: Buffer): (tag: string) => Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file')
  const count = woff.readUInt16BE(12)
  const entries = Array.from({ length: count }, (_, index) => {
    const at = headerBytes + index * entryBytes
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field))
    return { tag: woff.toString('latin1', at, at + 4), offset, packed, length }
  })
  return (tag) => {
    const found = entries.find((one) => one.tag === tag)
    if (!found) throw new Error(`the font has no table ${tag}`)
    const { offset = 0, packed = 0, length = 0 } = found
    const bytes = woff.subarray(offset, offset + packed)
    return packed < length ? inflateSync(bytes) : bytes
  }
}

/** From a code point to its glyph, 0 for none. Format 4 has all characters of the fonts in use. */
function readCharacterMap(cmap: Buffer): (codePoint: number) => number {
  const count = cmap.readUInt16BE(2)
  const subtables = Array.from({ length: count }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4)),
  )
  const map = subtables.find((one) => one.readUInt16BE(0) === 4)
  if (!map) throw new Error('the font has no character map of format 4')
  const segmentBytes = map.readUInt16BE(6)
  const [ends, starts] = [14, 16 + segmentBytes]
  const [deltas, ranges] = [starts + segmentBytes, starts + 2 * segmentBytes]
  return (codePoint) => {
    if (codePoint > 0xffff) return 0
    for (let at = 0; at < segmentBytes; at += 2) {
      if (codePoint > map.readUInt16BE(ends + at)) continue
      const start = map.readUInt16BE(starts + at)
      if (codePoint < start) return 0
      const delta = map.readUInt16BE(deltas + at)
      const range = map.readUInt16BE(ranges + at)
      if (range === 0) return (codePoint + delta) & 0xffff
      const glyph = map.readUInt16BE(ranges + at + range + (codePoint - start) * 2)
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}

/** Flags of a point. */
const onCurve = 1
const isRepeated = 8
const xAxis = { isShort: 2, isSameOrPositive: 16 }
const yAxis = { isShort: 4, isSameOrPositive: 32 }

function readSimpleGlyph(data: Buffer, contourCount: number): Contours {
  let at = 10
  const ends = Array.from({ length: contourCount }, (_, index) => data.readUInt16BE(10 + index * 2))
  at += contourCount * 2
  at += 2 + data.readUInt16BE(at)
  const pointCount = (ends.at(-1) ?? -1) + 1
  const flags: number[] = []
  while (flags.length < pointCount) {
    const flag = data.readUInt8(at++)
    flags.push(flag)
    if (flag & isRepeated) flags.push(...Array(data.readUInt8(at++)).fill(flag))
  }
  const readAxis = ({ isShort, isSameOrPositive }: typeof xAxis) => {
    let value = 0
    return flags.map((flag) => {
      if (flag & isShort)
        value += flag & isSameOrPositive ? data.readUInt8(at++) : -data.readUInt8(at++)
      else if (!(flag & isSameOrPositive)) {
        value += data.readInt16BE(at)
        at += 2
      }
      return value
    })
  }
  const xs = readAxis(xAxis)
  const ys = readAxis(yAxis)
  const points = flags.map((flag, index) => ({
    x: xs[index] ?? 0,
    y: ys[index] ?? 0,
    isOnCurve: (flag & onCurve) !== 0,
  }))
  return ends.map((end, index) =>
    points.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end + 1),
  )
}

/** Flags of a part of a composed glyph, such as a letter or its accent. */
const component = { hasWords: 1, hasScale: 8, hasMore: 32, hasTwoScales: 64, hasMatrix: 128 }

type Component = { glyph: number; transform(point: Point): Point }

function readComponents(data: Buffer): Component[] {
  const parts: Component[] = []
  let at = 10
  let flags = 0
  const readRatio = () => {
    at += 2
    return data.readInt16BE(at - 2) / 16384
  }
  do {
    flags = data.readUInt16BE(at)
    const glyph = data.readUInt16BE(at + 2)
    const hasWords = (flags & component.hasWords) !== 0
    const dx = hasWords ? data.readInt16BE(at + 4) : data.readInt8(at + 4)
    const dy = hasWords ? data.readInt16BE(at + 6) : data.readInt8(at + 5)
    at += hasWords ? 8 : 6
    let [xx, xy, yx, yy] = [1, 0, 0, 1]
    if (flags & component.hasScale) xx = yy = readRatio()
    else if (flags & component.hasTwoScales) [xx, yy] = [readRatio(), readRatio()]
    else if (flags & component.hasMatrix) {
      ;[xx, xy, yx, yy] = [readRatio(), readRatio(), readRatio(), readRatio()]
    }
    parts.push({
      glyph,
      transform: ({ x, y, isOnCurve }) => ({
        x: xx * x + yx * y + dx,
        y: xy * x + yy * y + dy,
        isOnCurve,
      }),
    })
  } while (flags & component.hasMore)
  return parts
}

/** Two control points in a row have a point of the curve halfway between them. */
function contourPath(points: readonly Point[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return ''
  const start = first.isOnCurve ? first : last.isOnCurve ? last : halfway(first, last)
  let path = `M${format(start)}`
  let control: Point | undefined
  const others = first.isOnCurve ? points.slice(1) : points
  for (const point of others) {
    if (control) {
      const end = point.isOnCurve ? point : halfway(control, point)
      path += `Q${format(control)} ${format(end)}`
    } else if (point.isOnCurve) path += `L${format(point)}`
    control = point.isOnCurve ? undefined : point
  }
  return control ? `${path}Q${format(control)} ${format(start)}Z` : `${path}Z`
}

function halfway(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, isOnCurve: true }
}

function format({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}
