/** What the shared tests know of each trade's sample shop, by the trades there are. */
import type { Sample } from './samples/sample.ts'
import { forEachVariant } from './shop.ts'

export const samples = await forEachVariant(async (variant): Promise<Sample> => {
  const { sample } = (await import(`./samples/${variant}/index.ts`)) as { sample: Sample }
  return sample
})
