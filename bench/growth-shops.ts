/** Content folders of shops that are larger than the samples. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { copySample, type Scratch } from '../proof/support/scratch.ts'

type Dish = { id: string; name: Record<string, string>; signature?: unknown }

/** The dishes of the sample menu, repeated under new names. */
export function restaurantWithDishes(scratch: Scratch, dishes: number): string {
  const content = copySample(scratch, 'restaurant')
  const menu = join(content, 'menu')
  const files = readdirSync(menu).map((name) => {
    const file = join(menu, name)
    return { file, value: parse(readFileSync(file, 'utf8')) as { dishes: Dish[] } }
  })
  const samples = files.flatMap(({ value }) => value.dishes)
  for (let index = samples.length; index < dishes; index++) {
    const { signature: _, ...sample } = samples[index % samples.length] as Dish
    const name = Object.fromEntries(
      Object.entries(sample.name).map(([locale, text]) => [locale, `${text} ${index}`]),
    )
    files[index % files.length]?.value.dishes.push({ ...sample, id: `${sample.id}-${index}`, name })
  }
  for (const { file, value } of files) {
    writeFileSync(file, stringify(value, { aliasDuplicateObjects: false }))
  }
  return content
}

type Named = { id: string; name: string }
type Room = { id: string; name: Record<string, string> }

/** The therapists and rooms of the sample spa, repeated under new names. */
export function spaWithTherapists(scratch: Scratch, therapists: number): string {
  const content = copySample(scratch, 'spa')
  const rewrite = (name: string, change: (value: Record<string, unknown>) => object) => {
    const file = join(content, name)
    const value = parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    writeFileSync(file, stringify(change(value), { aliasDuplicateObjects: false }))
  }
  let factor = 1
  rewrite('therapists.yaml', (value) => {
    const samples = value.therapists as Named[]
    factor = Math.ceil(therapists / samples.length)
    const rename = (one: Named, turn: number) =>
      turn === 0 ? one : { ...one, id: `${one.id}-${turn}`, name: `${one.name} ${turn}` }
    return { ...value, therapists: repeat(samples, factor, rename).slice(0, therapists) }
  })
  rewrite('rooms.yaml', (value) => {
    const rename = (one: Room, turn: number) => ({
      ...one,
      ...(turn > 0 && {
        id: `${one.id}-${turn}`,
        name: Object.fromEntries(
          Object.entries(one.name).map(([locale, text]) => [locale, `${text} ${turn}`]),
        ),
      }),
    })
    return { ...value, rooms: repeat(value.rooms as Room[], factor, rename) }
  })
  return content
}

function repeat<Value>(
  values: readonly Value[],
  times: number,
  rename: (value: Value, turn: number) => Value,
): Value[] {
  return Array.from({ length: times }, (_, turn) =>
    values.map((value) => rename(value, turn)),
  ).flat()
}
