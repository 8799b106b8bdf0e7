/** What is delivered with the program: its packages without known vulnerabilities, their list, and its images. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, it } from 'node:test'

const root = join(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'letan-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

const files = ['Dockerfile', 'compose.yaml', 'compose.sqlite.yaml'] as const

/** The images that are pulled, with their tags. Compose builds the one without a tag. */
function listImages(folder: string): string[] {
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^\s*(?:FROM|image:) (\S+:\S+)/gm)].map(
      ([, image = '']) => image,
    ),
  )
}

const isPinned = (image: string) => /@sha256:[0-9a-f]{64}$/.test(image)

it('the packages that a shop runs have no known vulnerability', (test) => {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: root,
    encoding: 'utf8',
  })
  const report = JSON.parse(stdout || '{}')
  if (report.vulnerabilities === undefined) {
    return test.skip('SKIPPED: the npm registry is not reachable, or does not offer npm audit')
  }
  assert.deepEqual(Object.keys(report.vulnerabilities), [])
})

it('npm run sbom prints a CycloneDX document with every package that a shop runs', () => {
  const args = ['run', '--silent', 'sbom']
  const sbom = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }))
  assert.equal(sbom.bomFormat, 'CycloneDX')
  const listed = new Set(sbom.components.map(({ purl }: { purl: string }) => purl))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const [path, { version, dev, optional, devOptional }] of Object.entries<PackageEntry>(
    packages,
  )) {
    if (path === '' || dev || optional || devOptional) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    assert.ok(listed.has(`pkg:npm/${name.replace('@', '%40')}@${version}`), name)
  }
  assert.ok(![...listed].some((purl) => /\/(typescript|knip)@/.test(String(purl))))
  assert.doesNotMatch(JSON.stringify(sbom.metadata), new RegExp(root))
})

type PackageEntry = { version: string; dev?: true; optional?: true; devOptional?: true }

it('npm run pin:images pins every image by the digest that Docker reports', () => {
  for (const file of files) cpSync(join(root, file), join(scratch, file))
  const digest = 'a1'.repeat(32)
  const docker = join(scratch, 'docker')
  writeFileSync(docker, `#!/bin/sh\necho "$4" >> "${scratch}/asked"\necho sha256:${digest}\n`)
  chmodSync(docker, 0o755)
  const env = { ...process.env, PATH: `${scratch}${delimiter}${process.env.PATH}` }
  const pin = () =>
    execFileSync(process.execPath, [join(root, 'scripts/pin-images.js'), scratch], { env })
  pin()
  const images = listImages(scratch)
  assert.ok(images.length >= 3)
  assert.deepEqual(
    images.filter((image) => !image.endsWith(`@sha256:${digest}`)),
    [],
  )
  assert.match(readFileSync(join(scratch, 'Dockerfile'), 'utf8'), /^FROM \S+@sha256:\w+ AS build$/m)
  assert.doesNotMatch(readFileSync(join(scratch, 'asked'), 'utf8'), /@/)
  const pinned = files.map((file) => readFileSync(join(scratch, file), 'utf8'))
  pin()
  assert.deepEqual(
    files.map((file) => readFileSync(join(scratch, file), 'utf8')),
    pinned,
  )
})

it('every image is pinned by digest', (test) => {
  const unpinned = listImages(root).filter((image) => !isPinned(image))
  const { status } = spawnSync('docker', ['buildx', 'version'])
  if (unpinned.length > 0 && status !== 0) {
    return test.skip(`SKIPPED: ${unpinned.join(', ')} needs Docker for npm run pin:images`)
  }
  assert.deepEqual(unpinned, [], 'run npm run pin:images')
})
