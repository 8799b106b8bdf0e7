import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { listFiles } from '../../content/files.ts'
import { sampleFolder } from '../../content/sample.ts'
import { withoutEmail } from './sample-texts.ts'

describe('withoutEmail', () => {
  for (const trade of ['restaurant', 'spa', 'salon']) {
    it(`leaves no mention of the address in the texts of the sample, ${trade}`, () => {
      const folder = sampleFolder(trade)
      const files = listFiles(folder).files.filter((file) => /\.(?:md|yaml)$/.test(file))
      const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'))
      const mentioning = texts.filter((text) => text.includes('{email}'))
      assert.ok(mentioning.length > 0)
      for (const text of mentioning) assert.doesNotMatch(withoutEmail(text), /\{email\}/)
    })
  }

  it('asks guests to call', () => {
    assert.equal(
      withoutEmail('1. Viết cho **{email}** hoặc gọi **{phone}**.'),
      '1. Gọi **{phone}**.',
    )
    assert.equal(withoutEmail('Call {phone} or write to {email}, and say'), 'Call {phone}, and say')
    assert.equal(withoutEmail('Questions: **{email}** or **{phone}**.'), 'Questions: **{phone}**.')
  })
})
