/** Parses metrics like Prometheus, and rejects what Prometheus rejects. */
import assert from 'node:assert/strict'

export type MetricSample = { name: string; labels: Record<string, string>; value: number }

const sampleLine = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/
const label = /([a-z_]+)="((?:[^"\\]|\\[\\"n])*)"(?:,|$)/y

export function parseMetrics(text: string): MetricSample[] {
  assert.ok(text.endsWith('\n'))
  const families = new Set<string>()
  const series = new Set<string>()
  let family = ''
  let type = ''
  return text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('# HELP ')) return []
    const typed = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line)
    if (typed) {
      ;[, family = '', type = ''] = typed
      assert.ok(!families.has(family), `${family} stands in two places`)
      families.add(family)
      return []
    }
    const [, name = '', inside = '', value = ''] = sampleLine.exec(line) ?? assert.fail(line)
    const own = type === 'histogram' ? name.replace(/_(bucket|sum|count)$/, '') : name
    assert.equal(own, family, line)
    assert.ok(!series.has(`${name}{${inside}}`), `twice: ${line}`)
    series.add(`${name}{${inside}}`)
    const number = Number(value)
    assert.ok(Number.isFinite(number) && number >= 0, line)
    return [{ name, labels: readLabels(inside), value: number }]
  })
}

function readLabels(inside: string): Record<string, string> {
  const labels: Record<string, string> = {}
  label.lastIndex = 0
  while (label.lastIndex < inside.length) {
    const [, name = '', value = ''] = label.exec(inside) ?? assert.fail(inside)
    labels[name] = value
  }
  return labels
}

/** The sum of all samples of a name that have these labels. */
export function sum(
  samples: readonly MetricSample[],
  name: string,
  labels: Record<string, string> = {},
) {
  return samples
    .filter((one) => one.name === name)
    .filter((one) => Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    .reduce((total, { value }) => total + value, 0)
}
