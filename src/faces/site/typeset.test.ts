import assert from 'node:assert/strict'
import { it } from 'node:test'
import { typeset } from './typeset.ts'

const nbsp = '\u00a0'

it('typeset keeps an amount with its sign', () => {
  assert.equal(typeset('<p>145.000 ₫, 2.000 ₫</p>', 'vi'), `<p>145.000${nbsp}₫, 2.000${nbsp}₫</p>`)
  assert.equal(typeset('<option>500,000 ₫</option>', 'en'), `<option>500,000${nbsp}₫</option>`)
})

it('typeset keeps a period on one line, except where no element is allowed', () => {
  const joined = '<span class="keep">10:30–16:00</span>'
  assert.equal(typeset('<p>10:30–16:00, closed</p>', 'en'), `<p>${joined}, closed</p>`)
  assert.equal(typeset('<option>10:30–16:00</option>', 'en'), '<option>10:30–16:00</option>')
})

it('typeset keeps a number with its unit in headings only', () => {
  assert.equal(
    typeset('<h2>60 phút</h2><p>60 phút</p>', 'vi'),
    `<h2>60${nbsp}phút</h2><p>60 phút</p>`,
  )
  assert.equal(
    typeset('<h1>For <a href="/x">8 guests</a></h1>', 'en'),
    `<h1>For <a href="/x">8${nbsp}guests</a></h1>`,
  )
})

it('typeset writes phone numbers as guests in Vietnam do, on Vietnamese pages', () => {
  const link = '<a href="tel:+842437180146">+84 24 3718 0146</a>'
  const joined = (number: string) =>
    `<a href="tel:+842437180146">${number.replaceAll(' ', nbsp)}</a>`
  assert.equal(typeset(link, 'vi'), joined('024 3718 0146'))
  assert.equal(typeset(link, 'en'), joined('+84 24 3718 0146'))
})

it('typeset changes neither attributes nor what is copied or read by programs', () => {
  for (const html of [
    '<img alt="5 ₫, 10:30–16:00">',
    '<script type="application/ld+json">{"a":"5 ₫"}</script>',
    '<textarea>5 ₫</textarea>',
    '<pre><code>+84 24 3718 0146 5 ₫</code> 6 ₫</pre>',
  ])
    assert.equal(typeset(html, 'vi'), html)
})
