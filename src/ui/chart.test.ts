import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTicks } from './chart/scale.ts'
import {
  barChart,
  type ChartData,
  type ChartOptions,
  charts,
  chartTable,
  columnChart,
} from './chart.ts'
import type { Html } from './html.ts'

type Element = { name: string; attributes: Record<string, string>; text: string }

/** Strict parser: it requires closed and nested tags, quoted attributes and escaped characters. */
function read({ text }: Html): Element[] {
  const elements: Element[] = []
  const openElements: Element[] = []
  const token = /<(\/?)([a-z]+)((?: [a-z][\w-]*="[^"<]*"|\s)*)(\/?)>|([^<]+)/giy
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const match = token.exec(text)
    assert.ok(match, `not well-formed: ${text.slice(at, at + 60)}`)
    const [, closes, name = '', inside = '', isSelfClosing, content] = match
    assert.doesNotMatch(
      (content ?? '') + inside,
      /&(?!(amp|lt|gt|quot|#39);)/,
      text.slice(at, at + 60),
    )
    if (content !== undefined) {
      for (const element of openElements) element.text += content
    } else if (closes) {
      assert.equal(openElements.pop()?.name, name)
    } else {
      const pairs = [...inside.matchAll(/([a-z][\w-]*)="([^"]*)"/gi)]
      const names = pairs.map(([, key = '']) => key)
      assert.equal(new Set(names).size, names.length, `duplicate attribute: ${inside}`)
      const attributes = Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, value]))
      const element = { name, attributes, text: '' }
      elements.push(element)
      if (!isSelfClosing) openElements.push(element)
    }
  }
  assert.deepEqual(openElements, [])
  return elements
}

const named = (elements: Element[], name: string) => elements.filter((one) => one.name === name)

const classed = (elements: Element[], name: string) =>
  elements.filter(({ attributes }) => attributes.class?.split(' ').includes(name))

const options: ChartOptions = { id: 'days', title: 'Yêu cầu', locale: 'vi', labelsTitle: 'Ngày' }

const week: ChartData = {
  labels: ['T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'CN'],
  series: [
    { name: 'Đã xác nhận', values: [0, 12, 15, 18, 34, 41, 28] },
    { name: 'Chờ', values: [0, 1, 0, 4, 6, 9, 3] },
  ],
}

const one = (...values: number[]): ChartData => ({
  labels: values.map((_, index) => `${index + 1}/11`),
  series: [{ name: 'Yêu cầu', values }],
})

const unusual: Record<string, ChartData> = {
  none: one(),
  'no series': { labels: ['1/11'], series: [] },
  one: one(3),
  zeros: one(0, 0, 0),
  huge: one(Number.MAX_VALUE, 1e15, 7),
  tiny: one(0.04, 0.1, Number.MIN_VALUE),
  'no numbers': one(Number.NaN, Number.POSITIVE_INFINITY, -4, 2),
  'too few values': { labels: ['1/11', '2/11'], series: [{ name: 'Yêu cầu', values: [5] }] },
  'ninety columns': one(...Array.from({ length: 90 }, (_, index) => index % 13)),
  'three series': {
    labels: ['1/11'],
    series: ['a', 'b', 'c'].map((name) => ({ name, values: [2] })),
  },
}

const draw = { columnChart, barChart, chartTable }

describe('chart', () => {
  for (const [name, make] of Object.entries(draw)) {
    for (const [kind, data] of Object.entries(unusual)) {
      it(`is well-formed: ${name}, ${kind}`, () => {
        const elements = read(make(data, options))
        for (const { attributes } of elements) {
          for (const value of Object.values(attributes)) {
            assert.doesNotMatch(value, /NaN|Infinity|undefined|e[+-]\d/)
          }
          for (const side of ['x', 'y', 'width', 'height', 'y1']) {
            const value = Number.parseFloat(attributes[side] ?? '0')
            assert.ok(Math.abs(value) <= 5000, `${side} ${attributes[side]}`)
            if (side !== 'x') assert.ok(value >= 0, `${side} ${attributes[side]}`)
          }
        }
      })
    }

    it(`escapes labels, names and titles: ${name}`, () => {
      const evil = `</text><script>alert("1")</script>' & <i>`
      const data = {
        labels: [evil],
        series: [evil, 'other'].map((of) => ({ name: of, values: [1] })),
      }
      const elements = read(make(data, { ...options, title: evil, labelsTitle: evil }))
      assert.deepEqual([...named(elements, 'script'), ...named(elements, 'i')], [])
    })

    it(`contains no inline styles or colors: ${name}`, () => {
      const { text } = make(week, options)
      assert.doesNotMatch(text, / style=|<style|<script|#[0-9a-f]{3,8}"|rgb\(/i)
    })
  }

  it('describes its main values in text', () => {
    for (const make of [columnChart, barChart]) {
      const elements = read(make(week, options))
      const [image] = elements.filter(({ attributes }) => attributes.role === 'img')
      const by = (id?: string) => elements.find(({ attributes }) => attributes.id === id)?.text
      assert.equal(by(image?.attributes['aria-labelledby']), 'Yêu cầu')
      assert.equal(
        by(image?.attributes['aria-describedby']),
        'Tổng cộng 171: Đã xác nhận 148, Chờ 23. Cao nhất: T7 (50).',
      )
      assert.ok(
        named(elements, 'title').some(({ text }) => text === 'T6: 40 (Đã xác nhận 34, Chờ 6)'),
      )
    }
    const english = { ...options, locale: 'en' as const }
    const description = (data: ChartData) =>
      named(read(columnChart(data, english)), 'desc')[0]?.text
    assert.equal(description(one(1200, 34)), 'Total 1,234. Highest: 1/11 (1,200).')
    assert.equal(description(one(0, 0)), 'No data yet.')
    assert.equal(description(one()), 'No data yet.')
  })

  it('stacks the series and distinguishes them by a pattern', () => {
    const elements = read(columnChart(week, options))
    const windows = named(elements, 'svg').filter(({ attributes }) => attributes.x !== undefined)
    assert.equal(windows.length, 6 + 5)
    const saturday = windows.filter(({ attributes }) => attributes.x === windows[8]?.attributes.x)
    const [confirmed, waiting] = saturday.map(({ attributes: { y, height } }) => ({
      top: Number(y),
      bottom: Number(y) + Number(height),
    }))
    assert.equal(confirmed?.bottom, 190)
    assert.ok(waiting && confirmed)
    assert.ok(waiting.bottom < confirmed.top && waiting.bottom > confirmed.top - 3)
    const hatched = classed(elements, 'chart-hatched')
    assert.ok(hatched.every(({ attributes }) => attributes.fill === 'url(#days-hatched)'))
    assert.equal(named(elements, 'pattern')[0]?.attributes.id, 'days-hatched')
    assert.deepEqual(
      named(elements, 'li').map(({ text }) => text),
      ['Đã xác nhận 148', 'Chờ 23'],
    )
  })

  it('draws heights and lengths in proportion to the values', () => {
    const heights = named(read(columnChart(one(5, 10, 20), options)), 'svg')
      .filter(({ attributes }) => attributes.x !== undefined)
      .map(({ attributes }) => Number(attributes.height))
    assert.deepEqual(heights, [42, 84, 168])
    const lengths = named(read(barChart(one(5, 10, 20), options)), 'svg')
      .filter(({ attributes }) => attributes.x !== undefined)
      .map(({ attributes }) => attributes.width)
    assert.deepEqual(lengths, ['25%', '50%', '100%'])
  })

  it('shows all values if there is room, and otherwise the highest', () => {
    const valuesOf = (data: ChartData, more = {}) =>
      classed(read(columnChart(data, { ...options, ...more })), 'chart-value').map(
        ({ text }) => text,
      )
    assert.deepEqual(valuesOf(week), ['13', '15', '22', '40', '50', '31'])
    assert.deepEqual(valuesOf(unusual['ninety columns'] ?? week), ['12'])
    const formatValue = (value: number) => `${value}.000.000 đồng`
    assert.deepEqual(valuesOf(week, { formatValue }), ['50.000.000 đồng'])
    const amounts = classed(read(barChart(week, options)), 'chart-amount')
    assert.deepEqual(
      amounts.map(({ text }) => text),
      ['0', '13', '15', '22', '40', '50', '31'],
    )
  })

  it('shows fewer labels at smaller widths', () => {
    const elements = read(columnChart(unusual['ninety columns'] ?? week, options))
    const at = (width: string) => classed(classed(elements, 'chart-label'), width)
    assert.deepEqual(
      at('narrow').map(({ text }) => text),
      ['1/11', '16/11', '31/11', '46/11', '61/11', '76/11'],
    )
    assert.ok(at('narrow').length < at('middle').length && at('middle').length < at('wide').length)
    const few = classed(read(columnChart(week, options)), 'narrow')
    assert.equal(few.length, 7)
  })

  it('ends its axes at round numbers', () => {
    const cases: [number, boolean, number[]][] = [
      [0, true, [0]],
      [1, true, [0, 1]],
      [3, true, [0, 1, 2, 3]],
      [5, true, [0, 1, 2, 3, 4, 5]],
      [6, true, [0, 2, 4, 6]],
      [26, true, [0, 10, 20, 30]],
      [99, true, [0, 20, 40, 60, 80, 100]],
      [0.3, false, [0, 0.1, 0.2, 0.3]],
      [1.2, false, [0, 0.5, 1, 1.5]],
      [38_000_000, true, [0, 10_000_000, 20_000_000, 30_000_000, 40_000_000]],
    ]
    for (const [highest, whole, ticks] of cases) {
      assert.deepEqual(createTicks(highest, whole), ticks, String(highest))
    }
    for (let highest = 1; highest < 5000; highest++) {
      const ticks = createTicks(highest, true)
      assert.ok((ticks.at(-1) ?? 0) >= highest && ticks.length <= 6, `${highest}: ${ticks}`)
    }
  })
})

it('shows the same values with totals as a table', () => {
  const rows = (data: ChartData) => {
    const elements = read(chartTable(data, options))
    assert.equal(named(elements, 'caption')[0]?.text, 'Yêu cầu')
    return elements
      .filter(({ name }) => name === 'th' || name === 'td')
      .map(({ text }) => text)
      .join(' ')
  }
  assert.match(
    rows(week),
    /^Ngày Đã xác nhận Chờ Tổng cộng T2 0 0 0 T3 12 1 13 .* Tổng cộng 148 23 171$/,
  )
  assert.equal(rows(one(4, 1000)), 'Ngày Yêu cầu 1/11 4 2/11 1.000 Tổng cộng 1.004')
})

it('has a style rule for every class it uses', () => {
  const text = Object.values(unusual)
    .map((data) => columnChart(data, options).text + barChart(data, options).text)
    .join('')
  const used = new Set(
    [...text.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
  )
  for (const name of used) assert.match(charts.css, new RegExp(`\\.${name}\\b`), name)
})
