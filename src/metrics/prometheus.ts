/** Figures as Prometheus takes them: a family has one name, and a sample for each set of labels. */
import type { Histogram } from '../kernel/histogram.ts'

export type Labels = Readonly<Record<string, string>>

export type Sample = { suffix?: string; labels: Labels; value: number }

export type Family = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

export function counter(name: string, help: string, samples: readonly Sample[]): Family {
  return { name, help, type: 'counter', samples }
}

export function gauge(name: string, help: string, samples: readonly Sample[] | number): Family {
  const listed = typeof samples === 'number' ? [{ labels: {}, value: samples }] : samples
  return { name, help, type: 'gauge', samples: listed }
}

export function histogram(
  name: string,
  help: string,
  measured: readonly { labels: Labels; took: Histogram }[],
): Family {
  return { name, help, type: 'histogram', samples: measured.flatMap(samplesOf) }
}

/** Each bound counts all that took at most so long, those below it included. */
function samplesOf({ labels, took }: { labels: Labels; took: Histogram }): Sample[] {
  let below = 0
  const bounded = took.bounds.map((bound, place) => {
    below += took.counts[place] ?? 0
    return bucket(String(bound / 1000), below)
  })
  function bucket(le: string, value: number): Sample {
    return { suffix: '_bucket', labels: { ...labels, le }, value }
  }
  return [
    ...bounded,
    bucket('+Inf', took.total),
    { suffix: '_sum', labels, value: took.milliseconds / 1000 },
    { suffix: '_count', labels, value: took.total },
  ]
}

/** The families of several processes as one: those of the same name stand together. */
export function together(all: readonly Family[]): Family[] {
  const named = Map.groupBy(all, ({ name }) => name)
  return [...named.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, samples: [first, ...others].flatMap(({ samples }) => samples) }],
  )
}

export function labelled(family: Family, more: Labels): Family {
  const samples = family.samples.map((one) => ({ ...one, labels: { ...more, ...one.labels } }))
  return { ...family, samples }
}

/** The text exposition format, version 0.0.4. */
export function exposition(families: readonly Family[]): string {
  return families.map(written).join('')
}

function written({ name, help, type, samples }: Family): string {
  const lines = samples.map(
    ({ suffix = '', labels, value }) => `${name}${suffix}${braced(labels)} ${value}\n`,
  )
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function braced(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
