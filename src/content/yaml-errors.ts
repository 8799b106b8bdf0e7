/** What is wrong with YAML that cannot be read, in the words of whoever typed it. */
import type { ErrorCode, YAMLParseError } from 'yaml'
import { inBoth, type Words } from '../kernel/locale.ts'
import { isIndentError, lineOutOfLine } from './indentation-errors.ts'
import { leftOpenIn, type Mark } from './left-open.ts'

export type Slip = {
  /** What is wrong: "price of nem-ran is missing". */
  wrong: Words
} & Remedy

/** What to write instead; or what else to do, where writing is not it. */
export type Remedy = { write: Words; mend?: never } | { mend: Words; write?: never }

type Place = Pick<YAMLParseError, 'code' | 'message' | 'pos'>

/** With the line where it was made, counted from 0: the parser may have noticed above or below. */
export function slipOf(text: string, { code, message, pos: [from] }: Place): [Slip, line: number] {
  const lines = text.split(/\r?\n/)
  const above = text.slice(0, from).split('\n')
  const at = above.length - 1
  const line = lines[at] ?? ''
  const rest = line.slice(above.at(-1)?.length)
  if (/^ *\t/.test(line)) return [tab, at]
  if (code === 'DUPLICATE_KEY') return [twice(/^[^:\s]+/.exec(rest)?.[0]), at]
  const [, word, value] = /^([a-z_][\w-]*):(?!\/\/)(\S.*)$/i.exec(rest) ?? []
  if (word !== undefined) return [noSpace(word, `${word}: ${value}`), at]
  const open = leftOpenIn(lines, at, message)
  if (open) return [unclosed(open.mark), open.line]
  if (code === 'UNEXPECTED_TOKEN' && /"[^"]*"\s*[^\s,}\]#]/.test(line)) return [besideQuotes, at]
  const [, dashed] = /^\s*-(\w+: .*)/.exec(line) ?? []
  if (dashed !== undefined) return [noSpaceAfterDash(`- ${dashed}`), at]
  const [, name, after] = /^\s*(?:- )?([a-z_]+) ([^:]+)$/.exec(line) ?? []
  if (code === 'MULTILINE_IMPLICIT_KEY' && name !== undefined) {
    return [noColon(name, `${name}: ${after}`), at]
  }
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && /^[^-"'{[\s].*:(\s|$)/.test(rest))
    return [colonInside, at]
  if (isIndentError(code, message)) return [outOfLine, lineOutOfLine(lines, at, code)]
  return [notYaml(code), at]
}

const tab: Slip = {
  wrong: { vi: 'dòng này bắt đầu bằng phím Tab', en: 'this line begins with a Tab' },
  write: { vi: 'dấu cách thay cho Tab', en: 'spaces in its place' },
}

function twice(word: string | undefined): Slip {
  const name = word === undefined ? { vi: 'một mục', en: 'a word' } : inBoth(() => word)
  return {
    wrong: { vi: `${name.vi} có hai lần`, en: `${name.en} stands twice` },
    mend: { vi: 'hãy bỏ bớt một dòng', en: 'take one away' },
  }
}

function noSpace(word: string, right: string): Slip {
  return {
    wrong: {
      vi: `sau dấu hai chấm của ${word} thiếu dấu cách`,
      en: `there is no space after the colon of ${word}`,
    },
    write: {
      vi: `một dấu cách sau dấu hai chấm: ${right}`,
      en: `a space after the colon: ${right}`,
    },
  }
}

function noSpaceAfterDash(right: string): Slip {
  return {
    wrong: {
      vi: 'sau dấu gạch ngang đầu dòng thiếu dấu cách',
      en: 'there is no space after the dash',
    },
    write: { vi: `một dấu cách sau dấu gạch ngang: ${right}`, en: `one there: ${right}` },
  }
}

function noColon(word: string, right: string): Slip {
  return {
    wrong: { vi: `sau ${word} thiếu dấu hai chấm`, en: `there is no colon after ${word}` },
    write: { vi: `dấu hai chấm rồi dấu cách: ${right}`, en: `a colon and a space: ${right}` },
  }
}

const marks: Readonly<Record<Mark, Words>> = {
  '"': { vi: 'dấu ngoặc kép đóng (")', en: 'closing quote (")' },
  "'": { vi: "dấu nháy đơn đóng (')", en: "closing quote (')" },
  '}': { vi: 'dấu ngoặc nhọn đóng (})', en: 'closing brace (})' },
  ']': { vi: 'dấu ngoặc vuông đóng (])', en: 'closing bracket (])' },
}

function unclosed(mark: Mark): Slip {
  const { vi, en } = marks[mark]
  return {
    wrong: { vi: `thiếu ${vi}`, en: `the ${en} is missing` },
    write: { vi: `dấu ${mark} ở cuối`, en: `a ${mark} at the end` },
  }
}

const besideQuotes: Slip = {
  wrong: {
    vi: 'có chữ đứng ngoài dấu ngoặc kép',
    en: 'there are words outside the quotes',
  },
  write: {
    vi: 'cả câu trong một cặp ngoặc kép; bên trong thì dùng “ ”',
    en: 'all of it between one pair of quotes, with “ ” inside',
  },
}

const colonInside: Slip = {
  wrong: { vi: 'có dấu hai chấm bên trong câu chữ', en: 'there is a colon inside the text' },
  write: { vi: 'câu chữ đó trong ngoặc kép', en: 'the text between quotes' },
}

const outOfLine: Slip = {
  wrong: {
    vi: 'dòng này thụt vào không thẳng với các dòng cùng mục',
    en: 'this line does not begin where the others of its entry do',
  },
  mend: {
    vi: 'hãy chỉnh số dấu cách đầu dòng cho bằng dòng cùng mục ở trên hoặc ở dưới',
    en: 'give it as many spaces in front as the one above or below it has',
  },
}

export const aliasSlip: Slip = {
  wrong: { vi: 'ở đây không dùng dấu * để viết tắt', en: 'an alias (*) is not used here' },
  write: { vi: 'nguyên câu chữ', en: 'the words themselves' },
}

/** The parser speaks to programmers; these are what is left of the slips that owners make. */
const reasons: Partial<Record<ErrorCode, Words>> = {
  BAD_SCALAR_START: {
    vi: 'câu chữ bắt đầu bằng một ký hiệu, cần đặt trong ngoặc kép',
    en: 'the text begins with a sign and belongs between quotes',
  },
  BAD_DQ_ESCAPE: { vi: 'có dấu \\ trong ngoặc kép', en: 'there is a \\ between the quotes' },
  MISSING_CHAR: {
    vi: 'thiếu dấu ngoặc, dấu phẩy, dấu hai chấm hoặc dấu nháy',
    en: 'a bracket, a comma, a colon or a quote is missing',
  },
  UNEXPECTED_TOKEN: { vi: 'có ký hiệu thừa', en: 'there is a sign too many' },
}

function notYaml(code: ErrorCode): Slip {
  const reason = reasons[code]
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
