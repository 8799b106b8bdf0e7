/** Words that start a remark rather than a name. */
import { isCapital, isIntentionalCapital, type Line } from './tokens.ts'
import { isAfterHonorific, isUnaccented, matchesAny } from './word-lists.ts'

const isRemarkStart = matchesAny(
  [
    'gần ngồi ngoài trong tầng view không ko cần muốn xin thêm sinh sn hbd niệm tiệc ghế trẻ be chay kiêng',
    'mang chưa sẽ hoặc nếu gọi cọc vip vegetarian vegan allergic allergy near window quiet birthday',
    'anniversary no with without high chair kids or deposit paid regular the by',
  ].join(' '),
)

/** Without diacritics these are also names: Cảnh, Yến, Hoa, Tú, Liên, Nhật, Hằng. */
const accentedRemarkStarts = new Set(
  [
    'cạnh sát lầu cửa có nhật kỷ liên hoan giỗ cưới bé dị ứng đem đã đang đến tới với cùng từ lại quen khách',
    'nhà hàng yên tĩnh hút thuốc hoá hoá đơn ăn bị bầu đau tròn',
  ].flatMap((words) => words.split(' ')),
)

const remarkPairs = new Set([
  ...['di ung', 'co be', 'co tre', 'ky niem', 'lien hoan', 'cua so', 'hoa don', 'yen tinh'],
  ...['khach quen', 'dang den', 'hut thuoc', 'an chay', 'dang mang', 'co thai', 'co bau'],
  ...[
    'mang thai',
    'mang bau',
    'cao huyet',
    'huyet ap',
    'tieu duong',
    'bi di',
    'da day',
    'dau lung',
  ],
])

/** Remarks even when capitalized: a line may start with them. */
const capitalizedRemarks = new Set('sinh vip sn hbd view no near birthday anniversary'.split(' '))

export function isRemark(line: Line, index: number): boolean {
  const token = line.tokens[index]
  if (token?.kind !== 'word') return false
  if (isIntentionalCapital(line, index) && isAfterHonorific(line, index)) return false
  if (accentedRemarkStarts.has(token.lower)) return !isUnaccented(token) || !isCapital(line, index)
  if (remarkPairs.has(`${token.folded} ${line.tokens[index + 1]?.folded}`)) return true
  if (!isRemarkStart(token)) return false
  return !isUnaccented(token) || !isCapital(line, index) || capitalizedRemarks.has(token.lower)
}
