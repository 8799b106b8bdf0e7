/**
 * Single changes of a source file that a test should notice: operators, boundaries, conditions, booleans, constants,
 * removed statements, and conditions in SQL. Types, texts and log lines are not changed.
 */
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import {
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isIfStatement,
  isNumericLiteral,
  isPrefixUnaryExpression,
  isPropertyAssignment,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'

export type Mutation = { file: string; line: number; from: number; to: number; text: string }

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
}

const sqlOperators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
}

export function findMutations(source: SourceFile, file: string): Mutation[] {
  const { text } = source
  const mutations: Mutation[] = []
  const add = (from: number, to: number, replacement: string) => {
    const line = text.slice(0, from).split('\n').length
    mutations.push({ file, line, from, to, text: replacement })
  }
  const replace = (node: Node, replacement: string) =>
    add(node.getStart(source), node.end, replacement)

  const visit = (node: Node): void => {
    if (isSkipped(node, source)) return
    if (isBinaryExpression(node)) {
      const operator = node.operatorToken.getText(source)
      const changed = operators[operator]
      const joinsTexts = operator === '+' && /['"`]/.test(node.getText(source))
      if (changed && !joinsTexts) replace(node.operatorToken, changed)
    }
    if (isIfStatement(node)) for (const value of ['true', 'false']) replace(node.expression, value)
    if (isConditionalExpression(node))
      replace(node.condition, `!(${node.condition.getText(source)})`)
    if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
      replace(node, node.operand.getText(source))
    if (node.kind === SyntaxKind.TrueKeyword) replace(node, 'false')
    if (node.kind === SyntaxKind.FalseKeyword) replace(node, 'true')
    if (isNumericLiteral(node) && !isDefault(node) && !isDuration(node, source)) {
      const value = Number(node.getText(source).replaceAll('_', ''))
      for (const changed of [value + 1, value - 1]) replace(node, `(${changed})`)
    }
    if (isExpressionStatement(node)) replace(node, ';')
    if (isText(node))
      for (const [from, to, changed] of sqlChanges(node, source)) add(from, to, changed)
    node.forEachChild(visit)
  }
  visit(source)
  return mutations
}

const skippedKinds = new Set([
  SyntaxKind.ImportDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
])

/** Types, documentation, and calls that only write to the log. */
function isSkipped(node: Node, source: SourceFile): boolean {
  if (skippedKinds.has(node.kind)) return true
  if (node.kind >= SyntaxKind.FirstTypeNode && node.kind <= SyntaxKind.LastTypeNode) return true
  if (isPropertyAssignment(node)) return /^(example|description)\b/.test(node.getText(source))
  return (
    isCallExpression(node) && /^(log|console)\b|\.(meta|describe)\($/.test(calleeOf(node, source))
  )
}

function calleeOf(node: Node, source: SourceFile): string {
  return isCallExpression(node) ? `${node.expression.getText(source)}(` : ''
}

/** A millisecond more or less of a timeout cannot be noticed. */
function isDuration(node: Node, source: SourceFile): boolean {
  const { parent } = node
  return (
    (isVariableDeclaration(parent) || isPropertyAssignment(parent)) &&
    /Ms$/.test(parent.name.getText(source))
  )
}

/** `rows[0] ?? 0`: only there because of the types. */
function isDefault(node: Node): boolean {
  const { parent } = node
  return (
    isBinaryExpression(parent) &&
    parent.operatorToken.kind === SyntaxKind.QuestionQuestionToken &&
    parent.right === node
  )
}

function isText(node: Node): boolean {
  return (
    node.kind === SyntaxKind.StringLiteral ||
    node.kind === SyntaxKind.NoSubstitutionTemplateLiteral ||
    node.kind === SyntaxKind.TemplateExpression
  )
}

/** Boundaries, and conditions that are dropped while the number of parameters stays the same. */
function* sqlChanges(node: Node, source: SourceFile): Generator<[number, number, string]> {
  const start = node.getStart(source)
  const sql = node.getText(source)
  if (!/\b(SELECT|UPDATE|DELETE|INSERT)\b/.test(sql)) return
  for (const { 1: operator = '', index } of sql.matchAll(/ (<=|>=|<|>) /g)) {
    yield [start + index + 1, start + index + 1 + operator.length, sqlOperators[operator] ?? '']
  }
  for (const { 0: found, 1: operand = '', index } of sql.matchAll(
    /AND [\w.]+ (?:=|<>|<=|>=|<|>|IS|IN) (\?|'\w+'|NULL|NOT NULL|[\w.]+)/g,
  )) {
    const always = operand === '?' ? 'AND (? IS NOT NULL OR 1 = 1)' : 'AND 1 = 1'
    yield [start + index, start + index + found.length, always]
  }
}
