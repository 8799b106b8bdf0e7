/** The balancers of docs/deployment.md, set up by its very examples, if they are on this machine. */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createSender } from './http-client.ts'
import { freePort } from './server.ts'

export type Balancer = {
  /** What its examples in the document are written in, and the name of the program. */
  name: 'caddy' | 'haproxy' | 'nginx'
  asks: readonly string[]
  words(file: string): readonly string[]
  /** The example with all that it leaves to whoever has such a balancer already. */
  complete(example: string, port: number, folder: string): string
  /**
   * Whether it must be told that a machine is about to stop. To hear of it, it ends the connections
   * of its callers on which nothing is asked, and with them what is just being sent.
   */
  mustBeTold: boolean
}

export type Door = {
  port: number
  /** Tells the balancer which machine is about to stop, if it does not see that for itself. */
  stopping(machine: number | undefined): Promise<void>
  close(): Promise<void>
}

export const balancers: readonly Balancer[] = [
  {
    name: 'caddy',
    asks: ['version'],
    words: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    complete: (example, port) =>
      `{\n\tadmin off\n}\n${example.replace('khoilam.example', `http://127.0.0.1:${port}`)}`,
    mustBeTold: false,
  },
  {
    name: 'haproxy',
    asks: ['-v'],
    words: (file) => ['-db', '-f', file],
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
    mustBeTold: false,
  },
  {
    name: 'nginx',
    asks: ['-v'],
    words: (file) => ['-c', file, '-g', 'daemon off;'],
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
    mustBeTold: true,
  },
]

export function isHere({ name, asks }: Balancer): boolean {
  return spawnSync(name, asks).status === 0
}

export async function openDoor(
  balancer: Balancer,
  folder: string,
  machines: readonly [number, number],
): Promise<Door> {
  const port = await freePort()
  const file = join(folder, `${balancer.name}.conf`)
  const example = exampleOf(balancer.name)
  const write = (stopping?: number) =>
    writeFileSync(
      file,
      machines.reduce(
        (text, machine, place) =>
          text.replace(
            `10.0.0.${place + 1}:3000`,
            `127.0.0.1:${machine}${machine === stopping ? ' down' : ''}`,
          ),
        balancer.complete(example, port, folder),
      ),
    )
  write()
  const child = spawn(balancer.name, balancer.words(file), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (part) => {
    said += part
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { send, close } = createSender(port, 1)
  while ((await send('GET', '/readyz').catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`${balancer.name} did not start:\n${said}`)
    await pause(50)
  }
  close()
  return {
    port,
    async stopping(machine) {
      if (!balancer.mustBeTold) return
      write(machine)
      child.kill('SIGHUP')
    },
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const document = join(import.meta.dirname, '../../docs/deployment.md')

function exampleOf(language: string): string {
  const found = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(
    readFileSync(document, 'utf8'),
  )
  if (!found?.[1]) throw new Error(`docs/deployment.md has no example for ${language}`)
  return found[1]
}
