/** What begins a wish or a remark rather than a name. */

import { isCapital, isMeantCapital, type Line } from './tokens.ts'
import { anyOf, isAddressed, isPlain } from './word-lists.ts'

const begins = anyOf(
  'gần ngồi ngoài trong tầng view không ko cần muốn xin thêm sinh sn hbd niệm tiệc ghế trẻ be chay kiêng mang chưa sẽ hoặc nếu gọi cọc vip vegetarian vegan allergic allergy near window quiet birthday anniversary no with without high chair kids or deposit paid regular the by',
)

/** Without their marks these are names as well: Cảnh, Yến, Hoa, Tú, Liên, Nhật, Hằng. */
const beginsMarked = new Set(
  'cạnh sát lầu cửa có nhật kỷ liên hoan giỗ cưới bé dị ứng đem đã đang đến tới với cùng từ lại quen khách nhà hàng yên tĩnh hút thuốc hóa hoá đơn ăn'.split(
    ' ',
  ),
)

const pairs = new Set(
  ['di ung', 'co be', 'co tre', 'ky niem', 'lien hoan', 'cua so', 'hoa don', 'yen tinh'].concat([
    'khach quen',
    'dang den',
    'hut thuoc',
    'an chay',
  ]),
)

/** These stay remarks with a capital: a line may begin with them. */
const capitals = new Set('sinh vip sn hbd view no near birthday anniversary'.split(' '))

export function isRemark(line: Line, place: number): boolean {
  const atom = line.atoms[place]
  if (atom?.kind !== 'word') return false
  if (isMeantCapital(line, place) && isAddressed(line, place)) return false
  if (beginsMarked.has(atom.lower)) return !isPlain(atom) || !isCapital(line, place)
  if (pairs.has(`${atom.folded} ${line.atoms[place + 1]?.folded}`)) return true
  if (!begins(atom)) return false
  return !isPlain(atom) || !isCapital(line, place) || capitals.has(atom.lower)
}
