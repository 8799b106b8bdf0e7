/** The guided setup of the desk in a test: answers to its steps, as an owner types them. */
import assert from 'node:assert/strict'
import type { StaffClient } from './desk.ts'
import { formsOf, noticeOf } from './screen.ts'
import { sendFile } from './shop-editor.ts'

type App = { deskUrl: string }

/** Answers a step; what the form shows and the owner does not change is sent as it is. */
export async function answerStep(
  app: App,
  owner: StaffClient,
  step: string,
  typed: Record<string, string | readonly string[]>,
  upload?: { name: string; bytes: Buffer },
): Promise<Response> {
  const path = `/shop/setup/${step}`
  const page = await owner.read(path)
  const form = formsOf(page).find(({ action }) => action === path)
  assert.ok(form, page)
  if (upload) return sendFile(app, owner, path, typed as Record<string, string>, upload)
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...form.fields, ...typed }))
    for (const one of typeof value === 'string' ? [value] : value) body.append(name, one)
  for (const [, name = ''] of page.matchAll(/name="shown\[\]" value="([^"]+)"/g))
    body.append('shown[]', name)
  return owner.post(path, body)
}

export async function assertAnswered(answer: Response, next: string): Promise<void> {
  const text = await answer.text()
  assert.equal(answer.headers.get('location'), `/shop/setup${next}`, noticeOf(text) || text)
}

/** The usual hours in one group, without those of the sample. */
export function hoursOf(days: readonly number[], from: string, to: string) {
  return {
    'hours.count': '1',
    'hours.0.days': days.map(String),
    'hours.0.periods.count': '1',
    'hours.0.periods.0.from': from,
    'hours.0.periods.0.to': to,
  }
}

export const ownAnswers = {
  name: { name: 'Phở Gà Hàng Điếu', 'tagline.vi': 'Phở gà ta từ sáng sớm' },
  address: {
    'address.street': '12 Hàng Điếu',
    'address.ward.vi': 'Phường Hoàn Kiếm',
    'address.city.vi': 'Hà Nội',
    map: 'https://www.google.com/maps/@21.0335,105.8467,19z',
  },
  phone: { phone: '0912 345 678', zalo: 'yes', email: 'chao@phoga.example' },
  hours: hoursOf([1, 2, 3, 4, 5, 6, 7], '06:00', '14:00'),
} as const
