/** Connects the passkey buttons to the WebAuthn library, which is loaded before this script. */
const { browserSupportsWebAuthn, startAuthentication, startRegistration } = SimpleWebAuthnBrowser

const postJson = async (address, value) => {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  })
  const result = await response.json()
  // The sign-in is too old for this action: the member confirms it first.
  if (result.confirm) return location.assign(result.confirm)
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
      if (!optionsJSON) return
      const response =
        address === '/sign-in' || address === '/confirm'
          ? await startAuthentication({ optionsJSON })
          : await startRegistration({ optionsJSON })
      const isDone = await postJson(`${address}/passkey?lang=${language}`, { name, response })
      if (!isDone) return
      // The form of the confirmation carries the input of the action along; the password may stay empty.
      if (address === '/confirm') box.closest('form').submit()
      else location.href = next
    } catch (error) {
      if (error.name !== 'NotAllowedError') errorElement.textContent = error.message
    }
  })
}
