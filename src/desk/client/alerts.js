/** Calls out what is new, and rings once the bell was turned on. */
let audio

const isBellOn = () => localStorage.getItem('bell') === 'on'

/** A browser lets a page sound only once it was touched, so every touch tries. */
const wake = () => {
  if (!isBellOn()) return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') audio.resume().catch(() => {})
}

const ring = () => {
  if (!isBellOn()) return
  wake()
  const start = audio.currentTime
  for (const [index, pitch] of [880, 1174.7, 1396.9].entries()) {
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()]
    tone.frequency.value = pitch
    loudness.gain.setValueAtTime(0.0001, start + index * 0.16)
    loudness.gain.exponentialRampToValueAtTime(0.35, start + index * 0.16 + 0.02)
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + index * 0.16 + 0.6)
    tone.connect(loudness).connect(audio.destination)
    tone.start(start + index * 0.16)
    tone.stop(start + index * 0.16 + 0.7)
  }
  document.body.dataset.rang = String(Number(document.body.dataset.rang ?? 0) + 1)
}

export const callOut = (text, href) => {
  const container = document.getElementById('news')
  if (!container) return
  const note = document.createElement('a')
  note.href = href
  note.textContent = text
  container.replaceChildren(note)
  setTimeout(() => note.remove(), 12_000)
  ring()
}

const bell = document.querySelector('.bell')

const showBell = () => bell.setAttribute('aria-pressed', String(isBellOn()))

if (bell) {
  bell.hidden = false
  showBell()
  bell.addEventListener('click', () => {
    const on = !isBellOn()
    localStorage.setItem('bell', on ? 'on' : 'off')
    showBell()
    if (on) ring()
  })
  for (const touch of ['pointerup', 'keydown']) addEventListener(touch, wake)
}
