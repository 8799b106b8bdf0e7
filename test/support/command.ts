/** Runs a `letan` command without a process of its own, whose start would take most of the time of a test. */
import { runCommand } from '../../src/commands/run-command.ts'

/** With English output, as the program does for a terminal without a language. */
export async function runInProcess(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const { stdout, stderr, exitCode } = await runCommand(args, {
    LC_ALL: 'C.UTF-8',
    ...environment,
  })
  return { code: exitCode, output: stdout + stderr }
}
