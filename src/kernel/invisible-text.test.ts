import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hasInvisibleCharacters } from './invisible-text.ts'

it('finds characters that a reader cannot see', () => {
  const hidden = [
    'ghế\u200Btrẻ em',
    'a\u200Db',
    '\uFEFFchào',
    'xin\u202Echào',
    'xin\u2066chào\u2069',
    'so\u00ADft',
    'note\u{E0069}\u{E0067}\u{E006E}',
    '\uFE0F',
    'a\uFE01',
    'a\u{E0101}',
    '\u3164',
    '\u2800',
    '\u2060',
  ]
  for (const text of hidden) assert.ok(hasInvisibleCharacters(text), JSON.stringify(text))
})

it('allows Vietnamese, emoji sequences and scripts with joiners', () => {
  const visible = [
    'Có ghế trẻ em thì tốt quá.\nGần cửa sổ',
    'Có ghế trẻ em thì tốt quá.'.normalize('NFD'),
    '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 ❤️ 🇻🇳',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '1️⃣ ☎︎ ™️',
    'می\u200Cخواهم',
    'क्\u200Dष',
  ]
  for (const text of visible) assert.ok(!hasInvisibleCharacters(text), JSON.stringify(text))
})
