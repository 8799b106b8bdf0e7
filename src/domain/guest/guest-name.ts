/** Rejects names that staff cannot address a guest by: placeholders, web and email addresses, no letters. */
import type { LocalizedText } from '../../kernel/locale.ts'

/** In lower case. A name is a placeholder if it is one of them, or all of its words are. */
const placeholders = new Set([
  ...['test', 'tests', 'testing', 'tester', 'demo', 'example', 'sample', 'string', 'placeholder'],
  ...['asd', 'asdf', 'asdfg', 'asdfgh', 'asdfghjkl', 'qwe', 'qwer', 'qwerty', 'abc', 'abcd', 'zxc'],
  ...['foo', 'bar', 'foobar', 'lorem ipsum', 'john doe', 'jane doe'],
  ...['n/a', 'n.a.', 'none', 'null', 'nil', 'undefined', 'unknown', 'anonymous'],
  ...['name', 'no name', 'noname', 'your name', 'full name', 'first name', 'last name'],
  ...['guest', 'customer', 'client', 'user', 'visitor'],
  ...['tên', 'họ tên', 'ho ten', 'họ và tên', 'ho va ten', 'tên khách', 'ten khach'],
  ...['tên của bạn', 'ten cua ban', 'không tên', 'khong ten', 'không có', 'ẩn danh', 'vô danh'],
  ...['khách', 'khach', 'khách hàng', 'khach hang', 'người dùng'],
])

const address =
  /@|:\/\/|\bwww\.|\.(?:com|net|org|vn|info|biz|io|app|xyz|top|site|online|shop|ru|cn|me|co|ly|link|click|dev)(?![\p{L}\d])/iu

const texts = {
  placeholder: {
    vi: 'Viết tên thật mà khách muốn được gọi, như Nguyễn Thị Lan.',
    en: 'Write the real name that the guest goes by, such as Nguyễn Thị Lan.',
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
  return isPlaceholder(name) ? texts.placeholder : undefined
}

function isPlaceholder(name: string): boolean {
  const words = name.normalize('NFC').toLowerCase().split(/\s+/)
  const isOneLetterRepeated = /^(\p{L})\1{2,}$/u.test(words.join(''))
  return (
    isOneLetterRepeated ||
    placeholders.has(words.join(' ')) ||
    words.every((word) => placeholders.has(word))
  )
}
