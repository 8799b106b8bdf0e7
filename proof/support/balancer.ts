/** Starts the load balancers of docs/deployment.md with the examples of that page. */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createHttpClient } from './http-client.ts'
import { freePort } from './server.ts'

export type Balancer = {
  /** The name of the program, and of the language of its example in the document. */
  name: 'caddy' | 'haproxy' | 'nginx'
  versionArguments: readonly string[]
  commandArguments(file: string): readonly string[]
  /** Completes the example to a whole configuration file. */
  complete(example: string, port: number, folder: string): string
  /**
   * Whether it has no health checks and has to be reloaded before a machine stops. The reload closes idle client
   * connections, and with them requests that are just being sent.
   */
  shouldAnnounceStop: boolean
}

export type RunningBalancer = {
  port: number
  /** Marks the machine that is about to stop, if the balancer needs it. */
  announceStop(machine: number | undefined): Promise<void>
  close(): Promise<void>
}

export const balancers: readonly Balancer[] = [
  {
    name: 'caddy',
    versionArguments: ['version'],
    commandArguments: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    complete: (example, port) =>
      `{\n\tadmin off\n}\n${example.replace('khoilam.example', `http://127.0.0.1:${port}`)}`,
    shouldAnnounceStop: false,
  },
  {
    name: 'haproxy',
    versionArguments: ['-v'],
    commandArguments: (file) => ['-db', '-f', file],
    complete: (example, port) => `
defaults
	timeout connect 3s
	timeout client 60s
	timeout server 60s
frontend guests
	mode http
	bind 127.0.0.1:${port}
	default_backend letan
${example}`,
    shouldAnnounceStop: false,
  },
  {
    name: 'nginx',
    versionArguments: ['-v'],
    commandArguments: (file) => ['-c', file, '-g', 'daemon off;'],
    complete: (example, port, folder) => `
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
	access_log off;
	client_body_temp_path ${folder};
	proxy_temp_path ${folder};
	fastcgi_temp_path ${folder};
	uwsgi_temp_path ${folder};
	scgi_temp_path ${folder};
	${example.replace('server_name', `listen 127.0.0.1:${port};\n\tserver_name`)}
}`,
    shouldAnnounceStop: true,
  },
]

export function isInstalled({ name, versionArguments }: Balancer): boolean {
  return spawnSync(name, versionArguments).status === 0
}

export async function startBalancer(
  balancer: Balancer,
  folder: string,
  machines: readonly [number, number],
): Promise<RunningBalancer> {
  const port = await freePort()
  const file = join(folder, `${balancer.name}.conf`)
  const example = readExample(balancer.name)
  const writeConfig = (stopping?: number) =>
    writeFileSync(
      file,
      machines.reduce(
        (text, machine, index) =>
          text.replace(
            `10.0.0.${index + 1}:3000`,
            `127.0.0.1:${machine}${machine === stopping ? ' down' : ''}`,
          ),
        balancer.complete(example, port, folder),
      ),
    )
  writeConfig()
  const child = spawn(balancer.name, balancer.commandArguments(file), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderrText = ''
  child.stderr.on('data', (part) => {
    stderrText += part
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { send, close } = createHttpClient(port, 1)
  while ((await send('GET', '/readyz').catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`${balancer.name} did not start:\n${stderrText}`)
    await pause(50)
  }
  close()
  return {
    port,
    async announceStop(machine) {
      if (!balancer.shouldAnnounceStop) return
      writeConfig(machine)
      child.kill('SIGHUP')
    },
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const document = join(import.meta.dirname, '../../docs/deployment.md')

function readExample(language: string): string {
  const match = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(
    readFileSync(document, 'utf8'),
  )
  if (!match?.[1]) throw new Error(`docs/deployment.md has no example for ${language}`)
  return match[1]
}
