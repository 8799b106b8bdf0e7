/** Being told when the desk is closed. */
const push = document.querySelector('[data-push]')

if (push && 'serviceWorker' in navigator && 'PushManager' in window) {
  push.hidden = false
  push.querySelector('button').addEventListener('click', async () => {
    const fault = push.querySelector('.fault')
    try {
      const { key } = await (await fetch('/push/key')).json()
      const worker = await navigator.serviceWorker.register('/push-worker.js')
      const subscription = await worker.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      })
      const answer = await fetch('/push/keep', {
        method: 'POST',
        body: JSON.stringify(subscription),
      })
      fault.textContent = answer.ok ? '✓' : String(answer.status)
    } catch (error) {
      fault.textContent = error.message
    }
  })
}
