/** The proposed holidays are written into business.yaml by a command and by one tap on the desk, and taken out again. */
import assert from 'node:assert/strict'
import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { runContent } from '../src/commands/content.ts'
import { addSpecialDays } from '../src/content/add-special-days.ts'
import { dateAt } from '../src/kernel/time.ts'
import { findTrade, openFolder } from '../src/variants/index.ts'
import { copyOf, createFolderEditor } from './support/content-errors.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { formsOf, press, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const days = [
  { from: '2027-02-05', to: '2027-02-11', reason: { vi: 'Tết 2027', en: 'Tết 2027' } },
  { from: '2027-04-16', to: '2027-04-16', reason: { vi: 'Giỗ Tổ', en: 'Hùng Kings’ Day' } },
]
const first = '{ from: "2027-02-05", to: "2027-02-11", reason: { vi: "Tết 2027", en: "Tết 2027" } }'
const second =
  '{ from: "2027-04-16", to: "2027-04-16", reason: { vi: "Giỗ Tổ", en: "Hùng Kings’ Day" } }'
const block = `  - ${first}\n  - ${second}\n`

describe('days that are added to the text of business.yaml', () => {
  for (const [name, before, after] of [
    ['a file without special days', 'name: Phở\n', `name: Phở\nspecial_days:\n${block}`],
    ['a file without a last line end', 'name: Phở', `name: Phở\nspecial_days:\n${block}`],
    [
      'an empty list with a comment',
      'special_days: [] # none yet\nname: Phở # ours\n',
      `special_days: # none yet\n${block}name: Phở # ours\n`,
    ],
    ['a name without a list', 'special_days:\nname: Phở\n', `special_days:\n${block}name: Phở\n`],
    [
      'a list between comments',
      '# days\nspecial_days:\n    # a wedding\n    - { from: "2026-12-01", to: "2026-12-01" } # closed\n\n# VAT\nname: Phở\n',
      `# days\nspecial_days:\n    # a wedding\n    - { from: "2026-12-01", to: "2026-12-01" } # closed\n    - ${first}\n    - ${second}\n\n# VAT\nname: Phở\n`,
    ],
    [
      'a list of several lines each',
      'special_days:\n- from: "2026-12-01"\n  to: "2026-12-01"\nname: Phở\n',
      `special_days:\n- from: "2026-12-01"\n  to: "2026-12-01"\n- ${first}\n- ${second}\nname: Phở\n`,
    ],
    [
      'a list in brackets',
      'special_days: [{ from: "2026-12-01", to: "2026-12-01" }]\nname: Phở\n',
      `special_days: [{ from: "2026-12-01", to: "2026-12-01" }, ${first}, ${second}]\nname: Phở\n`,
    ],
    [
      'Windows line ends',
      'special_days:\r\n  - { from: "2026-12-01", to: "2026-12-01" }\r\nname: Phở\r\n',
      `special_days:\r\n  - { from: "2026-12-01", to: "2026-12-01" }\r\n${block.replaceAll('\n', '\r\n')}name: Phở\r\n`,
    ],
    [
      'a day that is mentioned already',
      'special_days:\n  - { from: "2027-02-01", to: "2027-02-05" }\n',
      `special_days:\n  - { from: "2027-02-01", to: "2027-02-05" }\n  - ${second}\n`,
    ],
  ] as const) {
    it(`stand after the others: ${name}`, () => {
      assert.equal(addSpecialDays(before, days), after)
    })
  }

  it('are not added to a file that cannot be extended', () => {
    assert.equal(addSpecialDays('{ name: Phở }\n', days), undefined)
    assert.equal(addSpecialDays('name: [\n', days), undefined)
  })
})

const proposalsOf = (folder: string, today: string) =>
  openFolder(findTrade('spa'), folder).proposedHolidays({ today, daysAhead: 365 })

describe('letan content accept-holidays', () => {
  const run = async (...args: string[]) => String(await runContent(args, {}))

  it('adds the coming holidays, keeps everything else, and can be undone', async () => {
    const folder = copyOf('spa')
    const { read } = createFolderEditor(folder)
    const original = read('business.yaml')
    chmodSync(join(folder, 'business.yaml'), 0o640)
    // The command reads the real clock.
    const today = dateAt(Date.now())
    const proposed = proposalsOf(folder, today)
    assert.ok(proposed.length > 0)
    const output = await run('accept-holidays', folder, '--lang', 'en')
    assert.match(output, /^Added to special_days in business\.yaml; the shop is closed on these/)
    assert.match(output, /To undo:\n {2}.*content accept-holidays .* --undo\n$/)
    // A shop is full rather than closed at Mid-Autumn.
    assert.doesNotMatch(output, /Mid-Autumn/)
    for (const { from } of proposed) assert.ok(output.includes(`from: "${from}"`))
    const written = read('business.yaml')
    assert.deepEqual(
      written.split('\n').filter((line) => !original.includes(line)).length,
      proposed.length,
    )
    assert.equal(statSync(join(folder, 'business.yaml')).mode & 0o777, 0o640)
    assert.deepEqual(proposalsOf(folder, today), [])
    assert.match(await run('accept-holidays', folder, '--lang', 'vi'), /đã nói đến mọi kỳ nghỉ lễ/)
    assert.equal(read('business.yaml'), written)
    const undone = await run('accept-holidays', folder, '--undo', '--lang', 'vi')
    assert.match(undone, /đã trở lại như trước khi thêm ngày lễ/)
    assert.equal(read('business.yaml'), original)
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('.')),
      [],
    )
    await assert.rejects(run('accept-holidays', folder, '--undo'), /There is nothing to undo/)
  })

  it('does not undo what the owner changed elsewhere in the meantime', async () => {
    const folder = copyOf('spa')
    const { read, replace } = createFolderEditor(folder)
    await run('accept-holidays', folder)
    replace('business.yaml', 'answers_within_minutes: 60', 'answers_within_minutes: 45')
    const changed = read('business.yaml')
    await assert.rejects(run('accept-holidays', folder, '--undo'), /was changed since/)
    assert.equal(read('business.yaml'), changed)
  })

  it('needs a folder without errors', async () => {
    await assert.rejects(run('accept-holidays'), /Invalid arguments/)
    await assert.rejects(run('check', copyOf('spa'), '--undo'), /Invalid arguments/)
    const folder = copyOf('spa')
    const { read, replace } = createFolderEditor(folder)
    replace('business.yaml', 'trade: spa', 'trade: spar')
    const invalid = read('business.yaml')
    await assert.rejects(run('accept-holidays', folder))
    assert.equal(read('business.yaml'), invalid)
  })
})

describe('the content screen of the desk', () => {
  const contentFolder = copyOf('spa')
  const app = openBefore(() =>
    startShop('spa', {
      shop: openFolder(findTrade('spa'), contentFolder),
      contentFolder,
      now: Date.UTC(2026, 10, 16, 3),
    }),
  )
  const owner = openBefore(() => addStaff(app, 'Chủ', 'owner'))
  const mai = openBefore(() => addStaff(app, 'Mai', 'host'))
  const { read } = createFolderEditor(contentFolder)

  it('writes the proposed days with one tap, and takes them out with another', async () => {
    const original = read('business.yaml')
    const added = await press(owner, '/content', '/content/holidays', {})
    assert.equal(added.status, 303)
    assert.match(read('business.yaml'), /from: "2027-01-01", to: "2027-01-01"/)
    const page = await owner.read(added.headers.get('location') ?? '')
    assert.match(visibleTextOf(page), /Đã ghi ngày nghỉ vào business\.yaml/)
    const undone = await press(
      owner,
      added.headers.get('location') ?? '',
      '/content/holidays/undo',
      {},
    )
    assert.equal(undone.status, 303)
    assert.equal(read('business.yaml'), original)
  })

  it('writes nothing for a page that showed other days, nor for staff', async () => {
    const original = read('business.yaml')
    const [form] = formsOf(await owner.read('/content')).filter(
      ({ action }) => action === '/content/holidays',
    )
    assert.ok(form)
    await owner.post('/content/holidays', { ...form.fields, days: '2026-12-24 2026-12-24' })
    const { status } = await mai.post('/content/holidays', form.fields)
    assert.ok(status >= 400, String(status))
    assert.equal(read('business.yaml'), original)
  })

  it('explains what to do if nothing was added before', async () => {
    const { status, text } = await owner
      .post('/content/holidays/undo', {})
      .then(async (response) => ({ status: response.status, text: await response.text() }))
    assert.equal(status, 409)
    assert.match(visibleTextOf(text), /Không có gì để hoàn tác/)
  })
})
