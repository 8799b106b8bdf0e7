import { shareBrowser } from '../../support/browser.ts'
import { runGroup } from '../../support/file-groups.ts'

shareBrowser()
runGroup(import.meta.filename)
