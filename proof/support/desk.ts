/** Creates an owner with a link from the command line. */
import { runCommand } from '../../src/commands/run-command.ts'

/** Returns the session cookie of the new owner. The name must not be taken. */
export async function joinAsOwner(
  environment: Record<string, string>,
  name: string,
): Promise<string> {
  // In this process: the start of another one would take longer than the command.
  const { stdout, stderr } = await runCommand(['staff', 'link'], { ...process.env, ...environment })
  if (stdout === '') throw new Error(stderr)
  const [link = ''] = stdout.split('\n')
  return submitSignIn(link, name)
}

/** Returns a new session cookie of an owner who has joined; privileged screens need a recent sign-in. */
export function signInAsOwner(deskPort: number, name: string): Promise<string> {
  return submitSignIn(`http://127.0.0.1:${deskPort}/sign-in`, name)
}

async function submitSignIn(url: string, name: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ name, password: 'ba con mèo trên mái nhà' }).toString(),
    redirect: 'manual',
  })
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  if (response.status !== 303 || cookie === '') throw new Error('The owner could not sign in.')
  return cookie
}
