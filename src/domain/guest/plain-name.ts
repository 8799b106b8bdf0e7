/** Decides whether a name may be in an email. */

const maxLength = 60
const maxWords = 6

/** Latin letters as names have them; the others look like these, or change how a text is read. */
const latinWord = /^(?:[A-Za-zĐđØøŁłßÆæŒœÐðÞþı]\p{Mn}{0,2})+$/u
const latinParts = /[-'’]/

/** Scripts without letters that look like Latin ones. A word has letters of one of them. */
const otherWords = [/^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+$/u, /^\p{sc=Hangul}+$/u]

/** "St.", "Dr." and initials; a longer word with a period could be a link. */
const abbreviation = /^\p{L}{1,3}\.$/u

const linkWords = /^(?:https?|www)$/i

/**
 * True for a name of letters, spaces, hyphens, apostrophes and abbreviations, in one script. It has no digit, address,
 * link or look-alike letter. Text that a stranger typed for another guest to read rarely has this form.
 */
export function isPlainName(name: string): boolean {
  // Letters that only look like others, such as full-width ones, change here.
  if (name.length > maxLength || name.normalize('NFKC') !== name.normalize('NFC')) return false
  const words = name.normalize('NFC').split(' ')
  if (words.length > maxWords || words.some((word) => linkWords.test(word))) return false
  return (
    words.every(isLatinWord) || otherWords.some((script) => words.every((one) => script.test(one)))
  )
}

function isLatinWord(word: string): boolean {
  const letters = abbreviation.test(word) ? word.slice(0, -1) : word
  return letters.split(latinParts).every((part) => latinWord.test(part.normalize('NFD')))
}
