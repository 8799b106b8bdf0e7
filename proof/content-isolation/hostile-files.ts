/** Entries of a content folder that would show other files of the server, and links that are allowed. */
import { execFileSync } from 'node:child_process'
import { cpSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleFolder } from '../support/scratch.ts'

/** Part of every file outside the content folder. */
export const outsideMark = 'mark-of-a-file-outside'

/** The database and the log of a shop contain no mark, so these are files with a known content. */
export function createOutside(scratch: string): string {
  const outside = join(scratch, 'outside')
  cpSync(sampleFolder('spa'), outside, { recursive: true })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><title>${outsideMark}</title></svg>`
  writeFileSync(join(outside, 'secret'), `SECRET=${outsideMark}\n`)
  writeFileSync(join(outside, 'database'), `SQLite format 3\0${outsideMark}`)
  writeFileSync(join(outside, 'page.html'), `<html><script>'${outsideMark}'</script></html>`)
  writeFileSync(join(outside, 'drawing.svg'), drawing)
  mkdirSync(join(outside, 'drawings'))
  writeFileSync(join(outside, 'drawings/inner.svg'), drawing)
  return outside
}

/** Adds allowed entries, and returns the pictures that must be served and those that must not. */
export function addAllowed(content: string, outside: string) {
  const pictures = join(content, 'pictures')
  mkdirSync(join(content, '.shared'))
  cpSync(join(pictures, 'hero.svg'), join(content, '.shared/one.svg'))
  symlinkSync('../.shared/one.svg', join(pictures, 'relative.svg'))
  symlinkSync(join(content, '.shared/one.svg'), join(pictures, 'absolute.svg'))
  symlinkSync('relative.svg', join(pictures, 'chain.svg'))
  symlinkSync('../.shared', join(pictures, 'linked'))
  linkSync(join(content, '.shared/one.svg'), join(pictures, 'hard.svg'))
  for (const name of ['secret', 'database', 'page.html']) {
    linkSync(join(outside, name), join(pictures, `${name.replace('.', '-')}.png`))
  }
  return {
    served: ['relative', 'absolute', 'chain', 'one', 'hard'].map((name) => `${name}.svg`),
    withheld: ['secret.png', 'database.png', 'page-html.png'],
  }
}

/** Adds entries that must be rejected, each with the path that an error has to name. */
export function addHostile(content: string, outside: string): string[] {
  const inPictures = (name: string) => join(content, 'pictures', name)
  const link = (name: string, target: string) => {
    symlinkSync(target, inPictures(name))
    return `pictures/${name}`
  }
  const hardLink = (name: string, target: string) => {
    linkSync(join(outside, target), inPictures(name))
    return `pictures/${name}`
  }
  symlinkSync(join(outside, 'drawing.svg'), join(content, '.step'))
  mkdirSync(inPictures('folder.svg'))
  execFileSync('mkfifo', [inPictures('pipe.svg')])
  return [
    link('file-absolute.svg', join(outside, 'drawing.svg')),
    link('file-relative.svg', '../../outside/drawing.svg'),
    link('out-chain.svg', '../.step'),
    link('loop.svg', 'loop.svg'),
    link('dangling.svg', 'nothing.svg'),
    link('folder-out', join(outside, 'drawings')),
    link('folder-loop', '.'),
    link('environment.svg', '/proc/self/environ'),
    link('passwd.svg', '/etc/passwd'),
    link('zero.png', '/dev/zero'),
    link('folder.svg/inner.svg', join(outside, 'drawing.svg')),
    hardLink('secret.svg', 'secret'),
    hardLink('database.svg', 'database'),
    hardLink('page.svg', 'page.html'),
    'pictures/pipe.svg',
  ]
}
