/** The list of all screens of the desk. */
import type { DeskContext } from './context.ts'
import type { Previews } from './editor/preview.ts'
import { offlineScreen } from './offline.ts'
import { loadUrgentCounts } from './page-renderer.ts'
import type { Screen } from './screen.ts'
import { absenceScreens } from './screens/absence.ts'
import { absencesScreen } from './screens/absences.ts'
import { accountScreens } from './screens/account.ts'
import { blockScreens } from './screens/blocks.ts'
import { bookingScreen } from './screens/booking.ts'
import { bookingActionScreen } from './screens/booking-actions.ts'
import { allCardScreens } from './screens/cards.ts'
import { channelScreens } from './screens/channels.ts'
import { closedDayScreens } from './screens/closed-days.ts'
import { confirmScreens } from './screens/confirm.ts'
import { contactScreens } from './screens/contacts.ts'
import { contentScreens } from './screens/content.ts'
import { dayScreen } from './screens/day.ts'
import { depositScreens } from './screens/deposits.ts'
import { extraPlaceScreens } from './screens/extra-places.ts'
import { guestScreens } from './screens/guest.ts'
import { inboxScreens } from './screens/inbox.ts'
import { lateScreens } from './screens/late.ts'
import { leadScreens } from './screens/leads.ts'
import { moreScreen } from './screens/more.ts'
import { onlineBookingScreens } from './screens/online-bookings.ts'
import { orderScreens } from './screens/orders.ts'
import { ownerNoticeScreen } from './screens/owner-notices.ts'
import { placeOfferScreen } from './screens/place-offers.ts'
import { privacyScreens } from './screens/privacy.ts'
import { quickEntryScreen } from './screens/quick-entry.ts'
import { quickEntryPanelScreen } from './screens/quick-entry-panel.ts'
import { remindersScreen } from './screens/reminders.ts'
import { reportScreens } from './screens/reports.ts'
import { resourceDayScreens } from './screens/resource-day.ts'
import { searchScreen } from './screens/search.ts'
import { senderRequestsScreen } from './screens/sender-requests.ts'
import { shopScreens } from './screens/shop.ts'
import { soldOutScreens } from './screens/sold-out.ts'
import { subscriberScreens } from './screens/subscribers.ts'
import { teamScreens } from './screens/team.ts'
import { timelineScreen } from './screens/timeline.ts'
import { tonightScreens } from './screens/tonight.ts'
import { transferScreens } from './screens/transfers.ts'
import { waitlistScreens } from './screens/waitlist.ts'
import type { Tab } from './tabs.ts'

export function createScreens(
  context: DeskContext,
  tabs: readonly Tab[],
  previews: Previews | undefined,
): Screen[] {
  return [
    ...inboxScreens(context),
    ...tonightScreens(context),
    timelineScreen(context),
    dayScreen(context),
    searchScreen(context),
    quickEntryScreen(context),
    quickEntryPanelScreen(context),
    bookingScreen(context),
    bookingActionScreen(context),
    senderRequestsScreen(context),
    ...guestScreens(context),
    ...(context.shop.orders ? orderScreens(context) : []),
    ...allCardScreens(context),
    ...leadScreens(context),
    ...contactScreens(context),
    remindersScreen(context),
    ...waitlistScreens(context),
    placeOfferScreen(context),
    ...subscriberScreens(context),
    ...depositScreens(context),
    ...transferScreens(context),
    ...closedDayScreens(context),
    ...blockScreens(context),
    ...extraPlaceScreens(context),
    absencesScreen(context),
    ...absenceScreens(context),
    ...resourceDayScreens(context),
    ...lateScreens(context),
    ...soldOutScreens(context),
    ...onlineBookingScreens(context),
    ...(context.content ? contentScreens(context, context.content) : []),
    ...(context.content && previews ? shopScreens(context, context.content, previews) : []),
    ...reportScreens(context),
    ...channelScreens(context),
    ...privacyScreens(context),
    ...teamScreens(context),
    ...accountScreens(context),
    ...confirmScreens(context),
    offlineScreen(),
    ownerNoticeScreen(context),
    moreScreen(tabs, (member) => loadUrgentCounts(context, member)),
  ]
}
