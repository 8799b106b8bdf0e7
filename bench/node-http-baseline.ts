/** node:http and nothing else: the limit that a server on it can reach. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [file = '', port = '0'] = process.argv.slice(2)
const { status, headers, body } = JSON.parse(readFileSync(file, 'utf8')) as {
  status: number
  headers: string[]
  body: string
}
const bytes = Buffer.from(body)

createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(bytes)
}).listen(Number(port), '127.0.0.1')
