#!/usr/bin/env node
// Entry point, in plain JavaScript: a Node that is too old can run it and start the bundled one.
import { sep } from 'node:path'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 7)) {
  const { startBundledNode } = await import('./bundled-node.js')
  startBundledNode(import.meta.filename ?? process.argv[1])
} else {
  await import('./compile-cache.js')
  // Node does not strip types below node_modules, so the npm package also contains compiled JavaScript.
  const isInstalled = import.meta.dirname.split(sep).includes('node_modules')
  const { run } = await import(isInstalled ? '../dist/cli.js' : '../src/cli.ts')
  await run(process.argv.slice(2))
}
