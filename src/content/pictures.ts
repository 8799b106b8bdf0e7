/** The drawings of a shop: SVG that draws and does nothing else, and the PNGs that need to be PNGs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './faults.ts'

/** A drawing as it is served, by the name of its file. */
export type Picture = { name: string; type: string; bytes: Buffer }

const types: Readonly<Record<string, { type: string; most: number }>> = {
  svg: { type: 'image/svg+xml', most: 40_000 },
  png: { type: 'image/png', most: 300_000 },
}

/** What could act, or fetch something from elsewhere. */
const active =
  /<script|<foreignObject|\son\w+\s*=|javascript:|<!ENTITY|(?:href|src)\s*=\s*["'](?!#)/i

export function readPictures(
  folder: string,
  paths: readonly string[],
): { pictures: Picture[]; faults: Fault[] } {
  const faults: Fault[] = []
  const pictures = paths.flatMap((path): Picture[] => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const kind = types[name.slice(name.lastIndexOf('.') + 1)]
    if (!kind) return []
    const bytes = readFileSync(join(folder, path))
    const fault = (wrong: string, write: string) =>
      faults.push({ file: path, line: 1, wrong, write })
    if (!/^[a-z0-9]+(-[a-z0-9]+)*\.(svg|png)$/.test(name)) {
      fault('its name makes no address', 'small letters, digits and dashes, such as hero.svg')
    }
    if (bytes.length > kind.most) {
      fault('the picture is too large', `one of at most ${Math.round(kind.most / 1000)} KB`)
    }
    if (kind.type === 'image/svg+xml') {
      const text = bytes.toString()
      if (!/<svg[\s>]/.test(text)) fault('this is no SVG', 'a drawing that begins with <svg')
      if (active.test(text)) {
        fault('it holds a script or a link', 'the drawing alone, saved as plain SVG')
      }
    }
    return [{ name, type: kind.type, bytes }]
  })
  return { pictures, faults }
}
