/** Subscribes this browser to push notifications, which also arrive while the desk is closed. */
const push = document.querySelector('[data-push]')

if (push && 'serviceWorker' in navigator && 'PushManager' in window) {
  push.hidden = false
  push.querySelector('button').addEventListener('click', async () => {
    const statusElement = push.querySelector('.error-text')
    try {
      const { key } = await (await fetch('/push/key')).json()
      const worker = await navigator.serviceWorker.register('/service-worker.js')
      const subscription = await worker.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      })
      const response = await fetch('/push/keep', {
        method: 'POST',
        body: JSON.stringify(subscription),
      })
      statusElement.textContent = response.ok ? '✓' : String(response.status)
    } catch (error) {
      statusElement.textContent = error.message
    }
  })
}
