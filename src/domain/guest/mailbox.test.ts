import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hashAddress, hashMailbox, normalizeMailbox } from './mailbox.ts'

const mailboxes: readonly (readonly [written: string, mailbox: string])[] = [
  ['lan@guest.example', 'lan@guest.example'],
  ['Lan@Guest.EXAMPLE', 'lan@guest.example'],
  ['lan+tag@guest.example', 'lan@guest.example'],
  ['lan+tag+more@guest.example', 'lan@guest.example'],
  ['l.a.n@guest.example', 'lan@guest.example'],
  ['L.An+Sale.Today@gmail.com', 'lan@gmail.com'],
  ['lan@googlemail.com', 'lan@gmail.com'],
  ['+tag@guest.example', '+tag@guest.example'],
  ['lan@sub.guest.example', 'lan@sub.guest.example'],
]

describe('the mailbox of an address', () => {
  for (const [written, mailbox] of mailboxes) {
    it(`${written} counts as ${mailbox}`, () => assert.equal(normalizeMailbox(written), mailbox))
  }

  it('is counted by one key, and confirmed by the key of each spelling', () => {
    const secret = 'a secret of at least thirty-two letters'
    const [plain, tagged] = ['lan@guest.example', 'l.an+a@guest.example']
    assert.equal(hashMailbox(secret, plain), hashMailbox(secret, tagged))
    assert.notEqual(hashAddress(secret, plain), hashAddress(secret, tagged))
    assert.equal(hashAddress(secret, plain), hashAddress(secret, 'LAN@guest.example'))
    assert.notEqual(hashAddress(secret, plain), hashMailbox(secret, plain))
  })
})
