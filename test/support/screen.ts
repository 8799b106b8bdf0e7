/** The text and the forms of a desk screen, used without scripts. */
import assert from 'node:assert/strict'
import type { StaffClient } from './desk.ts'

export type Form = {
  action: string
  /** The current values of its fields. */
  fields: Record<string, string>
  /** The labels of its buttons. */
  buttons: string[]
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
}

/** The visible text in one line. */
export function visibleTextOf(page: string): string {
  const body = page.replace(/<(head|dialog|script)[\s\S]*?<\/\1>/g, ' ')
  return decodeEntities(body.replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

/** The part of a page between two markers, such as the card of one booking. */
export function partOf(page: string, from: string, to: string): string {
  const start = page.indexOf(from)
  assert.notEqual(start, -1, `nothing has ${from}`)
  const end = page.indexOf(to, start)
  return page.slice(start, end < 0 ? undefined : end)
}

/** The flash message above a screen. */
export function noticeOf(page: string): string {
  const [, notice = ''] = /<div class="notice [^>]*>([\s\S]*?)<\/div>/.exec(page) ?? []
  return visibleTextOf(notice)
}

export function formsOf(page: string): Form[] {
  return [...page.matchAll(/<form method="post" action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g)].map(
    ([, action = '', inside = '']) => ({
      action: decodeEntities(action),
      fields: fieldsOf(inside),
      buttons: [...inside.matchAll(/<button[^>]*>([\s\S]*?)<\/button>/g)].map(([, label = '']) =>
        visibleTextOf(label),
      ),
    }),
  )
}

function fieldsOf(inside: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [tag] of inside.matchAll(/<input [^>]*>/g)) {
    const name = attribute(tag, 'name')
    // A box that may stay empty is sent only if it is ticked.
    const isEmpty = tag.includes('type="checkbox"') && !/ (checked|required)>/.test(tag)
    if (name !== '' && !isEmpty) fields[name] = attribute(tag, 'value')
  }
  for (const [, tag = '', text = ''] of inside.matchAll(
    /(<textarea [^>]*>)([\s\S]*?)<\/textarea>/g,
  )) {
    fields[attribute(tag, 'name')] = decodeEntities(text)
  }
  for (const [, tag = '', options = ''] of inside.matchAll(
    /(<select [^>]*>)([\s\S]*?)<\/select>/g,
  )) {
    const chosen = /<option [^>]*selected>/.exec(options) ?? /<option [^>]*>/.exec(options)
    fields[attribute(tag, 'name')] = attribute(chosen?.[0] ?? '', 'value')
  }
  return fields
}

function attribute(tag: string, name: string): string {
  return decodeEntities(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

/** The first form of a page with this action. */
export function formTo(page: string, action: string): Form {
  const form = formsOf(page).find((one) => one.action === action)
  assert.ok(form, `no form leads to ${action}`)
  return form
}

/** Submits a form of a screen with a button and some field values. */
export async function press(
  staff: StaffClient,
  screen: string,
  action: string,
  typed: Record<string, string> = {},
): Promise<Response> {
  const { fields } = formTo(await staff.read(screen), action)
  return staff.post(action, { ...fields, ...typed })
}

/** The row of a place in the timeline. */
export function resourceRowOf(page: string, resource: string): string {
  return partOf(page, `<div class="row" data-resource="${resource}">`, '</div></div>')
}

/** The entries of one row of the timeline, or of all rows. */
export function barsOf(row: string): { className: string; href: string; title: string }[] {
  return [...row.matchAll(/<a class="bar ([^"]*)" href="([^"]*)" title="([^"]*)"/g)].map(
    ([, className = '', href = '', title = '']) => ({ className, href, title }),
  )
}
