/** A thread that lives through whatever runs it is given, one after the other. */
import { parentPort } from 'node:worker_threads'
import { type Run, run } from './run.ts'

parentPort?.on('message', async (one: Run) => parentPort?.postMessage(await run(one)))
