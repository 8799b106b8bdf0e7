import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPlainName } from './plain-name.ts'

const plain = [
  'Lan',
  'Nguyễn Thị Lan',
  'Đặng Quỳnh Như',
  'Ơn Ưng Ỷ Ẵ'.normalize('NFD'),
  'Jean-Luc O’Neill',
  "Mary O'Brien",
  'J. R. Smith',
  'Dr. Łukasz Øster',
  'Nguyễn Thị Minh Khai Phương Anh',
  '田中 さくら',
  '김민수',
  'A'.repeat(60),
]

const notPlain: Readonly<Record<string, string>> = {
  empty: '',
  'an erased guest': '–',
  'a digit': 'Lan 2',
  'another digit': 'Lan ٣',
  'an address': 'lan@guest.example',
  'a link': 'evil.example',
  'a link with a scheme': 'https://evil.example',
  'a link in words': 'www evil example',
  'a period before a word': 'evil .com',
  'a period after a longer word': 'evil. com',
  'a line break': 'Lan\nHello',
  'a tab': 'Lan\tHello',
  'a line separator': 'Lan\u2028Hello',
  'a comma': 'Lan, call now',
  'an exclamation mark': 'Sale!',
  'a slash': 'Lan/Mai',
  'a colon': 'Call:',
  'Cyrillic letters among Latin ones': 'Lаn',
  'only Cyrillic letters': 'Лан',
  'Greek letters': 'Λαν',
  'full-width letters': 'Ｌａｎ',
  'mathematical letters': '𝐋𝐚𝐧',
  'Roman numerals': 'Ⅼan',
  'a phonetic letter': 'Lɑn',
  'two scripts': 'Lan 田中',
  'a right-to-left mark': 'Lan\u202Enal',
  'a zero-width space': 'L\u200Ban',
  'a no-break space': 'Lan\u00A0Mai',
  'two spaces': 'Lan  Mai',
  'a hyphen at the edge': '-Lan',
  'many combining marks': 'L\u0301\u0301\u0301an',
  'seven words': 'please send your money to us now',
  'sixty-one letters': 'A'.repeat(61),
  markup: '<b>Lan</b>',
  'an emoji': 'Lan 🎁',
}

describe('a plain name', () => {
  for (const name of plain) it(`is ${name}`, () => assert.equal(isPlainName(name), true))
  for (const [what, name] of Object.entries(notPlain)) {
    it(`is not ${what}`, () => assert.equal(isPlainName(name), false))
  }
})
