/** How editors on other systems save a file: it is read like any other. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import { type Change, copyOf, createFolderEditor } from './support/content-errors.ts'
import { loadSampleShop, trades } from './support/shop.ts'

function openAfter(trade: string, change: Change) {
  const folder = copyOf(trade)
  change(createFolderEditor(folder))
  return findTrade(trade).open(folder)
}

const isText = (file: string) => /\.(yaml|md)$/.test(file) && file !== 'README.md'

describe('a content folder', () => {
  for (const trade of trades) {
    it(`may have Windows line ends and byte order marks: ${trade}`, () => {
      const sample = loadSampleShop(trade)
      const shop = openAfter(trade, ({ list, read, write }) => {
        for (const file of list().filter(isText)) {
          write(file, `\uFEFF${read(file).replaceAll('\n', '\r\n')}`)
        }
      })
      assert.deepEqual(shop.business, sample.business)
      assert.deepEqual(shop.assortment.offers, sample.assortment.offers)
      assert.deepEqual(
        shop.pages.map(({ slug, vi }) => [slug, vi.head]),
        sample.pages.map(({ slug, vi }) => [slug, vi.head]),
      )
    })
  }

  it('may have times without quotes', () => {
    const { business } = openAfter('spa', ({ read, write }) => {
      const text = read('business.yaml')
      write('business.yaml', text.replaceAll(/(from|to): "(\d\d:\d\d)"/g, '$1: $2'))
    })
    assert.deepEqual(business.hours, loadSampleShop('spa').business.hours)
  })
})
