/** Changes of the text of a YAML file leave everything else as the owner wrote it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { mergeValues } from '../src/content/edit/merge-values.ts'
import { parseValue, rewriteYaml } from '../src/content/edit/rewrite-yaml.ts'
import { sampleFolder } from '../src/content/sample.ts'

const menu = `# Our menu
category: { name: Phở } # one
dishes:
  # the classic
  - name: Phở bò tái # rare
    price: 55000   # since May
    description: >-
      Nước dùng ninh xương
      từ đêm.

  - { name: Phở gà, price: 50000 }
# the end
`

type Menu = { category: unknown; dishes: Record<string, unknown>[] }

const setPrice = ({ dishes }: Menu, price: number) => void Object.assign(dishes[0] ?? {}, { price })

const edited = (change: (value: Menu) => void, text = menu): string => {
  const value = parseValue(text) as Menu
  change(value)
  return rewriteYaml(text, value)
}

describe('the text of a YAML file', () => {
  for (const [name, change, before, after] of [
    ['a number', (v: Menu) => setPrice(v, 60000), 'price: 55000 ', 'price: 60000 '],
    [
      'a text of several lines',
      (v: Menu) =>
        void Object.assign(v.dishes[0] ?? {}, {
          description: 'Ninh **cả đêm**:\n\n- xương\n- quế',
        }),
      'description: >-\n      Nước dùng ninh xương\n      từ đêm.\n',
      'description: |-\n      Ninh **cả đêm**:\n\n      - xương\n      - quế\n',
    ],
    [
      'a text that becomes one in two languages',
      (v: Menu) =>
        void Object.assign(v.dishes[1] ?? {}, { name: { vi: 'Phở gà', en: 'Chicken, phở' } }),
      'name: Phở gà,',
      'name: { vi: Phở gà, en: "Chicken, phở" },',
    ],
    [
      'a new member behind the one before it',
      (v: Menu) => {
        const [first = {}] = v.dishes
        v.dishes[0] = {
          name: first.name,
          price: first.price,
          spice: 1,
          description: first.description,
        }
      },
      '# since May\n',
      '# since May\n    spice: 1\n',
    ],
    [
      'a removed member',
      (v: Menu) => void delete v.dishes[0]?.description,
      '    description: >-\n      Nước dùng ninh xương\n      từ đêm.\n',
      '',
    ],
    [
      'a new entry',
      (v: Menu) => void v.dishes.push({ name: 'Trà đá', price: 5000 }),
      'price: 50000 }\n',
      'price: 50000 }\n\n  - { name: Trà đá, price: 5000 }\n',
    ],
    [
      'a new file member with entries',
      (v: Menu) =>
        void Object.assign(v, {
          days: [{ from: '2027-02-05', hours: [{ from: '09:00', to: '12:00' }] }],
        }),
      '# the end\n',
      'days:\n  - from: "2027-02-05"\n    hours:\n      - { from: "09:00", to: "12:00" }\n# the end\n',
    ],
  ] as const) {
    it(`changes only in its place: ${name}`, () => {
      assert.equal(edited(change), menu.replace(before, after))
    })
  }

  it('keeps the comments of entries that are sorted', () => {
    const text = edited((value) => void value.dishes.reverse())
    assert.equal(text.indexOf('Phở gà') < text.indexOf('# rare'), true)
    for (const comment of menu.match(/#.*/g) ?? []) assert.ok(text.includes(comment), comment)
  })

  it('keeps Windows line ends', () => {
    const text = edited((value) => setPrice(value, 1000), menu.replaceAll('\n', '\r\n'))
    assert.equal(text, menu.replace('55000', '1000').replaceAll('\n', '\r\n'))
  })

  it('is written for a file that is empty or missing', () => {
    assert.equal(rewriteYaml('# none yet\n', { tags: [] }), '# none yet\ntags: []\n')
  })

  it('is not changed if the file cannot be changed safely', () => {
    assert.throws(() => rewriteYaml('a: &x [1]\nb: *x\n', { a: [1, 2], b: [1] }), /text editor/)
  })

  it('has all comments of a sample after ten changes', () => {
    const file = join(sampleFolder('restaurant'), 'menu/1-khoi-vi.yaml')
    const text = readFileSync(file, 'utf8')
    let now = text
    for (let step = 0; step < 10; step++) {
      now = edited((value) => {
        const [first = {}, ...others] = value.dishes
        Object.assign(first, { price: 100_000 + step * 1000, story: `Chuyện thứ ${step}` })
        value.dishes = step % 2 ? [...others, first] : [first, ...others]
        if (step === 5) value.dishes.push({ name: 'Món mới', price: 45000 })
      }, now)
    }
    const commentsOf = (one: string) => one.match(/(^|\s)#.*/g)?.map((comment) => comment.trim())
    assert.deepEqual(commentsOf(now)?.sort(), commentsOf(text)?.sort())
    const untouched = text.split('\n').filter((line) => line.includes('Nem rán cua bể'))
    for (const line of untouched) assert.ok(now.includes(line), line)
  })
})

describe('two changes of one file', () => {
  const base = {
    dishes: [
      { id: 'a', price: 1 },
      { id: 'b', price: 2 },
    ],
  }

  it('are merged if they concern different places', () => {
    const own = { dishes: [{ id: 'a', price: 9 }, { id: 'b', price: 2 }, { id: 'c' }] }
    const other = {
      dishes: [
        { id: 'b', price: 8 },
        { id: 'a', price: 1 },
      ],
      note: 'x',
    }
    const { value, conflicts } = mergeValues(base, own, other)
    assert.deepEqual(conflicts, [])
    assert.deepEqual(value, {
      dishes: [{ id: 'b', price: 8 }, { id: 'a', price: 9 }, { id: 'c' }],
      note: 'x',
    })
  })

  it('are a conflict if they concern the same place', () => {
    const own = {
      dishes: [
        { id: 'a', price: 9 },
        { id: 'b', price: 2 },
      ],
    }
    const other = {
      dishes: [
        { id: 'a', price: 7 },
        { id: 'b', price: 2 },
      ],
    }
    assert.deepEqual(mergeValues(base, own, other).conflicts, [['dishes', 0, 'price']])
  })

  it('are a conflict if one removes what the other has changed', () => {
    const own = { dishes: [{ id: 'b', price: 2 }] }
    const other = {
      dishes: [
        { id: 'a', price: 7 },
        { id: 'b', price: 2 },
      ],
    }
    assert.equal(mergeValues(base, own, other).conflicts.length, 1)
  })
})
