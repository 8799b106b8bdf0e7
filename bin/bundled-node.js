// Runs the program again with the Node from the npm packages, because the Node of this machine is too old.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const system = process.platform === 'win32' ? 'win' : process.platform
const bundledPackage = `node-${system}-${process.arch}`

export function startBundledNode(program) {
  const node = findBundledNode()
  if (node === undefined) {
    console.error(describeMissingNode())
    process.exit(1)
  }
  const child = spawn(node, [...process.execArgv, program, ...process.argv.slice(2)], {
    stdio: 'inherit',
    // As under npm: the program also stops when its parent process, this one, is gone.
    env: { npm_lifecycle_event: 'letan', ...process.env },
  })
  // A terminal sends SIGINT to both processes, and a second SIGINT would end the child immediately.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`The Node from the npm packages cannot be started: ${error.message}`)
    console.error(formatInstallInstructions())
    process.exit(1)
  })
  child.on('exit', (code) => process.exit(code ?? 1))
}

function findBundledNode() {
  const { resolve } = createRequire(import.meta.url)
  try {
    const folder = dirname(resolve(`${bundledPackage}/package.json`))
    return join(folder, 'bin', system === 'win' ? 'node.exe' : 'node')
  } catch {
    return undefined
  }
}

function describeMissingNode() {
  const { optionalDependencies } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  const requirement = `Letan needs Node 24.7 or newer; this is ${process.version}.`
  const instructions = formatInstallInstructions()
  if (Object.hasOwn(optionalDependencies, bundledPackage)) {
    return `${requirement} The npm package ${bundledPackage}, which contains it, is not installed.
Install the packages again without --omit=optional. Or:
${instructions}`
  }
  const systems = Object.keys(optionalDependencies).map((name) => name.slice('node-'.length))
  return `${requirement} The npm packages contain it for ${systems.join(', ')}, but not for ${system}-${process.arch}.
${instructions}`
}

function formatInstallInstructions() {
  const command = system === 'win' ? 'winget install OpenJS.NodeJS.LTS' : 'nvm install 24'
  return `Install Node 24 from https://nodejs.org/en/download, or with "${command}", and start again.`
}
