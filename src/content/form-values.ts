/** The values of a form or a query by name, as they were typed. A name may have several values. */
export type FormValues = ReadonlyMap<string, readonly string[]>

export function toFormValues(
  entries: Iterable<readonly [name: string, value: string]>,
): FormValues {
  const values = new Map<string, string[]>()
  for (const [name, value] of entries) values.set(name, [...(values.get(name) ?? []), value])
  return values
}

/** The first value of a name. */
export function firstValue(values: FormValues, name: string): string | undefined {
  return values.get(name)?.[0]
}

export function allValues(values: FormValues, name: string): readonly string[] {
  return values.get(name) ?? []
}

/** A copy in which these names have one value each. */
export function withValues(
  values: FormValues,
  replaced: Readonly<Record<string, string>>,
): FormValues {
  return new Map([
    ...values,
    ...Object.entries(replaced).map(([name, value]) => [name, [value]] as const),
  ])
}

/** A copy with the names that pass the test. */
export function filterNames(values: FormValues, isIncluded: (name: string) => boolean): FormValues {
  return new Map([...values].filter(([name]) => isIncluded(name)))
}

/** Every value with its name, without empty ones. */
export function filledEntries(values: FormValues): [name: string, value: string][] {
  return [...values].flatMap(([name, all]) =>
    all.flatMap((value): [string, string][] => (value === '' ? [] : [[name, value]])),
  )
}
