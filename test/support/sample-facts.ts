/** What only the sample shops are called and where they are reached: another shop must not show it. */
import { loadSampleShop, trades } from './shop.ts'

const patterns = trades.flatMap((trade) => {
  const { name, phone, email, address, messaging, bank } = loadSampleShop(trade).business
  const texts = [name, email, address.street, bank?.holder]
  const numbers = [phone, ...messaging.map((app) => app.address)]
  return [...texts.map((text) => text && quote(text)), ...numbers.map(numberPattern)].flatMap(
    (source) => (source ? [new RegExp(source)] : []),
  )
})

/** Shows the places of what was found, not the whole page. */
export function findSampleFacts(text: string): string[] {
  return patterns.flatMap((pattern) => {
    const found = pattern.exec(text)
    return found ? [text.slice(Math.max(0, found.index - 60), found.index + 60)] : []
  })
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** The last eight digits, with or without spaces between them. */
function numberPattern(text: string): string {
  return text.replace(/\D/g, '').slice(-8).split('').join('[ .]?')
}
