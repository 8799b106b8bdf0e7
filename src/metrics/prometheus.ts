/** Metric families and the text exposition format of Prometheus. */
import type { Histogram } from '../kernel/histogram.ts'

export type Labels = Readonly<Record<string, string>>

export type Sample = { suffix?: string; labels: Labels; value: number }

export type MetricFamily = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

export function counter(name: string, help: string, samples: readonly Sample[]): MetricFamily {
  return { name, help, type: 'counter', samples }
}

export function gauge(
  name: string,
  help: string,
  samples: readonly Sample[] | number,
): MetricFamily {
  const listed = typeof samples === 'number' ? [{ labels: {}, value: samples }] : samples
  return { name, help, type: 'gauge', samples: listed }
}

export function histogram(
  name: string,
  help: string,
  measured: readonly { labels: Labels; durations: Histogram }[],
): MetricFamily {
  return { name, help, type: 'histogram', samples: measured.flatMap(samplesOf) }
}

/** Buckets are cumulative: each counts all observations up to its bound. */
function samplesOf({ labels, durations }: { labels: Labels; durations: Histogram }): Sample[] {
  let cumulativeCount = 0
  const bounded = durations.bounds.map((bound, index) => {
    cumulativeCount += durations.counts[index] ?? 0
    return bucket(String(bound / 1000), cumulativeCount)
  })
  function bucket(le: string, value: number): Sample {
    return { suffix: '_bucket', labels: { ...labels, le }, value }
  }
  return [
    ...bounded,
    bucket('+Inf', durations.total),
    { suffix: '_sum', labels, value: durations.milliseconds / 1000 },
    { suffix: '_count', labels, value: durations.total },
  ]
}

/** Joins families of the same name: the format allows each name once. */
export function mergeFamilies(all: readonly MetricFamily[]): MetricFamily[] {
  const byName = Map.groupBy(all, ({ name }) => name)
  return [...byName.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, samples: [first, ...others].flatMap(({ samples }) => samples) }],
  )
}

export function withLabels(family: MetricFamily, more: Labels): MetricFamily {
  const samples = family.samples.map((one) => ({ ...one, labels: { ...more, ...one.labels } }))
  return { ...family, samples }
}

/** The text exposition format, version 0.0.4. */
export function formatExposition(families: readonly MetricFamily[]): string {
  return families.map(formatFamily).join('')
}

function formatFamily({ name, help, type, samples }: MetricFamily): string {
  const lines = samples.map(
    ({ suffix = '', labels, value }) => `${name}${suffix}${formatLabels(labels)} ${value}\n`,
  )
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function formatLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escapeLabelValue(value)}"`,
  )
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escapeLabelValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
