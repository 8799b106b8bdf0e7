/** `letan --help` in the language of the terminal. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { channelSettings } from '../src/channels/channels.ts'
import { runCommand } from '../src/commands/run-command.ts'
import { listSettings } from '../src/config/settings.ts'

const help = async (args: string[], environment: NodeJS.ProcessEnv) =>
  (await runCommand(args, environment)).stdout

/** "letan staff invite host|owner": what is typed, without its description. */
function commandsIn(text: string): string[] {
  return [...text.matchAll(/^ {2}(letan\S*(?: \S+)*?)(?: {2,}|$)/gm)].map(([, typed = '']) => typed)
}

describe('the help in Vietnamese', () => {
  it('names every command and every setting that the English one names', async () => {
    const english = await help(['--help'], { LANG: 'en_US.UTF-8' })
    const vietnamese = await help(['--help'], { LANG: 'vi_VN.UTF-8' })
    assert.ok(commandsIn(english).length > 25)
    assert.deepEqual(commandsIn(vietnamese), commandsIn(english))
    const options = (text: string) => [...text.matchAll(/--[a-z-]+/g)].map(([option]) => option)
    assert.deepEqual(options(vietnamese), options(english))
    for (const [name, { description }] of listSettings(channelSettings)) {
      assert.match(vietnamese, new RegExp(`^ {2}${name} `, 'm'))
      assert.equal(vietnamese.includes(description), false, `${name} is not translated`)
    }
  })

  it('follows --lang, and is shown with an unknown command', async () => {
    assert.match(await help(['--help', '--lang', 'vi'], {}), /trang này/)
    assert.match(await help(['--help', '--lang', 'en'], { LANG: 'vi' }), /this text/)
    const { stderr, exitCode } = await runCommand(['mo'], { LANG: 'vi_VN.UTF-8' })
    assert.equal(exitCode, 1)
    assert.match(stderr, /Không có lệnh "mo"\.[\s\S]+letan staff link/)
  })
})
