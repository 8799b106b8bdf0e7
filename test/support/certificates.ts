/** Certificates that are valid for a day, created with the openssl of this machine. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Authority = {
  /** The file with the certificate of the authority, for `sslrootcert`. */
  file: string
  /** A certificate for a host, with its key, both as PEM. */
  sign(host: string): { certificate: string; key: string }
}

export function haveOpenssl(): boolean {
  return spawnSync('openssl', ['version']).status === 0
}

export function makeAuthority(name: string): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'letan-authority-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = (ending: string) => join(folder, ending)
  const make = (subject: string, as: string, ...more: string[]) =>
    execFileSync(
      'openssl',
      [
        ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
        ['-days', '1', '-subj', `/CN=${subject}`],
        ['-keyout', file(`${as}.key`), '-out', file(`${as}.crt`), ...more],
      ].flat(),
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
  make(name, 'authority')
  return {
    file: file('authority.crt'),
    sign(host) {
      const signing = ['-CA', file('authority.crt'), '-CAkey', file('authority.key')]
      make(host, host, ...signing, '-addext', `subjectAltName=DNS:${host}`)
      return {
        certificate: readFileSync(file(`${host}.crt`), 'utf8'),
        key: readFileSync(file(`${host}.key`), 'utf8'),
      }
    },
  }
}
