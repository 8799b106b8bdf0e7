/** A bare node:http server that sends one prepared response: the fastest that a server on node:http can be. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type PreparedResponse = { status: number; headers: string[]; bodyBase64: string }

let status = 200
let headers: string[] = []
let body = Buffer.alloc(0)

const server = createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(body)
})

server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
)

process.on('message', (prepared: PreparedResponse) => {
  status = prepared.status
  headers = prepared.headers
  body = Buffer.from(prepared.bodyBase64, 'base64')
  process.send?.({ isReady: true })
})
process.on('disconnect', () => process.exit())
