/** Rejects names that staff cannot address a guest by: placeholders, web and email addresses, no letters. */
import type { LocalizedText } from '../../kernel/locale.ts'

/**
 * In lower case. A name is a placeholder if it is one of them, or all of its words are, also with a number: "Guest 2".
 * No word is here that is also a given name, such as Bar, Nil and Thu.
 */
const placeholders = new Set([
  ...['test', 'tests', 'testing', 'tester', 'demo', 'example', 'sample', 'string', 'placeholder'],
  ...['asd', 'asdf', 'asdfg', 'asdfgh', 'asdfghjkl', 'qwe', 'qwer', 'qwerty', 'abc', 'abcd', 'zxc'],
  ...['foo bar', 'foobar', 'lorem ipsum'],
  ...['n/a', 'n.a.', 'none', 'null', 'undefined', 'unknown', 'anonymous'],
  ...['name', 'no name', 'noname', 'your name', 'full name', 'first name', 'last name'],
  ...['guest', 'customer', 'client', 'user', 'visitor'],
  ...['tên', 'họ tên', 'ho ten', 'họ và tên', 'ho va ten', 'tên khách', 'ten khach'],
  ...['tên của bạn', 'ten cua ban', 'không tên', 'khong ten', 'không có', 'ẩn danh', 'vô danh'],
  ...['khách', 'khach', 'khách hàng', 'khach hang', 'người dùng'],
  ...['khách lẻ', 'khach le', 'khách vãng lai', 'khach vang lai', 'thử nghiệm', 'thu nghiem'],
])

/** The names of examples, which few people really have. */
const exampleNames =
  /^(?:john|jane) doe$|^(?:nguyễn|nguyen|trần|tran|lê|le) (?:văn|van|thị|thi) [abc]$/u

const address =
  /@|:\/\/|\bwww\.|\.(?:com|net|org|vn|info|biz|io|app|xyz|top|site|online|shop|ru|cn|me|co|ly|link|click|dev)(?![\p{L}\d])/iu

const texts = {
  placeholder: {
    vi: 'Viết tên thật mà khách muốn được gọi, như Nguyễn Thị Lan.',
    en: 'Write the real name that the guest goes by, such as Nguyễn Thị Lan.',
  },
  exampleName: {
    vi: 'Viết tên thật mà khách muốn được gọi. Nếu khách có đúng tên này, viết thêm Anh hoặc Chị ở trước.',
    en: 'Write the real name that the guest goes by. If this is that name, write a title such as Anh, Chị, Mr or Ms before it.',
  },
  address: {
    vi: 'Viết tên, không viết địa chỉ trang web hay email.',
    en: 'Write a name, not a web or email address.',
  },
  noLetters: {
    vi: 'Viết tên bằng chữ, như Nguyễn Thị Lan.',
    en: 'Write a name with letters, such as Nguyễn Thị Lan.',
  },
} satisfies Record<string, LocalizedText>

/** What to write instead; undefined if the name can be used. */
export function findNameError(name: string): LocalizedText | undefined {
  if (!/\p{L}/u.test(name)) return texts.noLetters
  if (address.test(name)) return texts.address
  const words = name.normalize('NFC').toLowerCase().trim().split(/\s+/)
  if (exampleNames.test(words.join(' '))) return texts.exampleName
  const named = words[0] === 'the' ? words.slice(1) : words
  return isPlaceholder(named) || isPlaceholder(withoutNumber(named)) ? texts.placeholder : undefined
}

/**
 * "Guest 2", "guest_2", "Khách 18:30", "Khách A", "no-name" and "abc123" without what is not a letter or tells them
 * apart.
 */
function withoutNumber(words: readonly string[]): string[] {
  const letters = words.flatMap((word) => word.split(/[^\p{L}\p{M}]+/u)).filter(Boolean)
  const isLetterLast = letters.length > 1 && /^[a-z]$/.test(letters.at(-1) ?? '')
  return isLetterLast ? letters.slice(0, -1) : letters
}

function isPlaceholder(words: readonly string[]): boolean {
  if (words.length === 0) return false
  const isOneLetterRepeated = /^(\p{L})\1{2,}$/u.test(words.join(''))
  return (
    isOneLetterRepeated ||
    placeholders.has(words.join(' ')) ||
    words.every((word) => placeholders.has(word))
  )
}
