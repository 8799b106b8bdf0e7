/** Many requests that wait in the inbox, each of another guest. The shop needs a high write limit. */
import assert from 'node:assert/strict'
import { book } from './booking.ts'
import type { RunningShop } from './shop.ts'

const familyNames = ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Hoàng', 'Vũ', 'Đặng', 'Bùi', 'Đỗ', 'Hồ']
const givenNames = [
  ...['Phương Uyên', 'Quốc Việt', 'Thị Kim Oanh', 'Quang Huy', 'Đình Phúc', 'Thanh Tâm'],
  ...['Xuân Bách', 'Cẩm Tú', 'Tấn Phát', 'Gia Bảo', 'Thu Hương'],
]
const notes = ['Sinh nhật mẹ, xin bàn gần cửa sổ và một ghế cao cho bé.', 'Có hai người ăn chay.']
const times = ['17:00', '18:30', '19:00', '19:30', '20:00', '11:00', '12:00']

/** On the days from the first on, as far as there is room. Returns the codes. */
export async function fillInbox(
  app: RunningShop,
  count: number,
  firstDay = Date.UTC(2026, 10, 20),
): Promise<string[]> {
  const codes: string[] = []
  for (let index = 0; codes.length < count; index++) {
    assert.ok(index < count * 20, `only ${codes.length} requests found room`)
    const date = new Date(firstDay + Math.floor(index / 16) * 86_400_000).toISOString().slice(0, 10)
    const { status, body } = await book(app, {
      name: `${familyNames[index % 10]} ${givenNames[index % 11]}`,
      phone: `09${String(10_000_000 + index)}`,
      consent: '1',
      date,
      time: times[index % times.length],
      party_size: [2, 4, 2, 3, 6][index % 5],
      ...(index % 9 === 1 && { note: notes[index % 2] }),
      ...(index % 13 === 3 && { allergens: ['peanuts'] }),
    })
    if (status === 202) codes.push(body.code)
  }
  return codes
}
