/** Which changes a test file would execute, from the coverage of V8 for its processes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import { isFunctionLikeDeclaration, isVariableStatement } from 'typescript/unstable/ast/is'
import type { Mutation } from './mutations.ts'

type Range = { startOffset: number; endOffset: number; count: number }
type Coverage = { result: { url: string; functions: { ranges: Range[] }[] }[] }

/** For each change, the positions in its file of which one must be executed. */
export function findPlaces(source: SourceFile, changes: readonly Mutation[]): number[][] {
  const functions: Node[] = []
  const visit = (node: Node): void => {
    if (isFunctionLikeDeclaration(node)) functions.push(node)
    node.forEachChild(visit)
  }
  visit(source)
  const constants = source.statements
    .filter(isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
  const contains = (position: number) => (node: Node) =>
    node.getStart(source) <= position && position < node.end

  /** Every process that loads a module executes its constants: what matters is who uses them. */
  const follow = (position: number, seen: readonly Node[] = []): number[] => {
    if (functions.some(contains(position))) return [position]
    const constant = constants.find(contains(position))
    if (constant === undefined || seen.includes(constant)) return []
    return [...source.text.matchAll(new RegExp(`\\b${constant.name.getText(source)}\\b`, 'g'))]
      .filter(({ index }) => !contains(index)(constant))
      .flatMap(({ index }) => follow(index, [...seen, constant]))
  }
  return changes.map(({ from }) => {
    const places = follow(from)
    // The position before an operator, because the coverage of its right side may begin with it.
    return (places.length > 0 ? places : [from]).map((place) => place - 1)
  })
}

/** The indices of the changes that the processes with their coverage in a folder executed. */
export function readExecuted(
  coverageFolder: string,
  root: string,
  changes: readonly { file: string; places: readonly number[] }[],
): number[] {
  const ranges = new Map<string, Range[][]>()
  for (const name of existsSync(coverageFolder) ? readdirSync(coverageFolder) : []) {
    const { result } = JSON.parse(readFileSync(join(coverageFolder, name), 'utf8')) as Coverage
    for (const { url, functions } of result) {
      const ofProcesses = ranges.get(url) ?? []
      ofProcesses.push(functions.flatMap((one) => one.ranges))
      ranges.set(url, ofProcesses)
    }
  }
  return changes.flatMap(({ file, places }, index) => {
    const ofProcesses = ranges.get(pathToFileURL(join(root, file)).href) ?? []
    const isExecuted = places.some((place) => ofProcesses.some((all) => covers(all, place)))
    return isExecuted ? [index] : []
  })
}

/** The innermost range counts. */
function covers(ranges: readonly Range[], position: number): boolean {
  const sizeOf = ({ startOffset, endOffset }: Range) => endOffset - startOffset
  const innermost = ranges
    .filter(({ startOffset, endOffset }) => startOffset <= position && position < endOffset)
    .reduce<Range | undefined>(
      (least, one) => (least && sizeOf(least) < sizeOf(one) ? least : one),
      undefined,
    )
  return innermost !== undefined && innermost.count > 0
}
