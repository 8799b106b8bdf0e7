/** Passkeys: the browser's half is the library's; this joins it to the page's button. */
const { browserSupportsWebAuthn, startAuthentication, startRegistration } = SimpleWebAuthnBrowser

const ask = async (address, value) => {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  })
  const given = await answer.json()
  if (!answer.ok) throw new Error(given.detail ?? String(answer.status))
  return given
}

for (const box of document.querySelectorAll('[data-passkey]')) {
  if (!browserSupportsWebAuthn()) continue
  box.hidden = false
  const { passkey: address, next } = box.dataset
  const language = document.documentElement.lang
  box.querySelector('button').addEventListener('click', async () => {
    const fault = box.querySelector('.fault')
    fault.textContent = ''
    const field = document.getElementById('name')
    const joining = address.startsWith('/join/')
    if (joining && field && !field.reportValidity()) return
    const name = field?.value ?? ''
    try {
      const optionsJSON = await ask(`${address}/options?lang=${language}`, { name })
      const response =
        address === '/sign-in'
          ? await startAuthentication({ optionsJSON })
          : await startRegistration({ optionsJSON })
      await ask(`${address}/passkey?lang=${language}`, { name, response })
      location.href = next
    } catch (error) {
      if (error.name !== 'NotAllowedError') fault.textContent = error.message
    }
  })
}
