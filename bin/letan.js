#!/usr/bin/env node
// Plain JavaScript, so that an old Node can still say what is missing.
import module from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Letan needs Node 24.7 or newer; this is ${process.version}. Start it with "npm start", which brings its own.`,
  )
  process.exit(1)
}

module.enableCompileCache?.()
const { run } = await import('../src/cli.ts')
await run(process.argv.slice(2))
