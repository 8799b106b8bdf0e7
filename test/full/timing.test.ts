/** The tests whose names end with "(timing)", with their assertions about elapsed time. */
process.env.ASSERT_TIMING = '1'

const files = [
  'src/domain/guard/request-delay.test.ts',
  'src/domain/quick-entry/parse.test.ts',
  'src/http/connections.test.ts',
  'src/http/server.test.ts',
  'test/channels-post.test.ts',
  'test/channels.test.ts',
  'test/desk-closed-days.test.ts',
  'test/desk-events.test.ts',
  'test/guard.test.ts',
  'test/reports.test.ts',
  'test/server.test.ts',
]

for (const file of files) await import(`../../${file}`)
