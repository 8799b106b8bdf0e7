/** The exam: scripted assistants do the tasks of guests, and the exam detects assistants that do them wrong. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Agent } from '../../exam/agents/agent.ts'
import { careful } from '../../exam/agents/careful.ts'
import { scriptedAgents } from '../../exam/agents/scripted.ts'
import { withShop } from '../../exam/agents/shop-client.ts'
import { runTask } from '../../exam/run-task.ts'
import { isPassed, scoreTask, type TaskResult } from '../../exam/score.ts'
import { kindsOf, planTasks } from '../../exam/tasks/generate.ts'
import type { Task } from '../../exam/tasks/task.ts'
import { trades } from '../support/shop.ts'
import { chooseSeed } from '../support/varied-seed.ts'

const seed = chooseSeed()

/** Most of these results is text of the owner: directions, special days, the story of a dish. */
const ownTexts = /^get_(business_info|dish):/

const describeResult = (result: TaskResult) => JSON.stringify(result, undefined, 1)

for (const agent of scriptedAgents) {
  for (const trade of trades) {
    it(`the ${agent.name} assistant does every kind of task at the ${trade} (SEED=${seed})`, async () => {
      const results: TaskResult[] = []
      for (const planned of planTasks(trade, seed, kindsOf(trade).length)) {
        results.push(await runTask(agent, planned))
      }
      const wrong = results.filter(({ wrongWrites }) => wrongWrites > 0)
      assert.deepEqual(wrong.map(describeResult), [])
      const long = results.flatMap(({ longResults }) => longResults)
      assert.deepEqual(
        long.filter((result) => !ownTexts.test(result)),
        [],
      )
      const failed = results.filter((result) => !agent.isMistaken && !isPassed(result))
      assert.deepEqual(failed.map(describeResult), [])
    })
  }
}

describe('an answer', () => {
  it('may repeat the name of a service that contains a word of another answer', () => {
    const name = 'Full Dưỡng Sinh Hair Wash'
    const task: Task = {
      ...{ kind: 'only asking', trade: 'spa', locale: 'en', words: '', optimalCalls: 1 },
      ...{ intent: { goal: 'ask' }, guest: { agrees: false } },
      expected: { writes: [], answer: [{ noneOf: ['full'], without: name }] },
    }
    const isRight = (answer: string) =>
      scoreTask(task, { before: [], after: [], calls: [], answer }).isAnswerRight
    assert.equal(isRight(`19:00 is free for “${name}”.`), true)
    assert.equal(isRight(`19:00 is full for “${name}”.`), false)
  })
})

describe('the exam detects an assistant that', () => {
  /** A fixed seed, because an assistant that chooses a wrong day may by chance choose the right one. */
  const tasks = planTasks('restaurant', 1)

  const runKind = (agent: Agent, kind: string) => {
    const planned = tasks.find((task) => task.kind.name === kind)
    assert.ok(planned, kind)
    return runTask(agent, planned)
  }

  it('does nothing wrong, which passes', async () => {
    assert.ok(isPassed(await runKind(careful, 'book')))
  })

  it('claims success without booking', async () => {
    const agent: Agent = {
      name: 'claims success',
      run: async () => 'Your table is booked, the code is BAN-7K3M-9Q2X-4D.',
    }
    const result = await runKind(agent, 'book')
    assert.deepEqual([result.isStateRight, result.wrongWrites, isPassed(result)], [false, 0, false])
  })

  it('books the wrong day', async () => {
    const agent: Agent = {
      name: 'wrong day',
      run: (input) => careful.run({ ...input, intent: { ...input.intent, day: '2026-12-09' } }),
    }
    const result = await runKind(agent, 'book')
    assert.deepEqual([result.isStateRight, result.wrongWrites, isPassed(result)], [false, 1, false])
  })

  it('books twice', async () => {
    const agent: Agent = {
      name: 'twice',
      async run(input) {
        await careful.run({ ...input, intent: { ...input.intent, note: 'A quiet table.' } })
        return careful.run(input)
      },
    }
    const result = await runKind(agent, 'book, agreed in advance')
    assert.deepEqual([result.isStateRight, result.wrongWrites, isPassed(result)], [false, 1, false])
  })

  it('puts another guest on the waitlist', async () => {
    const agent: Agent = {
      name: 'another guest',
      async run(input) {
        await careful.run({ ...input, intent: { ...input.intent, phone: '0903 555 777' } })
        return careful.run(input)
      },
    }
    const result = await runKind(agent, 'waitlist of a full time')
    assert.deepEqual([result.isStateRight, result.wrongWrites, isPassed(result)], [false, 1, false])
  })

  it('writes without being asked', async () => {
    const message = { name: 'Trần Văn Nam', phone: '0903 555 777', consent: true }
    const agent: Agent = {
      name: 'not asked',
      async run(input) {
        const answer = await careful.run(input)
        await withShop(input.mcpUrl, (shop) => shop.call('submit_contact_request', message))
        return answer
      },
    }
    const result = await runKind(agent, 'only asking')
    assert.deepEqual([result.isStateRight, result.wrongWrites, isPassed(result)], [false, 1, false])
  })

  it('answers with a wrong price', async () => {
    const agent: Agent = { name: 'wrong price', run: async () => 'It costs 1 ₫.' }
    const result = await runKind(agent, 'price')
    assert.deepEqual([result.isStateRight, result.isAnswerRight], [true, false])
  })

  it('calls more tools than needed', async () => {
    const agent: Agent = {
      name: 'many calls',
      async run(input) {
        for (let times = 0; times < 3; times++) await careful.run(input)
        return careful.run(input)
      },
    }
    const result = await runKind(agent, 'price')
    assert.deepEqual([result.isAnswerRight, result.calls, isPassed(result)], [true, 4, false])
  })
})
