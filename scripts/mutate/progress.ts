/** Shows how far a long run is: one changing line on a terminal, otherwise one line for each step. */
export function createProgress(total: number): {
  step(text: string, killedBy: string | undefined): void
  end(): void
} {
  const { isTTY } = process.stderr
  const began = performance.now()
  let done = 0
  let killed = 0
  return {
    step(text, killedBy) {
      done += 1
      if (killedBy !== undefined) killed += 1
      const perStepMs = (performance.now() - began) / done
      const minutesLeft = Math.ceil(((total - done) * perStepMs) / 60_000)
      const state = `${done}/${total}, ${killed} noticed, ${minutesLeft} min left`
      if (isTTY) process.stderr.write(`\r\x1b[K${state}: ${text.slice(0, 60)}`)
      else
        process.stderr.write(
          `${state}: ${text}; ${killedBy ? `noticed by ${killedBy}` : 'NOT NOTICED'}\n`,
        )
    },
    end() {
      if (isTTY) process.stderr.write('\r\x1b[K')
    },
  }
}
