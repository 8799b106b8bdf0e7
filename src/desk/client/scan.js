/** Reads the QR code of a card with the camera. Without it, staff type the number. */
const intervalMs = 200

/** Called again after the content of the page was replaced. */
export function enableScan() {
  if (!('BarcodeDetector' in globalThis) || !navigator.mediaDevices) return
  for (const button of document.querySelectorAll('[data-scan]')) {
    button.hidden = false
    button.onclick = () => scan(document.getElementById(button.dataset.scan), button)
  }
}

async function scan(field, button) {
  const constraints = { video: { facingMode: 'environment' } }
  const stream = await navigator.mediaDevices.getUserMedia(constraints).catch(() => undefined)
  // Without the camera the button would do nothing.
  if (!stream) {
    button.hidden = true
    field.focus()
    return
  }
  const video = document.createElement('video')
  video.className = 'scan-video'
  video.playsInline = true
  video.muted = true
  video.srcObject = stream
  field.form.append(video)
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
    video.remove()
  }
  button.onclick = () => {
    stop()
    button.onclick = () => scan(field, button)
  }
  video.play().catch(() => {})
  const text = await readCode(video)
  stop()
  if (text === undefined || !field.isConnected) return
  field.value = text
  field.form.requestSubmit()
}

/** Undefined if the picture was closed before. */
async function readCode(video) {
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  while (video.isConnected) {
    const [found] = await detector.detect(video).catch(() => [])
    if (found) return found.rawValue
    await new Promise((resolve) => setTimeout(resolve, intervalMs))
  }
  return undefined
}
