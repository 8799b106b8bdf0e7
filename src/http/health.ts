import type { Reply } from './message.ts'

/** The process is up. It says nothing of the store. */
export const healthReply: Reply = {
  status: 200,
  headers: {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  },
  body: JSON.stringify({ status: 'ok' }),
  route: '/healthz',
}
