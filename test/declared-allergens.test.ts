/** Allergens that an owner declares beyond the nine: in filters, on pages, in forms, tools, notes and on the desk. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTrade, openFolder } from '../src/variants/index.ts'
import { expectToolError, expectToolResult, listTools } from './support/assistant.ts'
import { book, table } from './support/booking.ts'
import { checkCopy } from './support/content-errors.ts'
import { addStaff } from './support/desk.ts'
import { kitchenWith, nutKitchen, ragworm } from './support/kitchens.ts'
import { openBefore } from './support/lifetime.ts'
import { partOf, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() =>
  startShop('restaurant', {
    shop: openFolder(findTrade('restaurant'), nutKitchen()),
    writeLimit: 1_000,
  }),
)
const hoa = openBefore(() => addStaff(app, 'Hoa'))

const nine = 'gluten crustaceans molluscs eggs fish peanuts soy milk sesame'.split(' ')
const all = [...nine, 'tree_nuts', 'sulphites', 'ragworm']
const salad = 'nom-hoa-chuoi-tai-lon'
const { consent: _, ...request } = table

const idsOf = async (query: string) =>
  ((await app.json(`/api/offers?limit=100&${query}`)) as { offers: { id: string }[] }).offers.map(
    ({ id }) => id,
  )

async function readBackOf(more: object, locale = 'en'): Promise<string> {
  const preview = await expectToolResult(app, 'request_reservation', {
    ...request,
    ...more,
    locale,
  })
  return String(preview.read_back)
}

describe('declared allergens', () => {
  it('follow the nine in the parameters of the API and the arguments of the tools', async () => {
    const openapi = JSON.stringify(await app.json('/openapi.json'))
    const list = JSON.stringify(all)
    // The filter of the offers and the field of a booking, as JSON and as a form.
    assert.equal(openapi.split(`"enum":${list}`).length - 1, 3, 'in /openapi.json')
    const tools = await listTools(app)
    for (const name of ['get_menu', 'request_reservation']) {
      const tool = tools.find((one) => one.name === name)
      assert.ok(JSON.stringify(tool?.inputSchema).includes(`"enum":${list}`), name)
    }
    const menu = tools.find(({ name }) => name === 'get_menu')
    assert.match(menu?.description ?? '', /12 tracked groups only/)
  })

  it('filter dishes and set meals alike on the site, in the API and in the tools', async () => {
    const dishes = await idsOf('')
    const without = await idsOf('exclude_allergens=tree_nuts')
    const removed = dishes.filter((id) => !without.includes(id))
    assert.ok(removed.includes(salad) && removed.includes('mam-hai-nguoi'), removed.join())
    assert.deepEqual(
      dishes.filter((id) => !removed.includes(id)),
      without,
    )
    assert.ok(!(await idsOf('exclude_allergens=ragworm')).includes('cha-ruoi'))
    const page = await (await app.get('/en/menu?without=tree_nuts')).text()
    assert.match(page, /value="tree_nuts" checked>/)
    assert.ok(!page.includes(`href="/en/menu/${salad}`))
    assert.ok(page.includes('href="/en/menu/cha-ruoi?without=tree_nuts"'))
    const { total } = await expectToolResult<{ total: number }>(app, 'get_menu', {
      exclude_allergens: ['tree_nuts'],
    })
    assert.equal(total, 30)
  })

  it('are rejected in a filter if they are unknown', async () => {
    for (const id of ['celery', 'tree_nut']) {
      const response = await app.get(`/api/offers?exclude_allergens=${id}&locale=en`)
      assert.equal(response.status, 400, id)
      const { fields } = (await response.json()) as { fields: { message: string }[] }
      assert.match(fields[0]?.message ?? '', /Write one of: gluten · .* · tree_nuts · sulphites/)
    }
    const error = await expectToolError(app, 'get_menu', {
      exclude_allergens: ['celery'],
      locale: 'en',
    })
    assert.match(JSON.stringify(error), /Celery: not tracked by this kitchen.*Ragworm/)
  })

  it('are understood by the words of guests in both languages', async () => {
    for (const [words, names] of [
      ['walnuts', 'Tree nuts'],
      ['hạt điều', 'Tree nuts'],
      ['oc cho', 'Tree nuts'],
      ['sulfites', 'Sulphites'],
      ['palolo worm', 'Ragworm'],
      ['rươi', 'Ragworm'],
      ['nuts', 'Peanuts, Tree nuts'],
    ] as const) {
      const result = await expectToolResult(app, 'get_menu', {
        exclude_allergens: [words],
        locale: 'en',
      })
      assert.match(JSON.stringify(result), new RegExp(`as ${names}`), words)
    }
    const searched = await expectToolResult(app, 'get_menu', {
      query: 'không hạt điều',
      limit: 1,
      locale: 'en',
    })
    assert.equal(searched.total, 30)
    assert.match(JSON.stringify(searched), /exclude_allergens tree_nuts/)
  })

  it('are named on the pages of dishes and set meals, and in the tools', async () => {
    const dish = visibleTextOf(await (await app.get(`/en/menu/${salad}`)).text())
    assert.match(dish, /Contains: fish, sesame, tree nuts/)
    const set = visibleTextOf(await (await app.get('/set-meals/mam-hai-nguoi')).text())
    assert.match(set, /vừng, quả hạch/)
    const { sets } = await expectToolResult<{ sets: { id: string; allergens: string[] }[] }>(
      app,
      'get_set_menus',
    )
    const forTwo = sets.find(({ id }) => id === 'mam-hai-nguoi')
    assert.ok(forTwo?.allergens.includes('tree_nuts'))
    assert.match(
      JSON.stringify(
        await expectToolResult(app, 'request_reservation', {
          ...request,
          party_size: 2,
          set_menu_id: 'mam-hai-nguoi',
          allergens: ['tree_nuts'],
          locale: 'en',
        }),
      ),
      /Tree nuts/,
    )
  })
})

describe('a request with a declared allergen', () => {
  it('is asked for by the form, stored, and shown to staff', async () => {
    const form = await (
      await app.get('/en/booking?date=2026-11-20&time=18:30&party_size=4&step=details')
    ).text()
    assert.match(form, /value="ragworm"/)
    const { status, body } = await book(app, { ...table, allergens: ['tree_nuts', 'ragworm'] })
    assert.equal(status, 202, JSON.stringify(body))
    const screen = visibleTextOf(await hoa.read(`/bookings/${body.code}`))
    assert.match(screen, /Lưu ý sức khoẻ: Quả hạch, Rươi/)
    const wrong = await book(app, { ...table, allergens: ['celery'] })
    assert.equal(wrong.status, 422)
    assert.match(wrong.body.fields[0]?.message ?? '', /tree_nuts/)
  })

  it('is found in a note, and not confused with another group', async () => {
    for (const [note, avoided] of [
      ['severe tree nut allergy', 'Tree nuts'],
      ['allergic to cashew nuts', 'Tree nuts'],
      ['no walnuts please', 'Tree nuts'],
      ['bé dị ứng hạnh nhân', 'Tree nuts'],
      ['be di ung oc cho', 'Tree nuts'],
      ['nut allergy', 'Peanuts, Tree nuts'],
      ['peanut allergy', 'Peanuts'],
      ['dị ứng rươi', 'Ragworm'],
      ['cannot eat sulfites', 'Sulphites'],
    ] as const) {
      assert.match(await readBackOf({ note }), new RegExp(`avoid: ${avoided};`, 'i'), note)
    }
  })

  it('is asked about if “nuts” may be peanuts or tree nuts', async () => {
    const error = await expectToolError(app, 'request_reservation', {
      ...request,
      allergens: ['nuts'],
      locale: 'en',
    })
    assert.match(JSON.stringify(error), /Peanuts, tree nuts .* or both\?.*"peanuts","tree_nuts"/)
    assert.match(await readBackOf({ allergens: ['tree nuts'] }), /avoid: Tree nuts/i)
    const untracked = await expectToolError(app, 'request_reservation', {
      ...request,
      allergens: ['cần tây'],
      locale: 'vi',
    })
    assert.match(JSON.stringify(untracked), /không theo dõi nhóm Cần tây.*allergy_details/)
  })

  it('is ticked in the quick entry of staff who name it', async () => {
    const line = '19h 4 người Lan 0912345678, dị ứng hạt điều'
    const page = await hoa.read(`/entry?line=${encodeURIComponent(line)}`)
    assert.match(page, /value="tree_nuts" checked/)
    assert.doesNotMatch(page, /value="peanuts" checked/)
    const facts = visibleTextOf(partOf(page, '<dl class="facts parsed-entry">', '</dl>'))
    assert.match(facts, /Phải tránh Quả hạch/)
    const without = await hoa.read(`/entry?line=${encodeURIComponent('19h 4 người Lan')}`)
    assert.doesNotMatch(without, /value="tree_nuts" checked/)
  })
})

describe('allergens in kitchen.yaml', () => {
  const kitchen = 'kitchen.yaml'
  const menu = 'menu/1-khoi-vi.yaml'
  const declare = (lines: string) =>
    checkCopy('restaurant', ({ replace }) => {
      replace(kitchen, '\ndiets:', `${lines}\n\ndiets:`)
    })

  it('are the nine if only others are written', () => {
    const folder = kitchenWith('')
    const shop = openFolder(findTrade('restaurant'), folder)
    const options = shop.booking.questions.find(({ name }) => name === 'allergens')?.options
    assert.deepEqual(
      options?.map(({ id }) => id),
      nine,
    )
    const short = checkCopy('restaurant', ({ read, write, replace }) => {
      write(
        kitchen,
        read(kitchen).replace(/allergens:\n.*?\ndiets:/s, 'allergens: [lupin]\ndiets:'),
      )
      replace(menu, 'allergens: [eggs, fish]', 'allergens: [eggs, fish, lupin]')
    })
    assert.deepEqual(short, { errors: { vi: [], en: [] }, notes: { vi: [], en: [] } })
  })

  it('have a note while no dish names them', () => {
    const { errors, notes } = declare('  - celery')
    assert.deepEqual(errors.en, [])
    assert.equal(notes.en.length, 1)
    assert.match(notes.en[0] ?? '', /^kitchen\.yaml line \d+.*no dish names celery/)
    assert.match(notes.vi[0] ?? '', /chưa món nào ghi celery/)
  })

  it('are corrected if they are misspelled, unnamed or known under another id', () => {
    for (const [lines, message] of [
      ['  - hạt điều', /"hạt điều" belongs to tree_nuts; write - tree_nuts$/],
      ['  - celerry', /"celerry" has no name and is not a ready-made group; write - celery$/],
      [
        '  - buckwheat',
        /"buckwheat" has no name .*; write a ready-made group \(tree_nuts, celery, .* \{ id: buckwheat, name: /,
      ],
      [
        '  - { id: lac, name: Lạc }',
        /"Lạc" belongs to peanuts, which exists already; write id: peanuts$/,
      ],
      [`${ragworm}${ragworm}`, /the id "ragworm" is used twice/],
    ] as const) {
      const { errors } = declare(lines)
      assert.equal(errors.en.length, 1, `${lines}: ${errors.en.join('\n')}`)
      assert.match(errors.en[0] ?? '', message)
      assert.equal(errors.vi.length, 1)
    }
  })

  it('are proposed for a dish that names one which is not declared', () => {
    const declared = '; write a line "- tree_nuts" below allergens in kitchen.yaml'
    for (const [written, expected] of [
      ['tree_nuts', `"tree_nuts" is not declared in kitchen.yaml${declared}, or remove it`],
      [
        'hạnh nhân',
        `"hạnh nhân" belongs to tree_nuts, which kitchen.yaml does not declare${declared}, and tree_nuts here, or remove it`,
      ],
      [
        'peanutz',
        'there is no "peanutz"; write peanuts, or declare it in kitchen.yaml (- { id: …, name: { vi: …, en: … } }), or remove it',
      ],
    ] as const) {
      const { errors } = checkCopy('restaurant', ({ replace }) => {
        replace(menu, 'allergens: [eggs, fish]', `allergens: [eggs, ${written}]`)
      })
      assert.equal(errors.en.length, 1)
      assert.equal(errors.en[0]?.split('allergens, entry 2: ')[1], expected)
    }
  })
})
