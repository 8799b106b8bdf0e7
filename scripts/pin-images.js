/**
 * Pins the container images of the Dockerfile and the Compose files by digest: `npm run pin:images`. A tag can be moved
 * to other contents, a digest cannot. Docker looks the digests up.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2] ?? join(import.meta.dirname, '..')

/** The name, the tag and the digest of an image. An image without a tag is one that Compose builds. */
const reference = /^(\s*(?:FROM|image:) )([\w./-]+:[\w.-]+)(?:@sha256:[0-9a-f]{64})?/gm

/** @type {Map<string, string>} */
const digests = new Map()

for (const name of ['Dockerfile', 'compose.yaml', 'compose.sqlite.yaml']) {
  const file = join(folder, name)
  const text = readFileSync(file, 'utf8')
  const pinned = text.replace(reference, (_, start, image) => `${start}${image}@${digestOf(image)}`)
  if (pinned !== text) writeFileSync(file, pinned)
}
for (const [image, digest] of digests) process.stdout.write(`${image} ${digest}\n`)

/**
 * The digest of the index, which is the same on every platform.
 * @param {string} image
 */
function digestOf(image) {
  const known = digests.get(image)
  if (known !== undefined) return known
  const args = ['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}']
  const digest = execFileSync('docker', args, { encoding: 'utf8' }).trim()
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`${image} has no digest: ${digest}`)
  digests.set(image, digest)
  return digest
}
