/** Says on every screen of the editor how many changes are not published yet. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { type Html, html } from '../../ui/html.ts'
import type { Editor } from './editor.ts'
import { previewPath, publishPath } from './paths.ts'

export async function draftBar(
  { drafts }: Pick<Editor, 'drafts'>,
  memberId: string,
  locale: Locale,
): Promise<Html | false> {
  const count = (await drafts.list(memberId)).reduce((sum, { changes }) => sum + changes.length, 0)
  if (count === 0) return false
  return html`<p class="draft-bar"><span>${countChanges(count)[locale]}</span>
<span><a class="button" href="${previewPath}">${previewText[locale]}</a>
<a class="button main" href="${publishPath}">${publishText[locale]}</a></span></p>`
}

function countChanges(count: number): LocalizedText {
  return {
    vi: `${count} thay đổi chưa đăng, khách chưa thấy.`,
    en: `${count} ${plural(count, { one: 'change is', other: 'changes are' })} not published yet.`,
  }
}

const previewText: LocalizedText = { vi: 'Xem thử', en: 'Preview' }
const publishText: LocalizedText = { vi: 'Xem và đăng', en: 'Review and publish' }
