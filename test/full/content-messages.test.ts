/** Messages of the content check about mistakes that an owner cannot easily find. */
import assert from 'node:assert/strict'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { runProgram } from '../../proof/support/command.ts'
import { joinAsOwner } from '../../proof/support/desk.ts'
import { makeScratch, openDays } from '../../proof/support/scratch.ts'
import { type Server, startServer } from '../../proof/support/server.ts'
import { runContent } from '../../src/commands/content.ts'
import { ContentError } from '../../src/content/content-errors.ts'
import { sampleFolder } from '../../src/content/sample.ts'
import type { Locale } from '../../src/kernel/locale.ts'
import { runInProcess } from '../support/command.ts'
import { createFolderEditor } from '../support/content-errors.ts'

const scratch = makeScratch()
const servers: Server[] = []
after(() => {
  for (const server of servers) server.process.kill('SIGKILL')
  scratch.remove()
})

let made = 0

/** An editable copy of a sample. */
function copyOf(trade: string, name = 'shop') {
  made += 1
  const folder = join(scratch.folder, `${name}-${made}`)
  cpSync(sampleFolder(trade), folder, { recursive: true })
  return { folder, ...createFolderEditor(folder) }
}

type Copy = ReturnType<typeof copyOf>

/** The note about holidays depends on the day of the test. */
const isHolidayNote = (line: string) =>
  /no special day mentions|special_days chưa nói đến|^special_days:$|^- \{ from: "/.test(line)

/** The output of the check line by line: errors, or else the notes. */
async function checkFolder(folder: string, locale: Locale): Promise<string[]> {
  const environment = { DATABASE_URL: join(scratch.folder, 'none.sqlite') }
  const lines = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('  '))
      .map((line) => line.trim())
      .filter((line) => !isHolidayNote(line))
  try {
    const result = await runContent(['check', folder, '--lang', locale], environment)
    return lines(typeof result === 'string' ? result : result.output)
  } catch (error) {
    assert.ok(error instanceof ContentError, String(error))
    return lines(error.localizedMessage[locale])
  }
}

async function checkAfter(trade: string, change: (copy: Copy) => void) {
  const copy = copyOf(trade)
  change(copy)
  return { vi: await checkFolder(copy.folder, 'vi'), en: await checkFolder(copy.folder, 'en') }
}

describe('missing or unknown trade', () => {
  const text = readFileSync(join(sampleFolder('spa'), 'business.yaml'), 'utf8')
  const tradeLine = text.split('\n').indexOf('trade: spa') + 1
  const cases: [name: string, change: (copy: Copy) => void, vi: string, en: string][] = [
    [
      'with a capital letter',
      ({ replace }) => replace('business.yaml', 'trade: spa', 'trade: Spa'),
      `business.yaml dòng ${tradeLine}: không có ngành "Spa"; hãy viết trade: spa`,
      `business.yaml line ${tradeLine}: there is no trade "Spa"; write trade: spa`,
    ],
    [
      'with an unknown word',
      ({ replace }) => replace('business.yaml', 'trade: spa', 'trade: "tiệm spa" # của tôi'),
      `business.yaml dòng ${tradeLine}: không có ngành "tiệm spa"; hãy viết trade: spa`,
      `business.yaml line ${tradeLine}: there is no trade "tiệm spa"; write trade: spa`,
    ],
    [
      'with a trade that does not exist',
      ({ replace }) => replace('business.yaml', 'trade: spa', 'trade: bakery'),
      `business.yaml dòng ${tradeLine}: không có ngành "bakery"; hãy viết một trong: restaurant, spa, salon`,
      `business.yaml line ${tradeLine}: there is no trade "bakery"; write one of restaurant, spa, salon`,
    ],
    [
      'without the line',
      ({ replace }) => replace('business.yaml', /^trade: spa\n/m, ''),
      'business.yaml dòng 1: thiếu trade; hãy viết một trong: restaurant, spa, salon',
      'business.yaml line 1: trade is missing; write one of restaurant, spa, salon',
    ],
    [
      'with an empty value',
      ({ replace }) => replace('business.yaml', 'trade: spa', 'trade: # spa'),
      'business.yaml dòng 1: thiếu trade; hãy viết một trong: restaurant, spa, salon',
      'business.yaml line 1: trade is missing; write one of restaurant, spa, salon',
    ],
    [
      'without business.yaml',
      ({ remove }) => remove('business.yaml'),
      'business.yaml dòng 1: thiếu tệp này; hãy chép từ cửa hàng mẫu cùng ngành (lệnh npm exec letan -- init tạo một bản mẫu mới ở thư mục khác)',
      'business.yaml line 1: the file is missing; copy it from the sample of your trade (npm exec letan -- init makes a new one in another folder)',
    ],
    [
      'with business.yaml under another name',
      ({ rename }) => rename('business.yaml', 'business.yaml.txt'),
      'business.yaml.txt dòng 1: tên tệp chưa kết thúc bằng .yaml; hãy đổi tên thành business.yaml',
      'business.yaml.txt line 1: its name does not end in .yaml; rename it to business.yaml',
    ],
  ]
  for (const [name, change, vi, en] of cases) {
    it(`is reported, and nothing else: ${name}`, async () => {
      assert.deepEqual(await checkAfter('spa', change), { vi: [vi], en: [en] })
    })
  }

  it('is not reported for any valid YAML notation of spa', async () => {
    for (const spelling of [
      'trade:   spa  # ours',
      "trade: 'spa'",
      'trade:\n  spa',
      'trade: "spa"',
    ]) {
      const { en } = await checkAfter('spa', ({ replace }) => {
        replace('business.yaml', 'trade: spa', spelling)
      })
      assert.equal(en.filter((line) => !line.includes('of the sample shop')).length, 0)
    }
    const { en } = await checkAfter('spa', ({ replace }) => {
      replace('business.yaml', 'trade: spa', 'Trade: spa')
    })
    assert.match(en[0] ?? '', /line \d+: "Trade" is written as trade here; write trade: spa$/)
    assert.equal(en.length, 1, en.join('\n'))
  })
})

/** A running shop with a folder of its own, and its owner at the desk. */
async function openShop({ folder }: Copy) {
  const environment = { CONTENT_DIR: folder, DATABASE_URL: `${folder}.sqlite` }
  const server = await startServer(environment)
  servers.push(server)
  const desk = { DESK_PORT: new URL(server.deskUrl).port, DESK_URL: server.deskUrl }
  const cookie = await joinAsOwner({ ...environment, ...desk }, 'Mai')
  return {
    book: async (body: object) => {
      const { status, text } = await server.send('POST', '/api/booking', body)
      assert.equal(status, 202, text)
    },
    page: async (path: string) => (await server.send('GET', path)).text,
    screen: async (path: string) =>
      (await fetch(`${server.deskUrl}${path}`, { headers: { cookie } })).text(),
  }
}

describe('content check', () => {
  it('is shown on the desk as a command with this folder', async () => {
    const copy = copyOf('spa', "tiệm của Mai's")
    const { screen } = await openShop(copy)
    const [, shown = ''] = /<code id="check">([^<]*)</.exec(await screen('/content')) ?? []
    const command = shown.replaceAll('&#39;', "'").replaceAll('&amp;', '&')
    assert.match(command, /^npm exec letan -- content check '.*tiệm của Mai.*' --lang vi$/)
    const { code, output } = await runProgram('sh', ['-c', command], {
      DATABASE_URL: scratch.database,
    })
    assert.equal(code, 0, output)
    assert.ok(output.includes(`không có lỗi trong ${copy.folder}\n`), output)
  })

  it('reports that it checked the samples and not the folder of the owner', async () => {
    const english = await runInProcess(['content', 'check'], {})
    assert.match(
      english.output,
      /\nThese are the sample shops, not your own folder\. To check yours: npm exec letan -- content check FOLDER\n$/,
    )
    const vietnamese = await runInProcess(['content', 'check', '--lang', 'vi'], {})
    assert.match(
      vietnamese.output,
      /\nĐó là các cửa hàng mẫu, không phải thư mục của mình\. Để kiểm tra /,
    )
    const own = ['content', 'check', copyOf('spa').folder]
    const { output } = await runInProcess(own, { DATABASE_URL: scratch.database })
    assert.doesNotMatch(output, /These are the samples/)
  })
})

/** Without the note about the bank account, which every sample has. */
const others = (lines: readonly string[], account: string) =>
  lines.filter((line) => !line.includes(account))

describe('picture that guests would not see', () => {
  it('is reported as a note and does not prevent the start', async () => {
    const change = ({ remove, write, replace }: Copy) => {
      remove('pictures/favicon.svg')
      write('pictures/icon-192.png', 'x')
      write('pictures/icon-512.png', Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
      replace('pages/about.vi.md', /$/, '\n\n![Vườn](/pictures/vuon.png)\n')
      replace('pages/contact.en.md', /$/, '\n\n```\n![](/pictures/in-a-code.png)\n```\n')
      replace(
        'pages/contact.vi.md',
        /$/,
        '\n\n![](/pictures/hero.svg) và ![](../pictures/hero.svg)\n',
      )
    }
    const { vi, en } = await checkAfter('spa', change)
    const lines = others(en, 'of the sample shop')
    assert.equal(lines.length, 5, en.join('\n'))
    assert.deepEqual(lines.slice(0, 3), [
      'pictures/icon-192.png: this is not a PNG, so guests see nothing; save the picture again as PNG',
      'pictures/icon-512.png: this is not a PNG, so guests see nothing; save the picture again as PNG',
      'pictures/favicon.svg: there is no such picture (the icon at the top of every page and on its tab); add one of your own; until then it is left out',
    ])
    const last = readFileSync(join(sampleFolder('spa'), 'pages/about.vi.md'), 'utf8')
    const line = last.split('\n').length + 2
    assert.equal(
      lines[3],
      `pages/about.vi.md line ${line}: there is no picture "vuon.png" in the folder pictures; write the name of an existing one, or add it`,
    )
    assert.match(
      lines[4] ?? '',
      /^pages\/contact\.vi\.md line \d+: the site cannot show the picture "\.\.\/pictures\/hero\.svg"; write \/pictures\/ and the name/,
    )
    const vietnamese = vi.join('\n')
    assert.match(
      vietnamese,
      /pictures\/favicon\.svg: chưa có ảnh này \(biểu tượng ở đầu mọi trang /,
    )
    assert.match(vietnamese, /pictures\/icon-192\.png: tệp này không phải là ảnh PNG/)
    assert.match(
      vietnamese,
      /trong thư mục pictures không có ảnh "vuon\.png"; hãy viết tên một ảnh đã có/,
    )
  })

  it('is not linked as an icon', async () => {
    const copy = copyOf('salon')
    const names = ['favicon.svg', 'apple-touch-icon.png', 'icon-192.png', 'icon-512.png']
    for (const name of names) copy.remove(`pictures/${name}`)
    const { page, screen } = await openShop(copy)
    const pages = [await page('/'), await page('/nowhere'), await page('/manifest.webmanifest')]
    for (const text of [...pages, await screen('/'), await screen('/desk.webmanifest')]) {
      assert.doesNotMatch(text, /favicon|apple-touch-icon|icon-\d/)
    }
    assert.match(pages[0] ?? '', /<a class="name" href="\/">Sợi Nắng/)
    const content = await screen('/content')
    assert.match(content, /Nên xem lại[\s\S]*<b>pictures\/favicon\.svg<\/b><br>chưa có ảnh này/)

    const whole = await openShop(copyOf('salon'))
    for (const name of names.slice(0, 2)) assert.ok((await whole.page('/')).includes(name), name)
    assert.match(await whole.page('/manifest.webmanifest'), /icon-192\.png.*icon-512\.png/)
    assert.match(await whole.screen('/'), /<img src="\/favicon\.svg"/)
  })
})

describe('invalid YAML', () => {
  const treatments = 'treatments/2-massage-body.yaml'
  const misindented = {
    vi: 'dòng này thụt vào không thẳng với các dòng cùng mục; hãy chỉnh số dấu cách đầu dòng cho bằng dòng cùng mục ở trên hoặc ở dưới',
    en: 'this line is not indented like the others of its entry; indent it like the line above or below it',
  }
  const noQuote = {
    vi: 'thiếu dấu ngoặc kép đóng ("); hãy viết dấu " ở cuối',
    en: 'the closing quote (") is missing; write a " at the end',
  }
  const cases: [name: string, before: RegExp, now: string, expected: Record<Locale, string>][] = [
    ['a line indented too little', /^ {4}price: 350000/m, '   price: 350000', misindented],
    ['a line indented too much', /^ {4}price: 350000/m, '     price: 350000', misindented],
    ['a line indented far too much', /^ {4}price: 350000/m, '        price: 350000', misindented],
    [
      'the first of two lines indented too little',
      /^ {6}vi: Một buổi/m,
      '     vi: Một buổi',
      misindented,
    ],
    [
      'the first of two lines indented too much',
      /^ {6}vi: Một buổi/m,
      '       vi: Một buổi',
      misindented,
    ],
    [
      'the first line of a long text indented too much',
      /^ {6}vi: >-/m,
      '       vi: >-',
      misindented,
    ],
    ['a dash indented too little', /^ {2}- id: (?!co-vai-gay)/m, ' - id: ', misindented],
    ['a dash indented too much', /^ {2}- id: (?!co-vai-gay)/m, '   - id: ', misindented],
    ['a list item indented too little', /^ {6}- \{ vi: "Túi/m, '     - { vi: "Túi', misindented],
    [
      'a missing quote at the end of a text',
      /vi: Một buổi.*/,
      'vi: "Một buổi ngắn. # lời mới',
      {
        vi: 'thiếu dấu ngoặc kép đóng ("); hãy viết vi: "Một buổi ngắn."',
        en: 'the closing quote (") is missing; write vi: "Một buổi ngắn."',
      },
    ],
    ['a missing quote at the end of a long text', /vi: (Túi vải hấp)/, 'vi: "$1', noQuote],
    ['a missing quote at the end within braces', /trên, 35 phút"/, 'trên, 35 phút', noQuote],
    [
      'text outside the quotes',
      /vi: Một buổi ngắn/,
      'vi: "Một buổi" ngắn',
      {
        vi: 'có chữ đứng ngoài dấu ngoặc kép; hãy viết cả câu trong một cặp ngoặc kép; bên trong thì dùng “ ”',
        en: 'there is text outside the quotes; write all of it between one pair of quotes, with “ ” inside',
      },
    ],
    [
      'a missing brace at the end',
      /en: Neck and Shoulders \}/,
      'en: Neck and Shoulders',
      {
        vi: 'thiếu dấu ngoặc nhọn đóng (}); hãy viết dấu } ở cuối',
        en: 'the closing brace (}) is missing; write a } at the end',
      },
    ],
    [
      'a missing colon',
      /price: 350000/,
      'price 350000',
      {
        vi: 'sau price thiếu dấu hai chấm; hãy viết dấu hai chấm rồi dấu cách: price: 350000',
        en: 'there is no colon after price; write a colon and a space: price: 350000',
      },
    ],
    [
      'a missing space after a dash',
      /- id: co-vai-gay/,
      '-id: co-vai-gay',
      {
        vi: 'sau dấu gạch ngang đầu dòng thiếu dấu cách; hãy viết một dấu cách sau dấu gạch ngang: - id: co-vai-gay',
        en: 'there is no space after the dash; write one there: - id: co-vai-gay',
      },
    ],
  ]
  for (const [name, before, now, expected] of cases) {
    it(`is reported with the line of the error: ${name}`, async () => {
      let line = 0
      const { vi, en } = await checkAfter('spa', ({ replace }) => {
        line = replace(treatments, before, now)
      })
      assert.deepEqual(en, [`${treatments} line ${line}: ${expected.en}`])
      assert.deepEqual(vi, [`${treatments} dòng ${line}: ${expected.vi}`])
    })
  }

  it('is never reported in the words of the parser', async () => {
    const { vi, en } = await checkAfter('spa', ({ replace }) => {
      replace(treatments, 'price: 350000', 'price: @350000')
    })
    assert.match(
      en[0] ?? '',
      /this is not valid YAML \(the text starts with a special character and must /,
    )
    assert.match(vi[0] ?? '', /chưa đúng cách viết YAML \(câu chữ bắt đầu bằng một ký hiệu, /)
  })
})

describe('name that is not in its list', () => {
  const massages = 'treatments/2-massage-body.yaml'

  it('is reported with what was meant, or else with the list', async () => {
    const lists = {
      en: 'one of facial, massage, hair_wash, double',
      vi: 'một trong: facial, massage, hair_wash, double',
    }
    const meant = { en: 'room: massage', vi: 'room: massage' }
    for (const [name, reason, write] of [
      ['Phòng massage', '"Phòng massage" is written as massage here', meant],
      ['masage', 'there is no "masage"', meant],
      ['"1 2"', 'there is no "1 2"', lists],
    ] as const) {
      const { vi, en } = await checkAfter('spa', ({ replace }) => {
        replace(massages, /room: massage/, `room: ${name}`)
      })
      assert.equal(en.length, 1, en.join('\n'))
      assert.ok(
        en[0]?.endsWith(`, the room of Massage cổ vai gáy: ${reason}; write ${write.en}`),
        en[0],
      )
      assert.ok(vi[0]?.endsWith(`; hãy viết ${write.vi}`), vi[0])
    }
    const { vi, en } = await checkAfter('spa', ({ replace }) => {
      replace(massages, /feelings: \[moi-vai-gay/, 'feelings: [mỏi-vai-gáy')
    })
    assert.equal(en.length, 1, en.join('\n'))
    assert.match(en[0] ?? '', /: there is no "mỏi-vai-gáy"; write feelings: \[moi-vai-gay, /)
    assert.match(vi[0] ?? '', /: không có "mỏi-vai-gáy"; hãy viết feelings: \[moi-vai-gay, /)
  })

  it('is reported with the file if there is no name at all', async () => {
    const { vi, en } = await checkAfter('spa', ({ replace }) => {
      replace('memberships.yaml', /^ {4}treatment: .*\n/m, '')
    })
    assert.match(
      en.join('\n'),
      /: the treatment of .* is missing; write treatment: an id from treatments$/,
    )
    assert.match(
      vi.join('\n'),
      /: thiếu liệu trình của .*; hãy viết treatment: một id lấy từ treatments$/,
    )
  })

  it('can be removed if it is one of several', async () => {
    const { vi, en } = await checkAfter('spa', ({ remove }) => remove(massages))
    const therapists = en.filter((line) => line.startsWith('therapists.yaml'))
    assert.ok(therapists.length > 3, en.join('\n'))
    for (const line of therapists) assert.match(line, /, or remove it$/)
    for (const line of vi.filter((one) => one.startsWith('therapists.yaml'))) {
      assert.match(line, /, hoặc bỏ đi$/)
    }
    const meal = await checkAfter('restaurant', ({ replace }) => {
      replace('set-meals.yaml', /^ {6}- \{ dish: [a-z-]+/m, '      - { dish: pizza')
    })
    assert.match(meal.en.join('\n'), /there is no "pizza"; .*, or remove it$/)
  })
})

describe('duplicate file', () => {
  it('is reported with the advice to remove one', async () => {
    const massages = 'treatments/2-massage-body.yaml'
    const { vi, en } = await checkAfter('spa', ({ read, write }) => {
      write('treatments/2-massage-body - Copy.yaml', read(massages))
    })
    assert.ok(en.length > 3, en.join('\n'))
    for (const line of en)
      assert.match(
        line,
        /is used twice, first in .*; write another id, or remove one of the two files$/,
      )
    for (const line of vi) assert.match(line, /; hãy viết một id khác, hoặc bỏ một trong hai tệp$/)
    const { en: within } = await checkAfter('spa', ({ replace }) => {
      replace(massages, '- id: co-vai-gay', '- id: massage-sa-chanh')
    })
    assert.match(
      within.join('\n'),
      /"massage-sa-chanh" is used twice, first in .*; write id: massage-dau-sa-chanh$/m,
    )
  })
})

describe('file with an almost correct name', () => {
  it('is reported with the correct name, without errors that follow from it', async () => {
    const { vi, en } = await checkAfter('spa', ({ rename }) => {
      rename('faqs.yaml', 'faqs.yaml.txt')
      rename('rooms.yaml', 'rooms.yml')
      rename('treatments/2-massage-body.yaml', 'treatments/2-massage-body.yaml.txt')
      rename('pages/about.vi.md', 'pages/about.vi.md.txt')
      rename('pages/privacy.vi.md', 'pages/privacy.vi.MD')
      rename('pages/privacy.en.md', 'pages/privacy.en.MD')
    })
    assert.deepEqual(en, [
      'faqs.yaml.txt line 1: its name does not end in .yaml; rename it to faqs.yaml',
      'pages/about.vi.md.txt line 1: its name does not end in .md; rename it to about.vi.md',
      'pages/privacy.vi.MD line 1: its name does not end in .md; rename it to privacy.vi.md',
      'pages/privacy.en.MD line 1: its name does not end in .md; rename it to privacy.en.md',
      'treatments/2-massage-body.yaml.txt line 1: its name does not end in .yaml; rename it to 2-massage-body.yaml',
      'rooms.yml line 1: its name does not end in .yaml; rename it to rooms.yaml',
    ])
    assert.equal(
      vi[0],
      'faqs.yaml.txt dòng 1: tên tệp chưa kết thúc bằng .yaml; hãy đổi tên thành faqs.yaml',
    )
    assert.equal(vi.length, en.length)
  })

  it('is not reported beside a correct file', async () => {
    const { en } = await checkAfter('spa', ({ read, write }) =>
      write('faqs.yaml.txt', read('faqs.yaml')),
    )
    assert.deepEqual(others(en, 'of the sample shop'), [])
  })
})

describe('unknown key', () => {
  it('is quoted in the message, with the known name', async () => {
    const { vi, en } = await checkAfter('spa', ({ replace }) => {
      replace('treatments/2-massage-body.yaml', 'price: 350000', 'giá: 350000')
      replace('business.yaml', /^name:/m, 'tên:')
      replace('rooms.yaml', 'turn_minutes: 15', 'turn_minutes: 15\nxyz: 1')
    })
    assert.equal(vi.length, 3, vi.join('\n'))
    assert.match(vi.join('\n'), /: "tên" ở đây viết là name; hãy viết name: Vườn Sương$/m)
    assert.match(
      vi.join('\n'),
      /, Massage cổ vai gáy: "giá" ở đây viết là price; hãy viết price: 350000$/m,
    )
    assert.match(
      vi.join('\n'),
      /: tệp này không có mục "xyz" \(tên mục giữ nguyên tiếng Anh\); hãy viết một trong: kinds, /,
    )
    assert.match(en.join('\n'), /: "tên" is written as name here; write name: Vườn Sương$/m)
    assert.match(en.join('\n'), /: "xyz" is not a known name here; write one of kinds, /)
  })
})

describe('count of one', () => {
  it('has the singular form', async () => {
    const { en } = await checkAfter('spa', ({ replace }) => {
      replace('treatments/2-massage-body.yaml', '- id: co-vai-gay', '- id: co-va-vai')
    })
    assert.match(
      en.join('\n'),
      /therapists\.yaml line \d+, Thanh Mai, treatments, entry \d+: there is no "co-vai-gay"; write - goi-co-vai-gay, or remove it/,
    )

    const copy = copyOf('restaurant')
    const { book } = await openShop(copy)
    const [date = ''] = openDays(6)
    const lan = { name: 'Nguyễn Thị Lan', phone: '0912 345 678', consent: '1' }
    await book({ ...lan, date, time: '18:30', party_size: 1 })
    const check = ['content', 'check', sampleFolder('spa')]
    const { output } = await runInProcess(check, { DATABASE_URL: `${copy.folder}.sqlite` })
    assert.match(output, / 18:30 {2}1 guest: /)
  })
})

describe('value that needs quotes', () => {
  it('is reported in both languages, with the kind of quotes', async () => {
    const { vi, en } = await checkAfter('spa', ({ replace }) => {
      replace('business.yaml', /from: "09:00"/, 'from: “09:00”')
      replace('business.yaml', /from: "2026-12-24"/, 'from: 24/12/2026')
      replace('business.yaml', /^phone: .*/m, 'phone: 0283932')
    })
    assert.equal(en.length, 3, en.join('\n'))
    assert.match(en.join('\n'), /: “09:00” is in curly quotes \(“ ”\); write from: "09:00"\n/)
    assert.match(en.join('\n'), /: "24\/12\/2026" is not a date .*; write from: "2026-12-24"$/m)
    assert.match(en.join('\n'), /; write an international number between quotes, such as "\+84/)
    assert.match(
      vi.join('\n'),
      /: “09:00” nằm trong ngoặc kép cong \(“ ”\); hãy viết from: "09:00"\n/,
    )
    assert.match(
      vi.join('\n'),
      /: "24\/12\/2026" chưa phải là ngày .*; hãy viết from: "2026-12-24"$/m,
    )
  })
})

describe('suspicious price', () => {
  it('is reported if it is zero or far from all others', async () => {
    const { vi, en } = await checkAfter('spa', ({ replace }) => {
      replace('treatments/2-massage-body.yaml', 'price: 350000', 'price: 0')
      replace('treatments/1-cham-soc-da-mat.yaml', /price: \d+/, 'price: 45000000')
    })
    const found = others(en, 'of the sample shop')
    assert.equal(found.length, 2, en.join('\n'))
    assert.match(
      found[0] ?? '',
      /: the price of Làm sạch dịu nhẹ is 45,000,000 ₫, more than 10 times the highest of the others; write it again if that was a mistake$/,
    )
    assert.match(
      found[1] ?? '',
      /: the price of Massage cổ vai gáy is 0 ₫, which guests read as free; write/,
    )
    assert.match(
      vi.join('\n'),
      /: giá của Làm sạch dịu nhẹ là 45\.000\.000 ₫, hơn 10 lần giá cao nhất trong các giá còn lại; hãy viết lại nếu gõ nhầm$/m,
    )
    assert.match(
      vi.join('\n'),
      /: giá của Massage cổ vai gáy là 0 ₫, khách sẽ hiểu là miễn phí; hãy viết lại/,
    )
    for (const [trade, file] of [
      ['restaurant', 'menu/1-khoi-vi.yaml'],
      ['salon', 'services/4-uon-va-duoi.yaml'],
    ] as const) {
      const cheap = await checkAfter(trade, ({ replace }) =>
        replace(file, /price: \d+/, 'price: 1500'),
      )
      assert.match(
        cheap.en.join('\n'),
        /is 1,500 ₫, less than a tenth of the lowest of the others;/,
      )
    }
  })

  it('is not reported for the samples', async () => {
    for (const trade of ['restaurant', 'spa', 'salon']) {
      assert.deepEqual(
        others(await checkFolder(sampleFolder(trade), 'en'), 'of the sample shop'),
        [],
      )
    }
  })
})

describe('answers about policy, payment and guarantees', () => {
  for (const trade of ['restaurant', 'spa', 'salon']) {
    it(`get one note that names what the ${trade} lacks`, async () => {
      const sample = readFileSync(join(sampleFolder(trade), 'faqs.yaml'), 'utf8')
      // The line of the first entry.
      const line = sample.split('\n').indexOf('faqs:') + 2
      const { vi, en } = await checkAfter(trade, ({ replace }) =>
        replace('faqs.yaml', /^ {4}about: (policy|guarantee)\n/gm, ''),
      )
      assert.deepEqual(others(en, 'of the sample shop'), [
        `faqs.yaml line ${line}: no entry is marked as the answer about your policy and what you guarantee; ` +
          'write about: policy and about: guarantee where it is answered; if it is not answered yet, add an entry',
      ])
      assert.equal(
        vi.find((one) => one.startsWith('faqs.yaml')),
        `faqs.yaml dòng ${line}: chưa có câu nào được đánh dấu là nói về quy định và điều mình bảo đảm; ` +
          'hãy viết about: policy và about: guarantee vào câu nói về điều ấy; chưa có câu nào thì soạn thêm',
      )
    })
  }

  it('are rejected if they are about something else', async () => {
    const { en } = await checkAfter('spa', ({ replace }) =>
      replace('faqs.yaml', 'about: policy', 'about: parking'),
    )
    assert.match(
      en[0] ?? '',
      /^faqs\.yaml line \d+, .*: "parking" is not a word that can be used here; write policy or payment or guarantee$/,
    )
  })
})
