/** The sample shop data of each trade for the shared tests. */
import type { Sample } from './samples/sample.ts'
import { forEachTrade } from './shop.ts'

export const samples = await forEachTrade(async (trade): Promise<Sample> => {
  const { sample } = (await import(`./samples/${trade}/index.ts`)) as { sample: Sample }
  return sample
})
