/**
 * Node's HTTP modules. An `import` of node:http reads all of its exports, and reading `WebSocket` loads undici, which
 * no code here uses: 60 ms and 13 MB at every start.
 */
export const {
  createServer,
  request: requestHttp,
  STATUS_CODES,
} = process.getBuiltinModule('node:http')
export const { request: requestHttps } = process.getBuiltinModule('node:https')
