/** Converts the photos of the shop in the background, and shows them as soon as they are ready. */
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import type { ContentIssue } from '../content/content-errors.ts'
import type { PhotoFile } from '../content/photo.ts'
import { describePhotoProblem } from '../content/photo-checks.ts'
import type { Shop } from '../domain/trade/trade.ts'
import { isPostgres } from '../kernel/database-url.ts'
import { describeError } from '../kernel/describe-error.ts'
import type { Log } from '../kernel/log.ts'
import type { Clock } from '../kernel/time.ts'
import type { PhotoLibrary, PhotoResult } from '../photos/library.ts'

/** Beside the data; with a database on another machine, in the same folder as other local files. */
export function photoStoragePath({ databaseUrl }: Pick<Config, 'databaseUrl'>): string {
  return resolve(join(isPostgres(databaseUrl) ? 'data' : dirname(databaseUrl), 'pictures'))
}

export type PhotoUpdater = {
  /** The shop with the photos that are ready. */
  prepare(shop: Shop): Shop
  /** Puts a shop in use, and converts its other photos. Resolves when the shop is in use. */
  replace(shop: Shop): Promise<void>
  /** Converts the photos of the first shop. */
  start(): void
  clean(): Promise<void>
  /** For tests: resolves when no photo of the current shop is waiting. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** The site is built again for new photos, at most this often. */
const publishIntervalMs = 2_000

/** A failure of the machine is tried again with the next content, or after this time. */
const retryMs = 60_000

export function createPhotoUpdater(
  library: PhotoLibrary,
  contentFolder: string,
  first: Shop,
  { now, log, publish }: { now: Clock; log: Log; publish(shop: Shop): Promise<void> },
): PhotoUpdater {
  let current = first
  let isClosed = false
  let working = Promise.resolve()
  let retry: NodeJS.Timeout | undefined

  const resultsOf = (shop: Shop) =>
    shop.photos.map((file) => ({ file, result: library.find(contentFolder, file) }))

  const prepare = (shop: Shop) => withResults(shop, resultsOf(shop))

  const convertMissing = async (shop: Shop) => {
    const isOutdated = () => isClosed || current !== shop
    const results = resultsOf(shop)
    const missing = results.filter(({ result }) => result === undefined)
    let publishedAtMs = now()
    for (const entry of missing) {
      if (isOutdated()) return
      const startedAtMs = now()
      entry.result = await library.convert(contentFolder, entry.file)
      const { file } = entry.file
      const milliseconds = now() - startedAtMs
      const { problem } = entry.result
      if (problem === undefined) log.info('photo converted', { file, milliseconds })
      else log.warn('photo not shown', { file, problem })
      if (isOutdated()) return
      if (entry !== missing.at(-1) && now() - publishedAtMs < publishIntervalMs) continue
      await publish(withResults(shop, results))
      publishedAtMs = now()
    }
  }

  const work = () => {
    clearTimeout(retry)
    const shop = current
    working = working
      .then(() => convertMissing(shop))
      .catch((error: unknown) => {
        log.warn('photos not converted', describeError(error))
        if (isClosed) return
        retry = setTimeout(work, retryMs)
        retry.unref()
      })
  }

  return {
    prepare,
    async replace(shop) {
      const before = current
      // First, so that the previous content is not published again.
      current = shop
      try {
        await publish(prepare(shop))
      } catch (error) {
        current = before
        throw error
      } finally {
        work()
      }
    },
    start: work,
    clean: () => library.clean(contentFolder, current.photos),
    settled: () => working,
    async close() {
      isClosed = true
      clearTimeout(retry)
      await library.close()
      await working
    },
  }
}

function withResults(
  shop: Shop,
  results: readonly { file: PhotoFile; result: PhotoResult | undefined }[],
): Shop {
  if (results.length === 0) return shop
  const photos = results.flatMap(({ file: { name }, result }) =>
    result?.photo ? [[name, result.photo] as const] : [],
  )
  const problems = results.flatMap(({ file: { file }, result }) =>
    result?.problem ? [describePhotoProblem(file, result.problem)] : [],
  )
  return shop.withPhotos(new Map(photos), problems)
}

/** For a check of the folder: notes about the photos that cannot be shown. Nothing is stored. */
export async function inspectPhotos(
  library: PhotoLibrary,
  contentFolder: string,
  photos: readonly PhotoFile[],
): Promise<ContentIssue[]> {
  const notes: ContentIssue[] = []
  for (const photo of photos) {
    const problem =
      library.find(contentFolder, photo)?.problem ?? (await library.inspect(contentFolder, photo))
    if (problem !== undefined) notes.push(describePhotoProblem(photo.file, problem))
  }
  return notes
}
