/** `npm run prove -- kill --rounds 200 --seed 7`: one figure, as JSON. Without a name: all of them. */
import { hotSlot } from './hot-slot.ts'
import { kill } from './kill.ts'
import { outage, outages } from './outage.ts'
import { retries } from './retries.ts'
import { stateMachine } from './state-machine.ts'

const [name, ...words] = process.argv.slice(2)

function number(option: string, otherwise: number): number {
  const place = words.indexOf(`--${option}`)
  return place < 0 ? otherwise : Number(words[place + 1])
}

const seed = number('seed', Math.floor(Math.random() * 1_000_000))

type Proof = { holds: boolean }

const proofs: Record<string, () => Promise<Proof>> = {
  'hot-slot': () =>
    hotSlot({
      rounds: number('rounds', 20),
      requests: number('requests', 12_001),
      capacity: number('capacity', 40),
      connections: number('connections', 64),
      processes: number('processes', 1),
    }),
  kill: () => kill({ rounds: number('rounds', 200), writers: number('writers', 16), seed }),
  outage: () =>
    outage({
      kinds: Array.from({ length: number('rounds', 1) }, () => outages).flat(),
      writers: number('writers', 16),
      milliseconds: number('milliseconds', 30_000),
    }),
  retries: () =>
    retries({ bookings: number('bookings', 20_000), atOnce: number('at-once', 32), seed }),
  'state-machine': () =>
    stateMachine({ days: number('days', 200), operations: number('operations', 2_000), seed }),
}

if (name !== undefined && !(name in proofs)) {
  process.stderr.write(
    `There is no proof "${name}"; there are ${Object.keys(proofs).join(', ')}.\n`,
  )
  process.exit(2)
}

for (const [each, run] of Object.entries(proofs)) {
  if (name !== undefined && name !== each) continue
  const started = performance.now()
  const result = await run()
  const seconds = Math.round((performance.now() - started) / 1000)
  if (!result.holds) process.exitCode = 1
  process.stdout.write(`${JSON.stringify({ proof: each, seed, seconds, ...result })}\n`)
}
