/**
 * Workers exchange metrics through the primary, so that each can return the metrics of all. During a rolling restart
 * the primary may be older than its workers: messages may be added but not changed. If the primary does not know
 * these messages, a worker returns only its own metrics.
 */
import cluster from 'node:cluster'
import type { CollectFromWorkers, ProcessMetrics } from '../server/metrics.ts'

type CollectRequest = { figures: 'ask'; question: number }
type ForwardedRequest = { figures: 'tell'; question: number; asker: number }
type MetricsReport = { figures: 'told'; question: number; asker: number; told: ProcessMetrics }
/** The number of workers that were asked. */
type ExpectedReports = { figures: 'expect'; question: number; others: number }

/** A worker that takes longer is overloaded or still starting. */
const collectTimeoutMs = 1_500

/** Runs in the primary. */
export function relayMetrics(): void {
  cluster.on('message', (from, message: CollectRequest | MetricsReport) => {
    if (message?.figures === 'ask') {
      const otherWorkers = Object.values(cluster.workers ?? {}).flatMap((worker) =>
        worker && worker !== from && worker.isConnected() ? [worker] : [],
      )
      const { question: requestId } = message
      from.send({
        figures: 'expect',
        question: requestId,
        others: otherWorkers.length,
      } satisfies ExpectedReports)
      for (const worker of otherWorkers) {
        worker.send({
          figures: 'tell',
          question: requestId,
          asker: from.id,
        } satisfies ForwardedRequest)
      }
    } else if (message?.figures === 'told') {
      const requester = cluster.workers?.[message.asker]
      if (requester?.isConnected()) requester.send(message)
    }
  })
}

export type MetricsExchange = {
  collect: CollectFromWorkers
  /** From now on this process responds to other workers. */
  setSource(collectOwn: () => Promise<ProcessMetrics>): void
}

/** Runs in a worker. */
export function createMetricsExchange(): MetricsExchange {
  const pending = new Map<number, (message: ExpectedReports | MetricsReport) => void>()
  let lastRequestId = 0
  let collectOwn: (() => Promise<ProcessMetrics>) | undefined
  const send = (message: CollectRequest | MetricsReport) => {
    if (process.connected) process.send?.(message)
  }

  process.on('message', (message: ForwardedRequest | ExpectedReports | MetricsReport) => {
    if (message?.figures === 'tell') {
      const { question: requestId, asker: requesterId } = message
      void collectOwn?.().then((report) =>
        send({ figures: 'told', question: requestId, asker: requesterId, told: report }),
      )
    } else if (message?.figures === 'expect' || message?.figures === 'told') {
      pending.get(message.question)?.(message)
    }
  })

  const collectFromOthers = () =>
    new Promise<{ reports: ProcessMetrics[]; unresponsive: number }>((resolve) => {
      const requestId = ++lastRequestId
      const reports: ProcessMetrics[] = []
      let expected = 0
      const done = () => {
        clearTimeout(timer)
        pending.delete(requestId)
        resolve({ reports, unresponsive: expected - reports.length })
      }
      const timer = setTimeout(done, collectTimeoutMs)
      pending.set(requestId, (message) => {
        if (message.figures === 'told') reports.push(message.told)
        else expected = message.others
        if (reports.length === expected) done()
      })
      send({ figures: 'ask', question: requestId })
    })

  return {
    async collect(ownReport) {
      const [{ reports, unresponsive }, own] = await Promise.all([collectFromOthers(), ownReport])
      return { reports: [own, ...reports], unresponsive }
    },
    setSource(source) {
      collectOwn = source
    },
  }
}
