/** The Dockerfile, compose files, systemd units and proxy files match the program. */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type ClientRequest, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { parse } from 'yaml'
import { makeScratch } from '../../proof/support/scratch.ts'
import { freePort } from '../../proof/support/server.ts'
import { channelSettings } from '../../src/channels/channels.ts'
import { listSettings } from '../../src/config/settings.ts'
import { readShopConfig } from '../../src/server/shop-config.ts'
import { haveOpenssl, makeAuthority } from '../support/certificates.ts'
import { environmentOf, findAll, findOnly, parseDockerfile } from '../support/dockerfile.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const scratch = makeScratch()
after(scratch.remove)

const knownSettings = listSettings(channelSettings)
const isSetting = (name: string) => knownSettings.has(name)

/** A reason to skip a test if the program it needs is not installed. */
function missing(program: string, ...args: string[]): string | false {
  return spawnSync(program, args).status === 0 ? false : `SKIPPED: no ${program} on this machine`
}

/** Fails with the output of the program if the program reports an error. */
function run(program: string, args: string[], options = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', ...options })
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`)
  return `${stdout}${stderr}`
}

async function retry(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      if (attempt === 2_400) throw error
      await pause(50)
    }
  }
}

function statusOf(request: ClientRequest): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    request.end()
  })
}

function requestOverTls(port: number, host: string, path: string, headers = {}) {
  const options = { host: '127.0.0.1', port, path, rejectUnauthorized: false, servername: host }
  return statusOf(tlsRequest({ ...options, agent: false, headers: { ...headers, host } }))
}

function requestPlain(port: number, host: string, path: string) {
  return statusOf(plainRequest({ host: '127.0.0.1', port, path, agent: false, headers: { host } }))
}

describe('the Dockerfile', () => {
  const [build = [], image = []] = parseDockerfile(read('Dockerfile'))

  it('copies the files of the program and no others', () => {
    const copied = findAll(build, 'COPY').flatMap((args) => args.split(' ').slice(0, -1))
    const ignored = read('.dockerignore').split('\n').slice(1).filter(Boolean)
    assert.equal(ignored[0], '*')
    const let_in = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
    assert.deepEqual(copied.toSorted(), let_in.toSorted())
    for (const source of copied) assert.ok(existsSync(join(root, source)), source)
    const top = readdirSync(join(root, 'src'))
    assert.ok(top.includes('cli.ts') && copied.includes('src'))
  })

  it('sets only existing settings, with valid values', () => {
    const { NODE_COMPILE_CACHE, ...settings } = environmentOf(image)
    assert.ok(
      NODE_COMPILE_CACHE?.startsWith(`${findOnly(image, 'VOLUME')}/`),
      'the data is lost with /tmp',
    )
    assert.deepEqual(
      Object.keys(settings).filter((name) => !isSetting(name)),
      [],
    )
    const { port, deskPort } = readShopConfig(settings)
    assert.equal(findOnly(image, 'EXPOSE'), `${port} ${deskPort}`)
  })

  it('has one Node, the official image of an exact version', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'))
    const [version] = new Set(Object.values(optionalDependencies))
    for (const stage of [build, image]) {
      assert.match(
        findOnly(stage, 'FROM'),
        new RegExp(`^node:${version}-bookworm-slim(@sha256:\\w{64})?( AS |$)`),
      )
    }
    assert.match(findAll(build, 'RUN').join(), /npm ci .*--omit=optional/)
  })

  it('runs as an unprivileged user, stores its database in the volume, and receives signals directly', () => {
    assert.match(findOnly(image, 'USER'), /^(?!root|0)\w+$/)
    assert.ok(environmentOf(image).DATABASE_URL?.startsWith(`${findOnly(image, 'VOLUME')}/`))
    const entry = JSON.parse(findOnly(image, 'ENTRYPOINT')) as string[]
    assert.ok(entry[0]?.endsWith('/node'), entry[0])
    const [, check = ''] = /CMD (\[.*\])$/.exec(findOnly(image, 'HEALTHCHECK')) ?? []
    const [program] = JSON.parse(check) as string[]
    assert.equal(program, entry[0])
    assert.match(check, /\/healthz/)
  })
})

type Service = {
  image?: string
  build?: string
  command?: string[]
  env_file?: { path: string; required: boolean }[]
  environment: Record<string, string>
  ports?: string[]
  volumes?: string[]
  healthcheck?: object
  restart?: string
  stop_grace_period?: string
  read_only?: boolean
  depends_on?: Record<string, { condition: string }>
}

describe('the compose files', () => {
  const example = { POSTGRES_PASSWORD: 'abc123', BASE_URL: 'https://khoilam.example' }

  /** Replaces variables as compose does with the values of .env. */
  const filled = (text: string, values: Record<string, string>) =>
    text.replace(/\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g, (_, name, sign, more) => {
      const value = values[name] ?? (sign === '-' ? more : undefined)
      return value ?? assert.fail(`${name}: ${more}`)
    })

  for (const file of ['compose.yaml', 'compose.sqlite.yaml']) {
    const { services, volumes } = parse(read(file)) as {
      services: Record<string, Service>
      volumes: Record<string, unknown>
    }
    const { letan } = services

    it(`${file} sets only existing settings, with valid values`, () => {
      assert.ok(letan)
      const names = Object.keys(letan.environment)
      assert.deepEqual(
        names.filter((name) => !isSetting(name)),
        [],
      )
      const settings = Object.entries(letan.environment).map(([name, text]) => [
        name,
        filled(text, example),
      ])
      const config = readShopConfig(Object.fromEntries(settings))
      assert.equal(config.baseUrl, 'https://khoilam.example')
      assert.equal(config.trustProxy, 1)
      const graceSeconds = Number(/^(\d+)s$/.exec(letan.stop_grace_period ?? '')?.[1])
      assert.ok(graceSeconds >= config.drainSeconds + 15, letan.stop_grace_period)
      assert.equal(letan.read_only, true)
    })

    it(`${file} passes on every setting in .env, and takes the trade from the folder`, () => {
      assert.deepEqual(letan?.env_file, [{ path: '.env', required: false }])
      const wanted = { ...example, PROCESSES: '3', TRUST_PROXY: '2', DESK_URL: 'https://x.example' }
      const { environment } = letan ?? assert.fail()
      const fixed = Object.keys(environment).filter((name) => !(name in wanted))
      // The listening address and the paths follow from the rest of the file.
      assert.deepEqual(fixed.toSorted(), ['DATABASE_URL', 'DESK_HOST', 'DESK_PORT', 'HOST', 'PORT'])
      for (const [name, value] of Object.entries(wanted)) {
        if (name in environment) assert.equal(filled(environment[name] ?? '', wanted), value)
      }
    })

    it(`${file} publishes no port to the network, and keeps data in volumes`, () => {
      for (const [name, service] of Object.entries(services)) {
        for (const port of service.ports ?? []) assert.match(port, /^127\.0\.0\.1:/, name)
        assert.equal(service.restart, 'unless-stopped', name)
        assert.ok(service.build === '.' || service.healthcheck, name)
        for (const volume of service.volumes ?? []) {
          assert.ok(Object.hasOwn(volumes, volume.split(':')[0] ?? ''), volume)
        }
        for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
          assert.equal(condition, 'service_healthy')
          assert.ok(services[other]?.healthcheck, other)
        }
      }
    })
  }

  it('require a password and have no default', () => {
    assert.throws(() => filled(read('compose.yaml'), {}), /set it in \.env/)
  })
})

describe('the systemd units', () => {
  const units = ['letan.service', 'letan-backup.service', 'letan-backup.timer']
  /** The units of the repository, with the path of the program on this machine. */
  const unit = (name: string) => read(`packaging/${name}`).replaceAll('/srv/letan', root)
  const valuesOf = (name: string, key: string) =>
    [...unit(name).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)

  it('set only existing settings, with valid values', () => {
    const settings = parseEnv(read('packaging/settings'))
    assert.deepEqual(
      Object.keys(settings).filter((name) => !isSetting(name)),
      [],
    )
    const { host, trustProxy, drainSeconds } = readShopConfig(settings)
    assert.deepEqual([host, trustProxy], ['127.0.0.1', 1])
    const [stopSeconds] = valuesOf('letan.service', 'TimeoutStopSec')
    assert.ok(Number(stopSeconds) >= drainSeconds + 15)
    for (const name of units) {
      for (const line of valuesOf(name, 'Environment')) {
        const [setting = '', value] = line.split('=')
        // The compile cache must survive a restart, so it cannot be in a private /tmp.
        const [cache] = valuesOf(name, 'CacheDirectory')
        const isCache = setting === 'NODE_COMPILE_CACHE' && value === `/var/cache/${cache}`
        assert.ok(isSetting(setting) || isCache, line)
      }
    }
  })

  it('pass systemd-analyze', { skip: missing('systemd-analyze', '--version') }, () => {
    const files = units.map((name) => {
      const file = join(scratch.folder, name)
      writeFileSync(file, unit(name))
      return file
    })
    assert.equal(run('systemd-analyze', ['verify', ...files]).replace(/^.*cgroup.*\n/gim, ''), '')
    for (const file of files.slice(0, 2)) {
      // The exposure level ranges from 0 (best) to 10; the threshold of 20 means 2.0.
      run('systemd-analyze', ['security', '--offline=yes', '--no-pager', '--threshold=20', file])
    }
  })

  it('use the same database as the documented command for other commands', () => {
    const [, command = ''] = /^sudo -u letan sh -c '(.+)'$/m.exec(read('docs/deployment.md')) ?? []
    const folder = join(scratch.folder, 'user')
    mkdirSync(folder)
    const script = command
      .replaceAll('/srv/letan', root)
      .replaceAll('/var/lib/letan', folder)
      .replaceAll('/etc/letan', join(root, 'packaging'))
    run('/bin/sh', ['-c', `${script} link`], { cwd: '/' })
    assert.match(run('/bin/sh', ['-c', script], { cwd: '/' }), /Database: data\/restaurant\.sqlite/)
    assert.deepEqual(readdirSync(join(folder, 'data')).includes('restaurant.sqlite'), true)
  })

  it('back up the database with an existing command', () => {
    const folder = join(scratch.folder, 'state')
    mkdirSync(join(folder, 'backups'), { recursive: true })
    const program = join(root, 'bin/letan.js')
    const env = { ...process.env, SETTINGS_FILE: join(root, 'packaging/settings') }
    const options = { cwd: folder, env }
    run(process.execPath, [program, 'staff', 'link'], options)
    const [command = ''] = valuesOf('letan-backup.service', 'ExecStart')
    const [, script = ''] = /^\/bin\/sh -c '(.*)'$/.exec(command) ?? []
    run('/bin/sh', ['-c', script.replaceAll('$$', '$').replaceAll('%%', '%')], options)
    const [copy = ''] = readdirSync(join(folder, 'backups'))
    assert.match(copy, /^book-\d{4}-\d\d-\d\d-\d{6}\.sqlite$/)
    run(process.execPath, [program, 'verify', join('backups', copy)], options)
    const [sweep = ''] = valuesOf('letan-backup.service', 'ExecStartPost')
    const [find = '', ...args] = sweep.split(' ')
    const oldBackup = join(folder, 'backups', 'book-2020-01-01-041500.sqlite')
    writeFileSync(oldBackup, '')
    execFileSync('touch', ['--date=2020-01-01', oldBackup])
    run(find, args, options)
    assert.deepEqual(readdirSync(join(folder, 'backups')), [copy])
  })
})

describe('the reverse proxy files', () => {
  const noCaddy = missing('caddy', 'version')
  it('are accepted by Caddy', { skip: noCaddy }, () => {
    const env = { ...process.env, HOME: scratch.folder, XDG_DATA_HOME: scratch.folder }
    const file = join(root, 'packaging/Caddyfile')
    run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { env })
  })

  const noNginx = missing('nginx', '-v') || (!haveOpenssl() && 'SKIPPED: no openssl')
  const writeNginxConfig = async () => {
    const { certificate, key } = makeAuthority('letan').sign('khoilam.example')
    const { folder } = scratch
    writeFileSync(join(folder, 'fullchain.pem'), certificate)
    writeFileSync(join(folder, 'privkey.pem'), key)
    const [plain, safe] = [await freePort(), await freePort()]
    const own = read('packaging/nginx.conf')
      .replaceAll('/etc/letsencrypt/live/khoilam.example', folder)
      .replaceAll('/var/log/nginx', folder)
      .replace(/^\tlisten \[::\].*\n/gm, '')
      .replaceAll('listen 80;', `listen 127.0.0.1:${plain};`)
      .replaceAll('listen 443 ', `listen 127.0.0.1:${safe} `)
      .replaceAll(/server 127\.0\.0\.1:300[01];/g, 'server 127.0.0.1:1;')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const around = temporary.map((name) => `${name}_temp_path ${folder};`).join('\n')
    const file = join(folder, 'nginx.conf')
    const start = `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\n`
    writeFileSync(file, `${start}http {\naccess_log off;\n${around}\n${own}}\n`)
    return { file, folder, safe }
  }

  it('are accepted by nginx', { skip: noNginx }, async () => {
    const { file } = await writeNginxConfig()
    assert.match(run('nginx', ['-t', '-q', '-c', file]), /^$/)
  })

  /** What must not be in a log: a booking code, a sign-in token, a calendar key, the name that staff searched for. */
  const secretPaths = [
    '/booking/BAN-7K3M-9Q2X-4D',
    '/en/booking/BAN-7K3M-9Q2X-4D/change',
    '/newsletter/confirm?token=sesame',
    '/join/sesame',
    '/calendar/7/sesame.ics',
    '/search?q=Nguyen+Lan+sesame',
  ]
  const secrets = /7K3M|sesame|Nguyen/

  it('log no codes, tokens or searches with nginx, also if Letan is down', {
    skip: noNginx,
  }, async () => {
    const { file, folder, safe } = await writeNginxConfig()
    const { pid } = spawn('nginx', ['-c', file, '-g', 'daemon off;'], { stdio: 'ignore' })
    try {
      await retry(() => requestOverTls(safe, 'khoilam.example', '/'))
      for (const host of ['khoilam.example', 'desk.khoilam.example']) {
        for (const path of secretPaths) {
          assert.equal(
            await requestOverTls(safe, host, path, { referer: `https://${host}${path}` }),
            502,
          )
        }
      }
      const log = ['access.log', 'error.log']
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('')
      assert.match(log, /"GET \/booking" 502/)
      assert.match(log, /"GET \/en\/booking" 502/)
      assert.match(log, /"GET \/calendar" 502/)
      assert.doesNotMatch(log, secrets)
    } finally {
      if (pid) process.kill(pid)
    }
  })

  it('log no codes, tokens or searches with Caddy, also if Letan is down', {
    skip: noCaddy,
  }, async () => {
    const port = await freePort()
    const file = join(scratch.folder, 'Caddyfile')
    const own = read('packaging/Caddyfile')
      .replace(/^(desk\.)?khoilam\.example \{$/gm, (line) => `http://${line}`)
      .replace('{\n\tlog {', `{\n\tadmin off\n\thttp_port ${port}\n\tlog {`)
      .replaceAll('lb_try_duration 5s', 'lb_try_duration 0s')
      .replaceAll(/127\.0\.0\.1:300[01]/g, '127.0.0.1:1')
    writeFileSync(file, own)
    const env = { ...process.env, HOME: scratch.folder, XDG_DATA_HOME: scratch.folder }
    const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { env })
    let log = ''
    caddy.stderr.on('data', (part) => {
      log += part
    })
    try {
      await retry(() => fetch(`http://127.0.0.1:${port}/`))
      for (const host of ['khoilam.example', 'desk.khoilam.example']) {
        for (const path of secretPaths) {
          assert.equal(await requestPlain(port, host, path), 502)
        }
      }
      await retry(async () => assert.ok(log.split('connection refused').length > 10))
      assert.doesNotMatch(log, secrets)
    } finally {
      caddy.kill()
    }
  })

  it('forward to the ports of the program, and do not expose the metrics', () => {
    const { port, deskPort } = readShopConfig({})
    for (const file of ['packaging/Caddyfile', 'packaging/nginx.conf']) {
      const text = read(file)
      assert.match(text, new RegExp(`127\\.0\\.0\\.1:${port}\\b`))
      assert.match(text, new RegExp(`127\\.0\\.0\\.1:${deskPort}\\b`))
      assert.match(text, /respond \/metrics 404|location = \/metrics \{\s+return 404;/)
    }
  })

  it('tell browsers to use only TLS for the site and the desk', () => {
    for (const file of ['packaging/Caddyfile', 'packaging/nginx.conf']) {
      const headers = read(file).match(/header Strict-Transport-Security max-age=31536000\b/g)
      assert.equal(headers?.length, 2, file)
    }
  })
})
