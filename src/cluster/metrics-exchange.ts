/**
 * The figures of all processes, whichever of them is asked: it asks through the parent, which passes on
 * what it does not understand. A parent may be older than its members, so words may be added but not
 * changed; one that does not know these says nothing, and then a process has its own figures only.
 */
import cluster from 'node:cluster'
import type { AskCrew, Figures } from '../server/metrics.ts'

type Asked = { figures: 'ask'; question: number }
type Passed = { figures: 'tell'; question: number; asker: number }
type Told = { figures: 'told'; question: number; asker: number; told: Figures }
/** How many were asked, and what each of them said. */
type Expected = { figures: 'expect'; question: number; others: number }

/** Whoever has not answered by then is busy with something worse, or only just starts. */
const patience = 1_500

/** In the parent. */
export function passOnFigures(): void {
  cluster.on('message', (from, word: Asked | Told) => {
    if (word?.figures === 'ask') {
      const others = Object.values(cluster.workers ?? {}).flatMap((worker) =>
        worker && worker !== from && worker.isConnected() ? [worker] : [],
      )
      const { question } = word
      from.send({ figures: 'expect', question, others: others.length } satisfies Expected)
      for (const worker of others) {
        worker.send({ figures: 'tell', question, asker: from.id } satisfies Passed)
      }
    } else if (word?.figures === 'told') {
      const asker = cluster.workers?.[word.asker]
      if (asker?.isConnected()) asker.send(word)
    }
  })
}

export type CrewFigures = {
  ask: AskCrew
  /** From now on others may ask this process. */
  tell(own: () => Promise<Figures>): void
}

/** In a member. */
export function crewFigures(): CrewFigures {
  const open = new Map<number, (word: Expected | Told) => void>()
  let questions = 0
  let own: (() => Promise<Figures>) | undefined
  const say = (word: Asked | Told) => {
    if (process.connected) process.send?.(word)
  }

  process.on('message', (word: Passed | Expected | Told) => {
    if (word?.figures === 'tell') {
      const { question, asker } = word
      void own?.().then((told) => say({ figures: 'told', question, asker, told }))
    } else if (word?.figures === 'expect' || word?.figures === 'told') {
      open.get(word.question)?.(word)
    }
  })

  const askOthers = () =>
    new Promise<{ told: Figures[]; silent: number }>((resolve) => {
      const question = ++questions
      const told: Figures[] = []
      let others = 0
      const done = () => {
        clearTimeout(timer)
        open.delete(question)
        resolve({ told, silent: others - told.length })
      }
      const timer = setTimeout(done, patience)
      open.set(question, (word) => {
        if (word.figures === 'told') told.push(word.told)
        else others = word.others
        if (told.length === others) done()
      })
      say({ figures: 'ask', question })
    })

  return {
    async ask(mine) {
      const [{ told, silent }, first] = await Promise.all([askOthers(), mine])
      return { told: [first, ...told], silent }
    },
    tell(figures) {
      own = figures
    },
  }
}
