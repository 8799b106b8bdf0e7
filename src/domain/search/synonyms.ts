/** Words that mean the same for a guest, in both languages. The owner adds more in `synonyms.yaml`. */

type Group = readonly string[]

/** What guests ask in every shop, and what they call the usual services and dishes. */
export const commonSynonyms: readonly Group[] = [
  ['park', 'car park', 'parking lot', 'gửi xe', 'đỗ xe', 'để xe', 'đậu xe', 'giữ xe', 'bãi xe'],
  ['pregnant', 'pregnancy', 'mang thai', 'có thai', 'thai kỳ', 'bầu', 'bà bầu', 'mang bầu'],
  ['child', 'children', 'kid', 'baby', 'toddler', 'trẻ em', 'trẻ nhỏ', 'trẻ con', 'em bé'],
  ['wheelchair', 'disabled', 'step free', 'xe lăn', 'khuyết tật'],
  ['pet', 'dog', 'thú cưng', 'chó mèo'],
  ['wifi', 'wi fi', 'internet'],
  ['deposit', 'prepayment', 'đặt cọc', 'tiền cọc', 'cọc'],
  ['cancel', 'cancellation', 'huỷ', 'huỷ bàn', 'huỷ lịch', 'huỷ hẹn'],
  ['refund', 'money back', 'hoàn tiền', 'hoàn cọc', 'trả lại tiền'],
  ['late', 'delay', 'đến muộn', 'đến trễ', 'tới muộn', 'tới trễ'],
  ['pay', 'paying', 'paid', 'payment', 'thanh toán', 'trả tiền'],
  ['credit card', 'bank card', 'visa', 'thẻ tín dụng', 'quẹt thẻ', 'cà thẻ'],
  ['tip', 'gratuity', 'tiền boa', 'tiền tip'],
  ['invoice', 'hoá đơn đỏ', 'hoá đơn vat', 'xuất hoá đơn'],
  ['delivery', 'deliver', 'giao hàng', 'giao tận nơi', 'giao đồ ăn'],
  ['takeaway', 'take away', 'takeout', 'mang về', 'mang đi'],
  ['allergy', 'allergic', 'allergen', 'dị ứng'],
  ['opening hours', 'opening times', 'business hours', 'giờ mở cửa', 'mấy giờ mở cửa'],
  ['directions', 'get there', 'chỉ đường', 'đường đi'],
  ['gift card', 'gift voucher', 'voucher', 'thẻ quà', 'thẻ quà tặng', 'phiếu quà tặng'],
  ['vegetarian', 'veggie', 'meatless', 'chay', 'ăn chay', 'món chay'],
  ['vegan', 'plant based', 'thuần chay', 'chay trường'],
  ['pork', 'thịt lợn', 'thịt heo'],
  ['peanut', 'groundnut', 'lạc', 'đậu phộng'],
  ['massage', 'mát xa', 'xoa bóp'],
  ['hair wash', 'shampoo', 'gội đầu', 'gội'],
  ['haircut', 'hair cut', 'cắt tóc', 'hớt tóc'],
  ['colour', 'color', 'dye', 'hair dye', 'nhuộm', 'nhuộm tóc'],
  ['perm', 'uốn', 'uốn tóc', 'làm xoăn'],
  ['straighten', 'rebonding', 'duỗi', 'duỗi tóc', 'ép thẳng'],
  ['facial', 'skin care', 'skincare', 'chăm sóc da', 'chăm sóc da mặt'],
]

/** Groups that share a text are one group, so that a text belongs to one group only. */
export function mergeGroups(groups: readonly Group[]): Group[] {
  const merged: Set<string>[] = []
  for (const group of groups) {
    const touching = merged.filter((one) => group.some((text) => one.has(text)))
    for (const one of touching) merged.splice(merged.indexOf(one), 1)
    merged.push(new Set([...touching.flatMap((one) => [...one]), ...group]))
  }
  return merged.map((one) => [...one])
}
