/** Announces new requests on the page and, if the bell is turned on, by sound. */
let audio

const isBellOn = () => localStorage.getItem('bell') === 'on'

/** Browsers allow sound only after a user gesture, so every gesture resumes the audio context. */
const resumeAudio = () => {
  if (!isBellOn()) return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') audio.resume().catch(() => {})
}

const ring = () => {
  if (!isBellOn()) return
  resumeAudio()
  const startTime = audio.currentTime
  for (const [index, frequency] of [880, 1174.7, 1396.9].entries()) {
    const [oscillator, volume] = [audio.createOscillator(), audio.createGain()]
    const toneTime = startTime + index * 0.16
    oscillator.frequency.value = frequency
    volume.gain.setValueAtTime(0.0001, toneTime)
    volume.gain.exponentialRampToValueAtTime(0.35, toneTime + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, toneTime + 0.6)
    oscillator.connect(volume).connect(audio.destination)
    oscillator.start(toneTime)
    oscillator.stop(toneTime + 0.7)
  }
  document.body.dataset.rang = String(Number(document.body.dataset.rang ?? 0) + 1)
}

const alertDurationMs = 12_000

export const announce = (text, href) => {
  const container = document.getElementById('alerts')
  if (!container) return
  const link = document.createElement('a')
  link.href = href
  link.textContent = text
  container.replaceChildren(link)
  setTimeout(() => link.remove(), alertDurationMs)
  ring()
}

const bell = document.querySelector('.bell')

const showBellState = () => bell.setAttribute('aria-pressed', String(isBellOn()))

if (bell) {
  bell.hidden = false
  showBellState()
  bell.addEventListener('click', () => {
    const isOn = !isBellOn()
    localStorage.setItem('bell', isOn ? 'on' : 'off')
    showBellState()
    if (isOn) ring()
  })
  for (const gesture of ['pointerup', 'keydown']) addEventListener(gesture, resumeAudio)
}
