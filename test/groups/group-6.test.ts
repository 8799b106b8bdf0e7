import { runGroup } from '../support/file-groups.ts'

runGroup(import.meta.filename)
