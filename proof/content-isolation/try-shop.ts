/** A running shop whose content folder gets hostile entries: at the start, on reload and in the check command. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { runLetan } from '../support/command.ts'
import { joinAsOwner } from '../support/desk.ts'
import { type Scratch, sampleFolder } from '../support/scratch.ts'
import { startServer } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'
import { addAllowed, addHostile, createOutside, outsideMark } from './hostile-files.ts'

/** Returns the number of texts in which bytes from outside were searched. */
export async function tryShop({ folder, database }: Scratch, wrong: string[]): Promise<number> {
  const content = join(folder, 'content')
  cpSync(sampleFolder('spa'), content, { recursive: true })
  const outside = createOutside(folder)
  const { served, withheld } = addAllowed(content, outside)
  // The mark is in the environment, too: a link to it would show all settings.
  const environment = {
    DATABASE_URL: database,
    CONTENT_DIR: content,
    LOG_LEVEL: 'info',
    SECRET: `the secret of a shop with the ${outsideMark}`,
  }
  let texts = 0
  const search = (text: string, where: string) => {
    texts++
    if (text.includes(outsideMark)) wrong.push(`bytes from outside in ${where}`)
    if (text.includes('root:x:0')) wrong.push(`/etc/passwd in ${where}`)
  }
  const server = await startServer(environment)
  try {
    const cookie = await joinAsOwner({ ...environment, DESK_URL: server.deskUrl }, 'Chủ quán')
    const requestAll = async (names: readonly string[], status: number, when: string) => {
      for (const name of names) {
        const response = await server.send('GET', `/pictures/${name}`)
        if (response.status !== status) wrong.push(`${name} ${when}: status ${response.status}`)
        search(response.text, `${name} ${when}`)
      }
    }
    const readDesk = async () => {
      const response = await fetch(`${server.deskUrl}/content`, { headers: { cookie } })
      return response.text()
    }
    await requestAll(served, 200, 'at the start')
    await requestAll(withheld, 404, 'at the start')
    search(await readDesk(), 'the desk at the start')

    const hostile = addHostile(content, outside)
    await waitUntil(() => server.log.some(({ event }) => event === 'content rejected'), 15).catch(
      () => wrong.push('hostile files were not rejected on reload'),
    )
    await requestAll(served, 200, 'after a rejected reload')
    await requestAll(withheld, 404, 'after a rejected reload')
    const names = hostile.map((path) => path.slice(path.lastIndexOf('/') + 1))
    await requestAll(names, 404, 'after a rejected reload')
    const desk = await readDesk()
    search(desk, 'the desk after a rejected reload')
    const check = await runLetan(['content', 'check', content, '--lang', 'en'], environment)
    const startOutput = await startRejected({ ...environment, DATABASE_URL: `${database}-2` })
    const outputs = { 'the desk': desk, 'the check': check.output, 'the start': startOutput }
    for (const [where, text] of Object.entries(outputs)) {
      search(text, where)
      for (const path of hostile) {
        if (!text.includes(path)) wrong.push(`${where} does not name ${path}`)
      }
    }
    if (check.code === 0) wrong.push('the check accepted a hostile folder')
    search(JSON.stringify(server.log), 'the log')
    search(server.stderrText(), 'the error output')
  } finally {
    await server.kill('SIGTERM')
  }
  return texts
}

/** The output of a start that has to fail. */
async function startRejected(environment: Record<string, string>): Promise<string> {
  try {
    const server = await startServer(environment)
    await server.kill('SIGKILL')
    return 'it started'
  } catch (error) {
    return String(error)
  }
}
