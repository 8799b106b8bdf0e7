import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ProgressOptions, type Step, withProgress } from './progress.ts'

type FakeStream = ProgressOptions['stream'] & { text(): string; shownLine(): string }

/** Applies what it gets like a terminal: a carriage return with an erased line, or a new line. */
function createStream(columns?: number): FakeStream {
  let written = ''
  return {
    ...(columns !== undefined && { isTTY: true, columns }),
    write: (text: string) => {
      written += text
    },
    text: () => written,
    shownLine: () => written.split('\n').at(-1)?.split('\r\x1b[K').at(-1) ?? '',
  }
}

const steps: Step[] = ['one', 'two', 'three', 'four'].map((label) => ({ label }))
const [first = { label: '' }, second = { label: '' }, third = { label: '' }] = steps

function createClock() {
  let time = 1_000
  return {
    now: () => time,
    pass: (seconds: number) => {
      time += seconds * 1000
    },
  }
}

const environment = {}

describe('progress on a terminal', () => {
  it('is one line that says what is done, how far it is and how long it takes', async () => {
    const stream = createStream(100)
    const { now, pass } = createClock()
    await withProgress(steps, { stream, environment, now }, async ({ run }) => {
      await run(first, () => {
        assert.equal(stream.shownLine(), ' 0 %  1/4  one')
        pass(100)
      })
      await run(second, (report) => {
        assert.equal(stream.shownLine(), '25 %  2/4  about 5 min left  two')
        pass(50)
        report(5, 10)
        assert.equal(stream.shownLine(), '37 %  2/4  about 4 min left  two: 5/10')
      })
    })
    assert.ok(!stream.text().includes('\n'))
  })

  it('is cleared before other output and at the end, also after an error', async () => {
    const stream = createStream(80)
    await withProgress(steps, { stream, environment }, async ({ run, clear }) => {
      await run(first, () => {})
      clear()
      assert.equal(stream.shownLine(), '')
      const before = stream.text()
      clear()
      assert.equal(stream.text(), before)
      await run(second, () => {})
    })
    assert.equal(stream.shownLine(), '')
    const failed = withProgress(steps, { stream, environment }, ({ run }) =>
      run(first, () => {
        throw new Error('the disk is full')
      }),
    )
    await assert.rejects(failed, /the disk is full/)
    assert.equal(stream.shownLine(), '')
  })

  it('fits into a narrow terminal and has no color', async () => {
    for (const columns of [10, 20, 40]) {
      const stream = createStream(columns)
      const { now, pass } = createClock()
      await withProgress(steps, { stream, environment, now }, async ({ run }) => {
        await run(first, () => pass(10))
        await run({ label: 'a very long description of what is done now' }, () => {
          assert.equal([...stream.shownLine()].length, columns - 1)
          assert.ok(stream.shownLine().endsWith('…'))
        })
      })
      assert.ok(!stream.text().replaceAll('\r\x1b[K', '').includes('\x1b'))
    }
  })

  it('assumes the usual width if the terminal reports none', async () => {
    const stream = createStream(0)
    await withProgress(steps, { stream, environment }, ({ run }) =>
      run(first, () => assert.equal(stream.shownLine(), ' 0 %  1/4  one')),
    )
  })

  it('estimates from the weights of the steps that are done', async () => {
    const stream = createStream(100)
    const { now, pass } = createClock()
    const weighted: Step[] = [
      { label: 'short', weight: 1 },
      { label: 'long', weight: 9 },
      { label: 'last', weight: 10 },
    ]
    await withProgress(weighted, { stream, environment, now }, async ({ run }) => {
      const [short = first, long = first] = weighted
      await run(short, () => pass(60))
      await run(long, (report) => {
        assert.equal(stream.shownLine(), ' 5 %  2/3  about 19 min left  long')
        pass(300)
        report(0, 9)
        assert.match(stream.shownLine(), / about 1 h 54 min left /)
      })
    })
  })

  it('does not estimate less than the steps that have not begun', async (test) => {
    test.mock.timers.enable({ apis: ['setInterval'] })
    const stream = createStream(100)
    const { now, pass } = createClock()
    await withProgress(steps, { stream, environment, now }, async ({ run }) => {
      await run(first, () => pass(60))
      await run(second, () => {
        pass(30)
        test.mock.timers.tick(1_000)
        assert.equal(stream.shownLine(), '25 %  2/4  about 3 min left  two')
        pass(600)
        test.mock.timers.tick(1_000)
        assert.equal(stream.shownLine(), '25 %  2/4  about 2 min left  two')
      })
    })
  })

  it('counts steps at the same time, and steps that were not planned', async () => {
    const stream = createStream(100)
    await withProgress(steps, { stream, environment }, async ({ run }) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const pending = run(first, () => promise)
      await run(second, () => {})
      await run(third, () => assert.match(stream.shownLine(), /^25 % {2}2\/4 {2}.*three$/))
      resolve()
      await pending
      await run({ label: 'further' }, () => {
        assert.match(stream.shownLine(), /^60 % {2}4\/5 {2}.*further$/)
      })
    })
  })

  it('is Vietnamese for an operator with that language', async () => {
    const stream = createStream(100)
    const { now, pass } = createClock()
    await withProgress(steps, { stream, environment, now, locale: 'vi' }, async ({ run }) => {
      await run(first, () => pass(7_200))
      await run({ label: 'sao chép' }, () => {
        assert.equal(stream.shownLine(), '20 %  2/5  còn khoảng 8 giờ 0 phút  sao chép')
      })
    })
  })
})

describe('progress without a terminal', () => {
  const runThreeSteps = async (options: ProgressOptions, pass: (seconds: number) => void) =>
    withProgress(steps, options, async ({ run }) => {
      await run(first, () => pass(20))
      await run(second, (report) => {
        for (let done = 0; done < 40; done++) {
          pass(1)
          report(done, 40)
        }
      })
      await run(third, () => {})
    })

  it('is a plain line at intervals', async () => {
    const stream = createStream()
    const { now, pass } = createClock()
    await runThreeSteps({ stream, environment, now }, pass)
    assert.equal(
      stream.text(),
      '25 %  2/4  about 1 min left  two\n43 %  2/4  about 1 min left  two: 29/40\n',
    )
  })

  it('is the same on a terminal that cannot rewrite a line', async () => {
    const stream = createStream(80)
    const { now, pass } = createClock()
    await runThreeSteps({ stream, environment: { TERM: 'dumb' }, now }, pass)
    assert.equal(stream.text().split('\n').length, 3)
    assert.ok(!stream.text().includes('\r'))
  })

  it('is nothing for a command that is done within seconds', async () => {
    const stream = createStream()
    const { now, pass } = createClock()
    await withProgress(steps, { stream, environment, now }, async ({ run }) => {
      for (const step of steps) await run(step, () => pass(1))
    })
    assert.equal(stream.text(), '')
  })
})
