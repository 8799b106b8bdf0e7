/** The invented guests of the demo. Their phone numbers are from a range that the demo alone uses. */

const familyNames = [
  'Nguyễn',
  'Trần',
  'Lê',
  'Phạm',
  'Hoàng',
  'Vũ',
  'Đặng',
  'Bùi',
  'Đỗ',
  'Hồ',
  'Dương',
]
const firstNames = [
  ...['Phương Uyên', 'Quốc Việt', 'Kim Oanh', 'Quang Huy', 'Đình Phúc', 'Thanh Tâm', 'Xuân Bách'],
  ...['Cẩm Tú', 'Tấn Phát', 'Gia Bảo', 'Thu Hương', 'Ngọc Ánh', 'Thuỳ Dương'],
]

export type DemoGuest = { name: string; phone: string; note: string | undefined }

const notes = [
  'Sinh nhật mẹ, xin chỗ yên tĩnh.',
  'Đi cùng em bé.',
  'Có người lớn tuổi, xin chỗ dễ đi lại.',
  'Sẽ tới sớm mười phút.',
]

/** The same guest for the same number, so that some of them come again. */
export function demoGuest(index: number): DemoGuest {
  return {
    name: `${familyNames[index % familyNames.length]} ${firstNames[index % firstNames.length]}`,
    phone: `+849${String(10_000_000 + index * 7_919).slice(-8)}`,
    note: index % 6 === 4 ? notes[Math.floor(index / 6) % notes.length] : undefined,
  }
}
