/** A table, chair or bed that is added for one day, from the timeline. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { truncate } from '../../kernel/truncate.ts'
import type { DeskContext } from '../context.ts'
import type { Screen, ScreenRequest, ScreenResult } from '../screen.ts'
import { actionErrorNotice } from './booking-actions.ts'
import { timelinePage } from './timeline.ts'

export function extraPlaceScreens(context: DeskContext): Screen[] {
  const { extraPlaces, shop } = context
  /** The result names the place for the next screen, which offers the undo. */
  const attempt = async (
    { form, locale }: ScreenRequest,
    run: () => Promise<Record<string, string>>,
  ): Promise<ScreenResult> => {
    const date = form.get('date')
    try {
      const done = await run()
      await context.onStaffChange()
      const query = new URLSearchParams({ date: date ?? '', ...done })
      return { seeOther: `/timeline?${query.toString()}` }
    } catch (error) {
      if (!(error instanceof BookingActionError)) throw error
      const notice = await actionErrorNotice(context, error, undefined, locale)
      const page = await timelinePage(context, date, locale, { notice })
      return { ...page, status: 409, disableAutoRefresh: true }
    }
  }
  const show: Screen['show'] = async () => ({ seeOther: '/timeline' })
  return [
    {
      path: '/extra-places',
      show,
      submit: (request) =>
        attempt(request, async () => {
          const { form, member } = request
          const date = form.get('date') ?? ''
          const kind = form.get('kind') ?? ''
          if (!shop.booking.extraPlace.kinds.some(({ id }) => id === kind))
            throw new BookingActionError('not_possible')
          const name = truncate((form.get('name') ?? '').trim(), 40)
          const place = { name, kind, seats: Number(form.get('seats')), from: date, to: date }
          return { added: await extraPlaces.add(place, `staff:${member.id}`) }
        }),
    },
    {
      path: '/extra-places/remove',
      show,
      submit: (request) =>
        attempt(request, async () => {
          const { form, member } = request
          const resource = form.get('resource') ?? ''
          const [, id = ''] = resource.split(':')
          await extraPlaces.remove(id, resource, `staff:${member.id}`)
          return { removed: id }
        }),
    },
    {
      path: '/extra-places/restore',
      show,
      submit: (request) =>
        attempt(request, async () => {
          const { form, member } = request
          const added = form.get('id') ?? ''
          await extraPlaces.restore(added, `staff:${member.id}`)
          return { added }
        }),
    },
  ]
}
