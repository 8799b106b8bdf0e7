/**
 * Shows what a run is doing, how far it is and how long it will take: as one changing line on a terminal, otherwise as
 * one line for each step. It writes to stderr, because stdout has the result.
 */
export type Progress = {
  show(text: string): void
  /** A change was tried; without `noticedBy` no test failed. */
  step(change: string, noticedBy: string | undefined): void
  end(): void
}

export function createProgress(total: number): Progress {
  const { isTTY, columns = 80 } = process.stderr
  let beganAtMs: number | undefined
  let [done, noticed] = [0, 0]

  const show = (text: string) =>
    process.stderr.write(isTTY ? `\r\x1b[K${text.slice(0, columns - 1)}` : `${text}\n`)

  return {
    show(text) {
      show(text)
      beganAtMs = performance.now()
    },
    step(change, noticedBy) {
      done += 1
      if (noticedBy !== undefined) noticed += 1
      const msPerStep = (performance.now() - (beganAtMs ?? 0)) / done
      const minutesLeft = Math.ceil(((total - done) * msPerStep) / 60_000)
      const result = noticedBy === undefined ? 'NOT NOTICED' : `noticed by ${noticedBy}`
      show(
        `${done}/${total}, ${noticed} noticed, about ${minutesLeft} min left: ${change}; ${result}`,
      )
    },
    end() {
      if (isTTY) process.stderr.write('\r\x1b[K')
    },
  }
}
