// Where the machine's own Node is too old: the same again with the Node that came with the packages.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const system = process.platform === 'win32' ? 'win' : process.platform
const bundledPackage = `node-${system}-${process.arch}`

export function startBundledNode(program) {
  const node = findNode()
  if (node === undefined) {
    console.error(describeMissingNode())
    process.exit(1)
  }
  const child = spawn(node, [...process.execArgv, program, ...process.argv.slice(2)], {
    stdio: 'inherit',
    // As under npm: it stops by itself when whoever started it is gone.
    env: { npm_lifecycle_event: 'letan', ...process.env },
  })
  // A terminal signals to both of us, and a second SIGINT would end it at once.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`The Node that came with the packages does not start here: ${error.message}`)
    console.error(formatInstallInstructions())
    process.exit(1)
  })
  child.on('exit', (code) => process.exit(code ?? 1))
}

function findNode() {
  const resolve = createRequire(import.meta.url).resolve
  try {
    const folder = dirname(resolve(`${bundledPackage}/package.json`))
    return join(folder, 'bin', system === 'win' ? 'node.exe' : 'node')
  } catch {
    return undefined
  }
}

function describeMissingNode() {
  const { optionalDependencies: optionalPackages } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  const need = `Letan needs Node 24.7 or newer; this is ${process.version}.`
  if (Object.hasOwn(optionalPackages, bundledPackage)) {
    return `${need} The one that belongs to the packages, ${bundledPackage}, was left out: install them again without --omit=optional. Or else:\n${formatInstallInstructions()}`
  }
  const machines = Object.keys(optionalPackages).map((name) => name.slice('node-'.length))
  return `${need} The packages bring one for ${machines.join(', ')}, and none for ${system}-${process.arch}.\n${formatInstallInstructions()}`
}

function formatInstallInstructions() {
  const command = system === 'win' ? 'winget install OpenJS.NodeJS.LTS' : 'nvm install 24'
  return `Install Node 24 from https://nodejs.org/en/download, or with "${command}", and start again.`
}
