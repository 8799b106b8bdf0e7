/** Service worker: shows push notifications, and opens the desk when one is clicked. */
addEventListener('push', (event) => {
  const { title, text, link, id } = event.data?.json() ?? {}
  if (!title) return
  event.waitUntil(
    registration.showNotification(title, {
      body: text,
      tag: id,
      icon: '/favicon.svg',
      data: { link },
      requireInteraction: true,
    }),
  )
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(clients.openWindow(event.notification.data.link ?? '/'))
})
