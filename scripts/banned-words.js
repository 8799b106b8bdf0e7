// Rejects private vocabulary in names and English text, so that it does not come back. Part of `npm run check`.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { argv, exit } from 'node:process'
import jsTokens from 'js-tokens'
import {
  allowed,
  nameWords,
  prefixes,
  textPhrases,
  wholeNames,
  wrongSpellings,
} from './banned-words-list.js'

const scope = /^(src|bin|scripts|docs|test|proof|bench|exam)\/|^[A-Z]+\.md$/
const excluded = [
  /^docs\/glossary\.md$/,
  /^src\/store\/migrations\//,
  /^test\/golden\//,
  /^scripts\/banned-words/,
]
const checkedFiles = /\.(ts|js|css|md)$/

/** Letters that English does not have: the string is Vietnamese. */
const vietnamese = /[à-ỹđÀ-ỸĐ]/

const sql = /^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|PRAGMA|BEGIN|LOCK|VACUUM)\b/

const findings = []

function report(file, line, word, where) {
  const isAllowed = allowed.some((one) => one.file.test(file) && one.words.includes(word))
  if (!isAllowed) findings.push({ file, line, word, where })
}

/** "readBookFile" → read, book, file. Names with an underscore are columns and wire fields. */
function partsOf(name) {
  if (name.includes('_')) return []
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
}

function checkName(file, line, name) {
  for (const part of partsOf(name)) if (nameWords.has(part)) report(file, line, part, name)
  if (wholeNames.has(name)) report(file, line, name, name)
  const prefix = prefixes.find((one) => new RegExp(`^${one}[A-Z]`).test(name))
  if (prefix) report(file, line, prefix, name)
}

function checkText(file, line, text) {
  const plain = text.replace(/`[^`]*`/g, ' ').replace(/https?:\S+/g, ' ')
  for (const { pattern, except } of textPhrases) {
    for (const match of plain.matchAll(pattern)) {
      const around = plain.slice(Math.max(0, match.index - 20), match.index + 30)
      if (except?.test(around)) continue
      const lines = plain.slice(0, match.index).split('\n').length - 1
      report(file, line + lines, match[0].toLowerCase(), around.trim().replace(/\s+/g, ' '))
    }
  }
}

function checkString(file, line, text) {
  if (text.includes(' ') && !vietnamese.test(text) && !sql.test(text)) checkText(file, line, text)
}

function checkScript(file, source) {
  let line = 1
  for (const { type, value } of jsTokens(source)) {
    if (type === 'IdentifierName' || type === 'PrivateIdentifier') checkName(file, line, value)
    else if (type === 'SingleLineComment' || type === 'MultiLineComment')
      checkText(file, line, value)
    else if (type === 'StringLiteral' || type.startsWith('Template')) checkString(file, line, value)
    line += value.split('\n').length - 1
  }
}

function checkStyle(file, source) {
  for (const [index, text] of source.split('\n').entries()) {
    for (const [, name] of text.matchAll(/\.([a-z][a-z-]*)/g)) {
      for (const part of name.split('-'))
        if (nameWords.has(part)) report(file, index + 1, part, name)
    }
  }
  for (const match of source.matchAll(/\/\*[\s\S]*?\*\//g)) {
    checkText(file, source.slice(0, match.index).split('\n').length, match[0])
  }
}

/** Prose only: code blocks quote what programs print and what callers send. */
function checkMarkdown(file, source) {
  const prose = source.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '))
  const english = prose
    .split('\n')
    .map((text) => (vietnamese.test(text) ? '' : text))
    .join('\n')
  checkText(file, 1, english)
}

/** In the program, the sample shops and the documents; a guest in a test may write differently. */
const spelledFiles = /^(src|content|docs)\/.*\.(ts|js|md|yaml)$/

function checkSpelling(file, source) {
  for (const [index, text] of source.split('\n').entries()) {
    for (const [word] of text.matchAll(wrongSpellings)) report(file, index + 1, word, text.trim())
  }
}

function isSuperseded(file, source) {
  return file.startsWith('docs/decisions/') && /^Superseded by /m.test(source.slice(0, 400))
}

const allFiles = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  encoding: 'utf8',
}).split('\n')

/** Undefined for a file that was deleted in the working tree, but not yet in the index. */
function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

for (const file of allFiles.filter((one) => spelledFiles.test(one))) {
  checkSpelling(file, read(file) ?? '')
}

const files = allFiles.filter(
  (file) => scope.test(file) && !excluded.some((pattern) => pattern.test(file)),
)

for (const file of files) {
  const source = checkedFiles.test(file) ? read(file) : ''
  if (source === undefined) continue
  if (isSuperseded(file, source)) continue
  for (const part of file.split(/[/.-]/)) if (nameWords.has(part)) report(file, 1, part, file)
  if (/\.(ts|js)$/.test(file)) checkScript(file, source)
  else if (file.endsWith('.css')) checkStyle(file, source)
  else if (file.endsWith('.md')) checkMarkdown(file, source)
}

for (const { file, line, word, where } of findings) {
  console.error(`${file}:${line}: "${word}" in: ${where}`)
}
if (findings.length > 0) {
  console.error(`${findings.length} banned words. CONTRIBUTING.md names what to write instead.`)
  if (!argv.includes('--report')) exit(1)
}
