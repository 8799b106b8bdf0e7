/**
 * Prints the packages that a shop runs as a CycloneDX document: `npm run sbom`. `npm sbom --omit=dev` does not suffice:
 * it also omits packages that both the program and a development tool depend on.
 */
import { execFileSync } from 'node:child_process'

const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
const output = execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
const sbom = JSON.parse(output)

/** @typedef {{ 'bom-ref': string, properties?: { name: string, value: string }[] }} Component */

/** @param {Component} component */
const isForDevelopment = ({ properties = [] }) =>
  properties.some(({ name }) => name === 'cdx:npm:package:development')

const components = sbom.components.filter(
  (/** @type {Component} */ component) => !isForDevelopment(component),
)
const names = new Set([
  sbom.metadata.component['bom-ref'],
  ...components.map((/** @type {Component} */ component) => component['bom-ref']),
])
const dependencies = sbom.dependencies
  .filter((/** @type {{ ref: string }} */ { ref }) => names.has(ref))
  .map((/** @type {{ ref: string, dependsOn: string[] }} */ { ref, dependsOn }) => ({
    ref,
    dependsOn: dependsOn.filter((one) => names.has(one)),
  }))

process.stdout.write(`${JSON.stringify({ ...sbom, components, dependencies }, null, 2)}\n`)
