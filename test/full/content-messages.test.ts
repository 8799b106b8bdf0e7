/** Messages of the content check about mistakes that an owner cannot easily find. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { runProgram } from '../../proof/support/command.ts'
import { sampleFolder } from '../../src/content/sample.ts'
import {
  type Copy,
  checkAfter,
  copyOf,
  openShop,
  others,
  scratch,
} from '../support/checked-content.ts'
import { runInProcess } from '../support/command.ts'

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
    assert.match(pages[0] ?? '', /<a class="name" href="\/"><span>Sợi Nắng/)
    const content = await screen('/content')
    assert.match(content, /Nên xem lại[\s\S]*<b>pictures\/favicon\.svg<\/b><br>chưa có ảnh này/)

    const whole = await openShop(copyOf('salon'))
    for (const name of names.slice(0, 2)) assert.ok((await whole.page('/')).includes(name), name)
    assert.match(await whole.page('/manifest.webmanifest'), /icon-192\.png.*icon-512\.png/)
    assert.match(await whole.screen('/'), /<img src="\/favicon\.svg"/)
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
