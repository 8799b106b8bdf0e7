/** Shows the results of a search while the user types. Without it, the form is submitted. */
let timer
let latestTurn = 0
const pauseMs = 180

const showResults = async (field) => {
  latestTurn += 1
  const turn = latestTurn
  const address = new URL(field.form.action)
  address.searchParams.set('q', field.value)
  const response = await fetch(address).catch(() => undefined)
  if (!response?.ok || response.redirected) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const found = page.getElementById('found')
  if (turn !== latestTurn || !found || !field.isConnected) return
  document.getElementById('found')?.replaceWith(found)
  history.replaceState(null, '', address)
}

addEventListener('input', ({ target }) => {
  if (target.id !== 'q') return
  clearTimeout(timer)
  timer = setTimeout(showResults, pauseMs, target)
})
