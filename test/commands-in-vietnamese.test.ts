/** Every command answers in Vietnamese where the terminal is Vietnamese: help, results and errors. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { makeScratch, openDays } from '../proof/support/scratch.ts'
import { commands } from '../src/commands/index.ts'
import { runCommand } from '../src/commands/run-command.ts'
import { applyLanguageOption } from '../src/config/language.ts'
import { applyShopOption } from '../src/config/shop-option.ts'
import { quoteForShell } from '../src/kernel/command-line.ts'
import { book, table } from './support/booking.ts'
import { newDatabase } from './support/database.ts'
import { openBefore } from './support/lifetime.ts'
import { startShop } from './support/shop.ts'

const scratch = makeScratch()
after(scratch.remove)

// Commands have the clock of the machine.
const [firstDay = '', secondDay = ''] = openDays()

const missing = join(scratch.folder, 'none.sqlite')
const shop = openBefore(async () => {
  const file = await newDatabase('sqlite')
  const app = await startShop('restaurant', { file, now: Date.now() })
  return { file, app }
})

async function inBoth(args: readonly string[], database: string) {
  const settings = { DATABASE_URL: database }
  const run = async (LANG: string) => {
    const { stdout, stderr, exitCode } = await runCommand(args, { ...settings, LANG })
    return { text: stdout + stderr, exitCode }
  }
  return { vi: await run('vi_VN.UTF-8'), en: await run('en_US.UTF-8') }
}

/** What is the same in every language: what is typed, links, files, JSON and the statement for the guest. */
const neutral = /^\s*(letan |https?:|npm |\{|"|\/|pg_|VACUUM|$)|^ {2}(On|Ngày|Thứ|Chủ nhật)/

/** Lines with a text that are the same in both languages. */
function untranslated({ vi, en }: { vi: { text: string }; en: { text: string } }): string[] {
  const english = new Set(en.text.split('\n').map((line) => line.trim()))
  return vi.text
    .split('\n')
    .filter((line) => english.has(line.trim()) && /[a-z]{2,} [a-z]{2,}/i.test(line))
    .filter((line) => !neutral.test(line))
}

describe('letan COMMAND --help', () => {
  it('has the usage of the command in the language of the terminal', async () => {
    for (const name of [...commands.keys(), 'start', 'cluster', 'demo']) {
      for (const args of [
        [name, '--help'],
        [name, '-h'],
        ['help', name],
      ]) {
        const both = await inBoth(args, missing)
        assert.deepEqual([both.vi.exitCode, both.en.exitCode], [0, 0], name)
        assert.match(both.vi.text, new RegExp(`^ {2}letan ${name}`, 'm'))
        assert.match(both.vi.text, /[ạảãàáâậầấẩẫăắằặẳẵđêếềệểễôốồộổỗơớờợởỡưứừựửữ]/)
        assert.deepEqual(untranslated(both), [])
        assert.doesNotMatch(both.vi.text, /CONTENT_DIR +/)
      }
    }
    assert.equal(existsSync(missing), false)
  })
})

describe('a command in a Vietnamese terminal', () => {
  it('explains wrong usage', async () => {
    const wrong = ['init', 'content', 'bookings', 'staff', 'guest', 'restore'].map((name) => [
      name,
      ...(name === 'restore' ? [] : ['gì-đó']),
    ])
    for (const args of [...wrong, ['backup', '--xml'], ['publish', '--for', 'x']]) {
      const both = await inBoth(args, missing)
      assert.equal(both.vi.exitCode, 1, args.join(' '))
      assert.match(both.vi.text, /^Lệnh "letan \S+" không dùng như vậy\. Cách dùng:\n/)
      assert.deepEqual(untranslated(both), [])
    }
    const unknown = await inBoth(['staff', '--lang', 'fr'], missing)
    assert.equal(unknown.vi.exitCode, 1)
    assert.equal(unknown.vi.text, 'Sau --lang phải là vi hoặc en, ví dụ: --lang vi\n')
    assert.deepEqual(untranslated(unknown), [])
  })

  it('says that there is no database, and how to name the shop', async () => {
    const readers = [
      ['bookings'],
      ['staff'],
      ['sold-out'],
      ['backup'],
      ['verify'],
      ['guest', 'export', '0912345678'],
    ]
    for (const args of readers) {
      const { vi } = await inBoth(args, missing)
      assert.equal(vi.exitCode, 1)
      assert.ok(vi.text.startsWith(`Ở ${missing} không có cơ sở dữ liệu. Hãy chạy lệnh này với`))
    }
    const unreachable = await inBoth(['staff'], 'postgres://127.0.0.1:1/letan')
    assert.match(unreachable.vi.text, /^Không mở được cơ sở dữ liệu: không có gì lắng nghe/)
    const wrongUrl = await inBoth(['staff'], 'postgres://127.0.0.1:99999/letan')
    assert.match(wrongUrl.vi.text, /^DATABASE_URL phải có dạng postgres/)
  })

  it('lists and changes staff', async () => {
    const { file } = shop
    assert.match((await inBoth(['staff'], file)).vi.text, /^Chưa có nhân viên nào\. Chạy/)
    const link = await inBoth(['staff', 'link'], file)
    assert.match(
      link.vi.text,
      /\nLiên kết cho một chủ mới, dùng một lần, đến 20\S+ \S+, giờ Việt Nam\.\n/,
    )
    assert.ok(link.vi.text.endsWith(`Cơ sở dữ liệu: ${file}\n`))
    const unknown = await inBoth(['staff', 'revoke', 'Mai'], file)
    assert.match(unknown.vi.text, /không có nhân viên "Mai"\. Chưa có nhân viên nào\.\n$/)
    assert.match(
      unknown.en.text,
      /There is no staff member "Mai" in .+ There are no staff yet\.\n$/,
    )
  })

  it('lists, confirms and rejects bookings', async () => {
    const { file, app } = shop
    assert.match((await inBoth(['bookings'], file)).vi.text, /^Không có lượt đặt nào sắp tới trong/)
    const phone = '0987 000 111'
    const { body } = await book(app, { ...table, phone, date: firstDay })
    assert.match((await inBoth(['bookings'], file)).vi.text, /chờ +4 .+\+84987000111\n$/)
    const settings = { DATABASE_URL: file, LC_ALL: 'vi_VN.UTF-8' }
    const reason = await runCommand(['bookings', 'decline', body.code], settings)
    assert.equal(reason.stderr, 'Xin ghi lý do.\n')
    const confirmed = await runCommand(['bookings', 'confirm', body.code], settings)
    assert.match(confirmed.stdout, /: xong\n$/)
    const again = await runCommand(['bookings', 'confirm', body.code], settings)
    assert.equal(again.stderr, 'Tình trạng hiện giờ không cho làm việc đó.\n')
    const none = await runCommand(['bookings', 'confirm', 'BAN-0000-0000-00'], settings)
    assert.equal(none.stderr, 'Không có yêu cầu này.\n')
  })

  it('exports and erases a guest, with a receipt', async () => {
    const { file, app } = shop
    const phone = '0987 000 222'
    await book(app, { ...table, phone, date: secondDay })
    const settings = { DATABASE_URL: file, LC_ALL: 'vi_VN.UTF-8' }
    const guest = async (...args: string[]) => {
      const { stdout, stderr } = await runCommand(['guest', ...args], settings)
      return stdout + stderr
    }
    assert.match(await guest('erase', phone), /^Khách còn lượt đặt hoặc đơn chưa xong/)
    const erased = await guest('erase', phone, '--cancel')
    assert.match(erased, /^Đã xoá lúc 20\S+ bởi terminal, biên nhận BN-\S+:\n {2}1 lượt đặt\n/)
    assert.match(erased, /\nLetan không với tới các bản sao sau\./)
    const [number = ''] = /BN-[\w-]{12}/.exec(erased) ?? []
    assert.match(
      await guest('receipt', number),
      /\nTệp của cơ sở dữ liệu: đã dọn, 20\S+, do chương trình này\n$/,
    )
    assert.match(await guest('receipt', 'BN-0000-0000-00'), /không có biên nhận "BN-0000-0000-00"/)
    assert.match(await guest('export', '0900 000 000'), /^Trong .+ không lưu gì về khách này\.\n$/)
    assert.match(await guest('export', 'abc'), /^Viết số điện thoại Việt Nam như/)
  })

  it('backs up, verifies and refuses to overwrite', async () => {
    const { file } = shop
    const copy = join(scratch.folder, 'copy.sqlite')
    const first = await runCommand(['backup', copy], { DATABASE_URL: file, LANG: 'vi' })
    assert.match(first.stdout, /lượt đặt/)
    const second = await inBoth(['backup', copy], file)
    assert.match(second.vi.text, /^Đã có tệp .+ Hãy đặt tên khác/)
    assert.match(
      (await inBoth(['restore', copy], file)).vi.text,
      /^Đã có cơ sở dữ liệu: .+ Hãy dừng tiệm/,
    )
    assert.match((await inBoth(['restore', missing], missing)).vi.text, /^Không có tệp /)
    assert.match((await inBoth(['verify', copy], file)).vi.text, /^Không có lỗi:/)
    const postgres = await inBoth(['backup'], 'postgres://127.0.0.1/letan')
    assert.match(postgres.vi.text, /^Cơ sở dữ liệu nằm trong PostgreSQL\. Hãy dùng[\s\S]+pg_dump/)
  })
})

describe('--shop FOLDER', () => {
  it('names the folder of the shop for every command, before or after its other arguments', () => {
    for (const args of [
      ['staff', 'link', '--shop', 'my-shop'],
      ['--shop', 'my-shop', 'staff', 'link'],
      ['staff', '--shop=my-shop', 'link'],
    ]) {
      const applied = applyShopOption(args, { PORT: '1', CONTENT_DIR: 'other' })
      assert.deepEqual(applied.args, ['staff', 'link'])
      assert.deepEqual(applied.environment, { PORT: '1', CONTENT_DIR: 'my-shop' })
    }
    const incomplete = applyShopOption(['staff', '--shop'], {})
    assert.deepEqual(incomplete, { args: ['staff', '--shop'], environment: {} })
  })

  it('takes the trade from the folder, if it declares one', () => {
    const folder = join(import.meta.dirname, '../content/spa')
    const { environment } = applyShopOption(['staff', '--shop', folder], { VARIANT: 'salon' })
    assert.deepEqual(environment, { CONTENT_DIR: folder })
    const without = applyShopOption(['staff', '--shop', scratch.folder], { VARIANT: 'salon' })
    assert.equal(without.environment.VARIANT, 'salon')
  })
})

it('turns --lang of a command that keeps running into the language of its environment', () => {
  for (const args of [
    ['cluster', '3', '--lang', 'vi'],
    ['--lang=vi', 'cluster', '3'],
  ]) {
    const applied = applyLanguageOption(args, { LANG: 'C', PORT: '1' })
    assert.deepEqual(applied.args, ['cluster', '3'])
    assert.deepEqual(applied.environment, { LANG: 'C', PORT: '1', LC_ALL: 'vi' })
  }
  const unknown = applyLanguageOption(['demo', '--lang', 'fr'], {})
  assert.deepEqual(unknown, { args: ['demo', '--lang', 'fr'], environment: {} })
})

it('quotes a path for the shell of the system', () => {
  assert.equal(quoteForShell("cô Ba's", 'linux'), `'cô Ba'\\''s'`)
  assert.equal(quoteForShell('C:\\Users\\Ba\\my-shop', 'win32'), 'C:\\Users\\Ba\\my-shop')
  assert.equal(quoteForShell('C:\\tiệm của tôi', 'win32'), '"C:\\tiệm của tôi"')
})
