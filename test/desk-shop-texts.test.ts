/** Pages and articles in the shop editor: Markdown with front matter, one text for each language. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noticeOf, visibleTextOf } from './support/screen.ts'
import { assertSeeOther, openEditor, publishDraft, saveForm } from './support/shop-editor.ts'

const text = (folder: string, slug: string, language = 'vi') =>
  `/shop/text?${new URLSearchParams({ folder, slug, language })}`

const save = (
  staff: Parameters<typeof saveForm>[0],
  screen: string,
  typed: Record<string, string>,
) => saveForm(staff, screen, typed, '/shop/text')

const article = {
  title: 'Mùa cốm',
  description: 'Cốm về thì quán có gì.',
  author: 'Cô Mai',
  body: '## Cốm non\n\nTháng chín, **cốm** về. Gọi {phone}.',
}

describe('texts in the shop editor', () => {
  it('publishes a new article under the address that follows from its title', async () => {
    const { app, owner, read } = await openEditor()
    const answer = await save(owner, text('articles', 'new'), article)
    await assertSeeOther(answer, text('articles', 'mua-com'))
    const list = visibleTextOf(await owner.read('/shop/texts?folder=articles'))
    assert.match(list, /Mùa cốm Chưa có tiếng Anh\./)
    assert.match(visibleTextOf(await owner.read('/shop/publish')), /Bài “Mùa cốm” thêm mới/)
    await publishDraft(owner)
    assert.match(
      read('articles/mua-com.vi.md'),
      /^---\ntitle: Mùa cốm\n[\s\S]+\n---\n\n## Cốm non\n/,
    )
    assert.match(read('articles/mua-com.vi.md'), /updated: "?2026-11-16"?/)
    const page = await (await app.get('/articles/mua-com')).text()
    assert.match(page, /<strong>cốm<\/strong>/)
    const again = await save(owner, text('articles', 'new'), article)
    assert.match(noticeOf(await again.text()), /Đã có bài với tiêu đề này/)
  })

  it('changes only what was changed, and says when', async () => {
    const { owner, read } = await openEditor()
    const file = 'articles/doc-mau-than-hoa.vi.md'
    const before = read(file)
    await save(owner, text('articles', 'doc-mau-than-hoa'), {})
    assert.match(visibleTextOf(await owner.read('/shop/publish')), /Không có thay đổi nào/)
    await save(owner, text('articles', 'doc-mau-than-hoa'), { title: 'Màu than' })
    await publishDraft(owner)
    const expected = before
      .replace(/^title: .*$/m, 'title: Màu than')
      .replace(/^updated: .*$/m, 'updated: "2026-11-16"')
    assert.equal(read(file), expected)
  })

  it('shows a preview with what the program fills in, and saves nothing', async () => {
    const { app, owner } = await openEditor()
    const answer = await save(owner, text('pages', 'about'), { ...article, step: 'preview' })
    assert.equal(answer.status, 200)
    const page = await answer.text()
    assert.match(page, /<article class="text-preview"[\s\S]*<h2>Cốm non<\/h2>[\s\S]*<\/article>/)
    assert.match(page, /<strong>cốm<\/strong> về\. Gọi \+?[0-9]/)
    assert.match(page, /<textarea[^>]*>## Cốm non/, 'the text can be edited further')
    assert.match(visibleTextOf(await owner.read('/shop/publish')), /Không có thay đổi nào/)
    assert.equal((await app.get('/about')).status, 200)
  })

  it('shows an answer to a question as guests will see it, and publishes it as Markdown', async () => {
    const { app, owner, read } = await openEditor()
    const faq = '/shop/entry?part=faqs&file=faqs.yaml&list=faqs&index=0'
    const typed = { 'answer.vi': 'Chờ **xác nhận**:\n\n- gọi [quán](/contact)\n- báo trước' }
    const shown = await saveForm(owner, faq, { ...typed, step: 'preview' })
    assert.equal(shown.status, 200)
    const page = await shown.text()
    const [, preview = ''] = /<section class="preview-box">([\s\S]*?)<\/section>/.exec(page) ?? []
    assert.match(preview, /<strong>xác nhận<\/strong>[\s\S]*<li>gọi <a href="http[^"]+\/contact">/)
    assert.equal(preview.match(/<article/g)?.length, 2, 'one for each language')
    assert.match(page, /<textarea[^>]*name="answer\.vi"[^>]*>Chờ \*\*xác nhận\*\*/)
    assert.match(page, /data-for="field-answer-vi"/)
    assert.match(visibleTextOf(await owner.read('/shop/publish')), /Không có thay đổi nào/)
    await saveForm(owner, faq, typed)
    await publishDraft(owner)
    assert.match(read('faqs.yaml'), /\*\*xác nhận\*\*/)
    const published = await (await app.get('/faq')).text()
    assert.match(published, /<strong>xác nhận<\/strong>/)
    assert.match(published, /"text":"Chờ xác nhận: gọi quán báo trước"/)
    const wrong = await saveForm(owner, faq, { 'answer.vi': '{nothing}', step: 'preview' })
    assert.match(visibleTextOf(await wrong.text()), /Chưa xem thử được: có chỗ cần sửa\./)
  })

  it('shows an error beside its field, and keeps what was typed', async () => {
    const { owner } = await openEditor()
    const answer = await save(owner, text('articles', 'new'), { ...article, author: '' })
    assert.equal(answer.status, 422)
    const page = await answer.text()
    assert.match(page, /id="field-author-error"/)
    assert.match(page, /Tháng chín, \*\*cốm\*\* về/)
  })

  it('removes a text in one language', async () => {
    const { owner, app, read } = await openEditor()
    const screen = text('articles', 'doc-mau-than-hoa', 'en')
    await saveForm(owner, screen, {}, '/shop/text/remove')
    await publishDraft(owner)
    assert.throws(() => read('articles/doc-mau-than-hoa.en.md'), /ENOENT/)
    assert.equal((await app.get('/en/articles/doc-mau-than-hoa')).status, 200)
  })
})
