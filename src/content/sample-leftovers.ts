/** Values that an owner probably forgot to change: those of the sample shop that the folder was copied from. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalizedText } from '../kernel/locale.ts'
import type { Report } from './report.ts'
import type { SharedFiles } from './shop.ts'
import { type Path, parseYaml } from './source.ts'
import type { TextFile } from './text-files.ts'
import { findTextPlaces, notePlaces } from './text-places.ts'

type Leftover = { path: Path; what: LocalizedText; own: LocalizedText }

/** One note for each value. `sample` is the folder of the sample shop. */
export function noteLeftovers(
  business: SharedFiles['business'],
  texts: readonly TextFile[],
  sample: string,
  report: Report,
): void {
  const file = join(sample, 'business.yaml')
  const { value } = parseYaml(file, readFileSync(file, 'utf8'))
  const original = value as SharedFiles['business']
  for (const { path, what, own } of findLeftovers(business, original)) {
    report.note(
      business,
      path,
      () => ({
        vi: `đây vẫn là ${what.vi} của cửa hàng mẫu ${original.name}`,
        en: `this is still the ${what.en} of the sample shop ${original.name}`,
      }),
      own,
    )
  }
  noteTexts(original.name, texts, report)
}

function findLeftovers(
  business: SharedFiles['business'],
  original: SharedFiles['business'],
): Leftover[] {
  const zalo = business.messaging.findIndex(({ address }) =>
    original.messaging.some((app) => app.address === address),
  )
  const ownOrRemove = (what: string): LocalizedText => ({
    vi: `của mình, hoặc bỏ ${what}`,
    en: `your own, or remove ${what}`,
  })
  const all: (Leftover | false)[] = [
    business.name === original.name && {
      path: ['name'],
      what: { vi: 'tên', en: 'name' },
      own: { vi: 'tên của mình', en: 'your own' },
    },
    business.phone === original.phone && {
      path: ['phone'],
      what: { vi: 'số điện thoại', en: 'phone number' },
      own: { vi: 'số của mình', en: 'your own' },
    },
    business.email !== undefined &&
      business.email === original.email && {
        path: ['email'],
        what: { vi: 'địa chỉ email', en: 'email address' },
        own: ownOrRemove('email'),
      },
    zalo >= 0 && {
      path: ['messaging', zalo, 'address'],
      what: { vi: 'số Zalo', en: 'Zalo number' },
      own: ownOrRemove('messaging'),
    },
    business.address.street === original.address.street && {
      path: ['address', 'street'],
      what: { vi: 'địa chỉ', en: 'address' },
      own: { vi: 'địa chỉ của mình', en: 'your own' },
    },
    business.geo?.latitude === original.geo?.latitude &&
      business.geo?.longitude === original.geo?.longitude && {
        path: ['geo', 'latitude'],
        what: { vi: 'vị trí trên bản đồ', en: 'map location' },
        own: ownOrRemove('geo'),
      },
  ]
  return all.filter((one) => one !== false)
}

/** The name in texts. */
function noteTexts(name: string, texts: readonly TextFile[], report: Report): void {
  const anywhere = new RegExp(name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g')
  const nameLine = texts
    .find(({ file }) => file === 'business.yaml')
    ?.text.split('\n')
    .findIndex((line) => line.startsWith('name:'))
  const places = findTextPlaces(texts, anywhere).filter(
    ({ file, line }) => file !== 'business.yaml' || line - 1 !== nameLine,
  )
  const wrong = {
    vi: `lời này vẫn nhắc tới cửa hàng mẫu, ${name}`,
    en: `this text still names the sample shop, ${name}`,
  }
  const write = { vi: 'tên của mình, hoặc {name}', en: 'your own name, or {name}' }
  notePlaces(places, wrong, { write }, report)
}
