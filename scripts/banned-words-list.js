// The words that `banned-words.js` rejects, and the few places where one is right.

const words = (text) => text.trim().split(/\s+/)

/** Parts of names: identifiers, file names, CSS classes. */
export const nameWords = new Set(
  words(`
    whoever somebody nobody anybody everybody anew
    wish wishes wished wishing told said saying sayings kept given news telling
    house houses door doors doorway visitor visitors crew courier couriers patience figures tally
    standing remember remembers remembered forget forgets forgotten forgetting chore chores
    obstacle obstacles misfit misfits slip slips mend mends mended
    scrub scrubbed scrubbing unscrubbed lapse lapses lapsed hear hears heard deaf
    heed obey urge hurry lately knock knocker bait asker elsewhen pretence lacking
  `),
)

/** Banned only as a whole name. */
export const wholeNames = new Set(['did'])

/** Limits are called max… and min…. */
export const prefixes = ['most', 'fewest', 'longest']

/** A phrase may be wrapped, so a space stands for any white space. */
const phrase = (text, except) => ({
  pattern: new RegExp(`\\b(?:${text.replaceAll(' ', '\\s+')})\\b`, 'gi'),
  except,
})

/** Words in comments, Markdown and English strings. */
export const textPhrases = [
  phrase('whoever|somebody|nobody|anybody|everybody'),
  phrase('whatever|whichever'),
  phrase('he|him|his|himself'),
  phrase('anew|at once'),
  phrase('the book'),
  phrase('what becomes? of|what became of'),
  phrase('wish(?:es|ed|ing)?'),
  phrase('news'),
  phrase('houses?|doors?|doorway'),
  phrase('visitors?'),
  phrase('crew|couriers?|patience|tally'),
  phrase('remember(?:s|ed)?', /remember me/i),
  phrase('forget(?:s|ting)?|forgotten', /right to be forgotten|fire-and-forget/i),
  phrase('chores?|obstacles?|misfits?'),
  phrase('mend(?:s|ed|ing)?'),
  phrase('(?:un)?scrub(?:s|bed|bing)?'),
  phrase('lapse[sd]?'),
  phrase('hears?|heard|deaf'),
  phrase('heed|obey|urge|hurry|lately'),
  phrase('knock(?:s|er|ing)?|bait|asker|elsewhen|pretence'),
  phrase('ought|nought'),
]

/** Vietnamese words with the tone mark on the wrong vowel: we write huỷ, xoá, khoá, khoẻ, hoá, tuỳ. */
export const wrongSpellings = /(?<!\p{L})(?:hủy|xóa|khóa|khỏe|hóa|tùy|thỏa|tỏa|xõa)(?!\p{L})/giu

/** Names that the database, the wire, a content file or a message to another process prescribes. */
export const allowed = [
  { file: /^src\/domain\/(booking\/rows|guest\/personal\/[a-z-]+)\.ts$/, words: ['wish', 'given'] }, // columns
  { file: /^src\/cluster\/metrics-exchange\.ts$/, words: ['figures', 'asker', 'told'] }, // messages between versions
  { file: /^src\/commands\/index\.ts$/, words: ['scrubbed'] }, // deprecated command
  { file: /^src\/commands\/receipt\.ts$|vacuum-status\.ts$/, words: ['said'] }, // stored value
  {
    file: /^src\/content\/shop\.ts$|background-jobs\.ts$|guest-page\.ts$|guest\/consent\.ts$/,
    words: ['kept'],
  }, // key of business.yaml
  { file: /^src\/content\/(default-texts|field-names)\.ts$/, words: ['kept'] }, // key of business.yaml
  { file: /^src\/(variants\/appointments\/files|content\/field-names)\.ts$/, words: ['said'] }, // key of services/*.yaml
  { file: /^src\/desk\/event-stream\.ts$/, words: ['news'] }, // name of the server-sent event
  {
    file: /^src\/(domain\/waitlist|domain\/messages|desk)\/.*|^docs\/(desk|glossary)\.md$|^CHANGELOG\.md$/,
    words: ['door', 'doors'],
  }, // guests who wait at the door
  { file: /^src\/domain\/(waitlist|booking\/place-offer)\/rows\.ts$/, words: ['wish', 'given'] }, // columns
  { file: /^src\/domain\/messages\/format\.ts$/, words: ['door'] }, // stored source of a booking
  { file: /^exam\/stored-state\.ts$/, words: ['wish'] }, // column
  { file: /^(test|proof)\//, words: ['wish', 'given', 'kept', 'said', 'door'] }, // columns, form fields and wire values in fixtures
  { file: /^CONTRIBUTING\.md$/, words: ['whoever', 'somebody', 'nobody', 'wish', 'news'] }, // quotes the list
]
