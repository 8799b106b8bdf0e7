#!/usr/bin/env node
// Plain JavaScript, so that an old Node can still find the newer one, or say what is missing.

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 7)) {
  const { startBundledNode: startOwnNode } = await import('./bundled-node.js')
  startOwnNode(import.meta.filename ?? process.argv[1])
} else {
  await import('./compile-cache.js')
  const { run } = await import('../src/cli.ts')
  await run(process.argv.slice(2))
}
