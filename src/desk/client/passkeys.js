/** Connects the passkey buttons to the WebAuthn library, which is loaded before this script. */
const { browserSupportsWebAuthn, startAuthentication, startRegistration } = SimpleWebAuthnBrowser

const postJson = async (address, value) => {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  })
  const result = await response.json()
  if (!response.ok) throw new Error(result.detail ?? String(response.status))
  return result
}

for (const box of document.querySelectorAll('[data-passkey]')) {
  if (!browserSupportsWebAuthn()) continue
  box.hidden = false
  const { passkey: address, next } = box.dataset
  const language = document.documentElement.lang
  box.querySelector('button').addEventListener('click', async () => {
    const errorElement = box.querySelector('.error-text')
    errorElement.textContent = ''
    const field = document.getElementById('name')
    const isJoining = address.startsWith('/join/')
    if (isJoining && field && !field.reportValidity()) return
    const name = field?.value ?? ''
    try {
      const optionsJSON = await postJson(`${address}/options?lang=${language}`, { name })
      const response =
        address === '/sign-in'
          ? await startAuthentication({ optionsJSON })
          : await startRegistration({ optionsJSON })
      await postJson(`${address}/passkey?lang=${language}`, { name, response })
      location.href = next
    } catch (error) {
      if (error.name !== 'NotAllowedError') errorElement.textContent = error.message
    }
  })
}
