/** Worker thread that executes runs one after the other. */
import { parentPort } from 'node:worker_threads'
import { executeRun, type RunSpec } from './run.ts'

parentPort?.on('message', async (one: RunSpec) => parentPort?.postMessage(await executeRun(one)))
