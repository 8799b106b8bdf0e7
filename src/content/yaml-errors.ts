/** Explains YAML syntax errors in terms of what the owner typed. */
import type { ErrorCode, YAMLParseError } from 'yaml'
import { forEachLocale, type LocalizedText } from '../kernel/locale.ts'
import { findMisindentedLine, isIndentError } from './indentation-errors.ts'

export type SyntaxMistake = {
  /** What is wrong: "price of nem-ran is missing". */
  wrong: LocalizedText
} & Remedy

/** What to write instead, or what else to do. */
export type Remedy =
  | { write: LocalizedText; remedy?: never }
  | { remedy: LocalizedText; write?: never }

type YamlErrorPosition = Pick<YAMLParseError, 'code' | 'message' | 'pos'>

/** With the line of the mistake, counted from 0; the parser may have noticed it above or below. */
export function explainYamlError(
  text: string,
  { code, message, pos: [from] }: YamlErrorPosition,
): [SyntaxMistake, line: number] {
  const lines = text.split(/\r?\n/)
  const above = text.slice(0, from).split('\n')
  const at = above.length - 1
  const line = lines[at] ?? ''
  const remainder = line.slice(above.at(-1)?.length)
  if (/^ *\t/.test(line)) return [tabIndentation, at]
  const unusual = findUnusualSpace(lines, at)
  if (unusual !== undefined) return [unusualSpace, unusual]
  if (code === 'DUPLICATE_KEY') return [duplicateKey(/^[^:\s]+/.exec(remainder)?.[0]), at]
  const [, key, value] = /^([a-z_][\w-]*):(?!\/\/)(\S.*)$/i.exec(remainder) ?? []
  if (key !== undefined) return [missingSpaceAfterColon(key, `${key}: ${value}`), at]
  const openDelimiter = findUnclosed(lines, at, message)
  if (openDelimiter) {
    const { delimiter, line: opened } = openDelimiter
    return [missingDelimiter(delimiter, closeQuote(delimiter, lines[opened] ?? '')), opened]
  }
  if (code === 'UNEXPECTED_TOKEN' && /"[^"]*"\s*[^\s,}\]#]/.test(line))
    return [textOutsideQuotes, at]
  const [, dashed] = /^\s*-(\w+: .*)/.exec(line) ?? []
  if (dashed !== undefined) return [missingSpaceAfterDash(`- ${dashed}`), at]
  const [, name, after] = /^\s*(?:- )?([a-z_]+) ([^:]+)$/.exec(line) ?? []
  if (code === 'MULTILINE_IMPLICIT_KEY' && name !== undefined) {
    return [missingColon(name, `${name}: ${after}`), at]
  }
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && /^[^-"'{[\s].*:(\s|$)/.test(remainder))
    return [unquotedColon(quoteText(line)), at]
  if (isIndentError(code, message)) return [wrongIndentation, findMisindentedLine(lines, at, code)]
  return [invalidYaml(code), at]
}

const tabIndentation: SyntaxMistake = {
  wrong: { vi: 'dòng này bắt đầu bằng phím Tab', en: 'this line starts with a Tab' },
  write: { vi: 'dấu cách thay cho Tab', en: 'spaces instead' },
}

/** Spaces that look like the usual one, pasted from a web page or a chat. */
const unusualSpaces = '\u00A0\u2000-\u200B\u202F\u3000'
const startsWithUnusualSpace = new RegExp(
  `^[ -]*[${unusualSpaces}]|^\\s*(?:- )?\\w+:[${unusualSpaces}]`,
)

/** The parser may notice it on the line above or below. */
function findUnusualSpace(lines: readonly string[], at: number): number | undefined {
  return [at, at - 1, at + 1].find((index) => startsWithUnusualSpace.test(lines[index] ?? ''))
}

const unusualSpace: SyntaxMistake = {
  wrong: {
    vi: 'dòng này có dấu cách không ngắt, chép từ trang web hay tin nhắn, nhìn giống dấu cách thường',
    en: 'this line has a non-breaking space, pasted from a web page or a chat, which looks like a usual one',
  },
  remedy: {
    vi: 'hãy xoá các dấu cách đầu dòng và sau dấu hai chấm rồi gõ lại',
    en: 'delete the spaces at its start and after the colon and type them again',
  },
}

function duplicateKey(key: string | undefined): SyntaxMistake {
  const name = key === undefined ? { vi: 'một mục', en: 'a word' } : forEachLocale(() => key)
  return {
    wrong: { vi: `${name.vi} có hai lần`, en: `${name.en} is there twice` },
    remedy: { vi: 'hãy bỏ bớt một dòng', en: 'remove one of them' },
  }
}

function missingSpaceAfterColon(key: string, right: string): SyntaxMistake {
  return {
    wrong: {
      vi: `sau dấu hai chấm của ${key} thiếu dấu cách`,
      en: `there is no space after the colon of ${key}`,
    },
    write: {
      vi: `một dấu cách sau dấu hai chấm: ${right}`,
      en: `a space after the colon: ${right}`,
    },
  }
}

function missingSpaceAfterDash(right: string): SyntaxMistake {
  return {
    wrong: {
      vi: 'sau dấu gạch ngang đầu dòng thiếu dấu cách',
      en: 'there is no space after the dash',
    },
    write: { vi: `một dấu cách sau dấu gạch ngang: ${right}`, en: `one there: ${right}` },
  }
}

function missingColon(key: string, right: string): SyntaxMistake {
  return {
    wrong: { vi: `sau ${key} thiếu dấu hai chấm`, en: `there is no colon after ${key}` },
    write: { vi: `dấu hai chấm rồi dấu cách: ${right}`, en: `a colon and a space: ${right}` },
  }
}

const delimiterNames: Readonly<Record<Delimiter, LocalizedText>> = {
  '"': { vi: 'dấu ngoặc kép đóng (")', en: 'closing quote (")' },
  "'": { vi: "dấu nháy đơn đóng (')", en: "closing quote (')" },
  '}': { vi: 'dấu ngoặc nhọn đóng (})', en: 'closing brace (})' },
  ']': { vi: 'dấu ngoặc vuông đóng (])', en: 'closing bracket (])' },
}

function missingDelimiter(delimiter: Delimiter, right: string | undefined): SyntaxMistake {
  const { vi, en } = delimiterNames[delimiter]
  return {
    wrong: { vi: `thiếu ${vi}`, en: `the ${en} is missing` },
    write:
      right === undefined
        ? { vi: `dấu ${delimiter} ở cuối`, en: `a ${delimiter} at the end` }
        : forEachLocale(() => right),
  }
}

/** Longer lines are not repeated in a message. */
const maxLineLength = 80

/** The line with its closing quote, if the text is alone on it. */
function closeQuote(delimiter: Delimiter, line: string): string | undefined {
  const [, start, text = ''] = /^\s*(?:- )?(\w+: ")([^"]*)$/.exec(line) ?? []
  if (delimiter !== '"' || start === undefined) return undefined
  const right = `${start}${text.replace(/\s+#.*$/, '').trimEnd()}"`
  return right.length > maxLineLength ? undefined : right
}

/** The line with its text between quotes. */
function quoteText(line: string): string | undefined {
  const [, key, text = ''] = /^\s*(?:- )?(\w+): (.*)$/.exec(line) ?? []
  const right = `${key}: "${text.replace(/\s+#.*$/, '').trimEnd()}"`
  return key === undefined || text.includes('"') || right.length > maxLineLength ? undefined : right
}

const textOutsideQuotes: SyntaxMistake = {
  wrong: {
    vi: 'có chữ đứng ngoài dấu ngoặc kép',
    en: 'there is text outside the quotes',
  },
  write: {
    vi: 'cả câu trong một cặp ngoặc kép; bên trong thì dùng “ ”',
    en: 'all of it between one pair of quotes, with “ ” inside',
  },
}

function unquotedColon(right: string | undefined): SyntaxMistake {
  return {
    wrong: {
      vi: 'có dấu hai chấm bên trong câu chữ, nên câu chữ cần ngoặc kép',
      en: 'there is a colon inside the text, so the text needs quotes',
    },
    write:
      right === undefined
        ? { vi: 'câu chữ đó trong ngoặc kép', en: 'the text between quotes' }
        : forEachLocale(() => right),
  }
}

const wrongIndentation: SyntaxMistake = {
  wrong: {
    vi: 'dòng này thụt vào không thẳng với các dòng cùng mục',
    en: 'this line is not indented like the others of its entry',
  },
  remedy: {
    vi: 'hãy chỉnh số dấu cách đầu dòng cho bằng dòng cùng mục ở trên hoặc ở dưới',
    en: 'indent it like the line above or below it',
  },
}

export const aliasMistake: SyntaxMistake = {
  wrong: { vi: 'ở đây không dùng dấu * để viết tắt', en: 'an alias (*) is not used here' },
  write: { vi: 'nguyên câu chữ', en: 'the text itself' },
}

/** The parser's messages are for programmers; these cover the remaining mistakes of owners. */
const parserErrorTexts: Partial<Record<ErrorCode, LocalizedText>> = {
  BAD_SCALAR_START: {
    vi: 'câu chữ bắt đầu bằng một ký hiệu, cần đặt trong ngoặc kép',
    en: 'the text starts with a special character and must be between quotes',
  },
  BAD_DQ_ESCAPE: { vi: 'có dấu \\ trong ngoặc kép', en: 'there is a \\ between the quotes' },
  MISSING_CHAR: {
    vi: 'thiếu dấu ngoặc, dấu phẩy, dấu hai chấm hoặc dấu nháy',
    en: 'a bracket, a comma, a colon or a quote is missing',
  },
  UNEXPECTED_TOKEN: { vi: 'có ký hiệu thừa', en: 'there is one character too many' },
}

function invalidYaml(code: ErrorCode): SyntaxMistake {
  const reason = parserErrorTexts[code]
  return {
    wrong: {
      vi: `chỗ này chưa đúng cách viết YAML${reason ? ` (${reason.vi})` : ''}`,
      en: `this is not valid YAML${reason ? ` (${reason.en})` : ''}`,
    },
    write: {
      vi: 'giống các dòng xung quanh: thụt vào bằng nhau, sau mỗi dấu hai chấm có dấu cách',
      en: 'it as the lines around it are written: same indent, a space after each colon',
    },
  }
}

type Delimiter = '"' | "'" | '}' | ']'

type UnclosedDelimiter = { delimiter: Delimiter; line: number }

/** Finds an open quote or bracket. `at` is the line of the error, counted from 0; the cause may be far above. */
function findUnclosed(
  lines: readonly string[],
  at: number,
  message: string,
): UnclosedDelimiter | undefined {
  const lastLineMatching = (pattern: RegExp) => {
    const index = lines.slice(0, at + 1).findLastIndex((line) => pattern.test(line))
    return index < 0 ? at : index
  }
  if (message === 'Missing closing "quote') {
    return { delimiter: '"', line: lastLineMatching(/(^|[\s:,[{-])"([^"\\]|\\.)*$/) }
  }
  if (message === "Missing closing 'quote") {
    return { delimiter: "'", line: lastLineMatching(/(^|[\s:,[{-])'[^']*$/) }
  }
  const quotes = (lines[at] ?? '').replace(/\\./g, '').split('"').length - 1
  if (quotes % 2 === 1) return { delimiter: '"', line: at }
  if (message.endsWith('end with a }'))
    return { delimiter: '}', line: lastLineMatching(/\{[^}]*$/) }
  if (message.endsWith('end with a ]'))
    return { delimiter: ']', line: lastLineMatching(/\[[^\]]*$/) }
  // Entries below each other are not a list in brackets.
  const before = lines[at - 1] ?? ''
  if (/: \{\s*$/.test(before)) return { delimiter: '}', line: at - 1 }
  if (/: \[\s*$/.test(before)) return { delimiter: ']', line: at - 1 }
  return undefined
}
