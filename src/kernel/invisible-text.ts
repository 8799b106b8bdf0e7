/** Finds characters that a reader cannot see, which hide text from staff or make two texts look the same. */

/**
 * Sequences in which such characters are needed: emoji, keycaps, flags of regions, and joiners after a letter of a
 * script that uses them.
 */
const visibleSequences = new RegExp(
  [
    '\\p{RI}{2}',
    '\\u{1F3F4}[\\u{E0020}-\\u{E007E}]+\\u{E007F}',
    '[0-9#*]\\uFE0F?\\u20E3',
    '\\p{ExtPict}(?:[\\uFE0E\\uFE0F]|\\p{EMod})?(?:\\u200D\\p{ExtPict}(?:\\uFE0F|\\p{EMod})?)*',
    '\\p{S}[\\uFE0E\\uFE0F]',
    '[\\p{scx=Arab}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Knda}\\p{scx=Mlym}' +
      '\\p{scx=Sinh}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Khmr}\\p{scx=Mymr}][\\u200C\\u200D]',
  ].join('|'),
  'gu',
)

/** Format characters, variation selectors, and letters that are drawn as nothing. */
const invisible = /[\p{Cf}\p{VS}\u115F\u1160\u2800\u3164\uFFA0]|\u034F|\u17B4|\u17B5/u

export function hasInvisibleCharacters(text: string): boolean {
  return invisible.test(text.replace(visibleSequences, ''))
}
